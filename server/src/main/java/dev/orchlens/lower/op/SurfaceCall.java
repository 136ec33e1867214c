package dev.orchlens.lower.op;

import dev.orchlens.ir.Origin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of an operator as it stands in the source.
 *
 * @param path the operator without {@code pl.} ({@code add}, {@code tensor.slice}); distributed
 *     ones keep {@code pld.}
 * @param positional the positional arguments
 * @param keyword the keyword arguments, in the order they were written
 * @param origin the whole call
 */
public record SurfaceCall(
    String path, List<Operand> positional, Map<String, Operand> keyword, Origin origin) {
  public SurfaceCall {
    positional = List.copyOf(positional);
    keyword = Collections.unmodifiableMap(new LinkedHashMap<>(keyword));
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
