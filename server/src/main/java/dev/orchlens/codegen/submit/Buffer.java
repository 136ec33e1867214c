package dev.orchlens.codegen.submit;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import java.util.List;

/**
 * A buffer that the runtime takes from its heap. It is equal to itself alone.
 *
 * @param name what the user calls it
 * @param extents its dimensions as the code computes them, constant or not
 * @param dtype the type of its elements
 * @param origin where it is asked for
 */
public record Buffer(String name, List<Expr> extents, DataType dtype, Origin origin) {
  public Buffer {
    extents = List.copyOf(extents);
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
