package dev.orchlens.lower.jit;

import dev.orchlens.ir.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program that an entry and the functions it reaches come to when they are specialised.
 *
 * @param name its name
 * @param members its functions, callees before their callers and the entry last
 * @param dynamic the dimensions known only at run time: the name that the functions use, and what
 *     it was created with
 * @param problems why it cannot be specialised
 */
public record JitProgram(
    String name, List<JitMember> members, Map<String, String> dynamic, List<Problem> problems) {
  public JitProgram {
    members = List.copyOf(members);
    dynamic = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(dynamic));
    problems = List.copyOf(problems);
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
