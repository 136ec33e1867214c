package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Var;
import java.util.Set;

/**
 * The names that the facts give to values: those of the IR without the version that SSA conversion
 * adds and without the marks of inlining. They are the names of the source but for a few that look
 * as if the compiler had made them, which the compiler itself takes apart (reference:
 * docs/en/dev/passes/utils.md, "auto_name_utils").
 */
public final class FactNames {
  private static final Set<String> ROLES =
      Set.of("ssa", "iter", "rv", "phi", "tile", "tmp", "out", "store", "idx");
  private static final String VERSION = "_v";
  private static final String INLINED = "_inline";

  private FactNames() {}

  /** Returns the name of a value in the facts. */
  public static String of(Var var) {
    String name = var.name();
    int end = beforeMarks(name, beforeVersion(name));
    return end == name.length() ? name : name.substring(0, end);
  }

  /**
   * Returns where {@code __<role>_v<version>}, with a second number or without, starts at the end
   * of a name.
   */
  private static int beforeVersion(String name) {
    int digits = beforeDigits(name, name.length());
    if (digits > 0 && name.charAt(digits - 1) == '_' && digits < name.length()) {
      int end = digits - 1;
      digits = beforeDigits(name, end);
      if (digits == end) {
        return name.length();
      }
    }
    int version = digits - VERSION.length();
    if (digits == name.length() || !name.startsWith(VERSION, version)) {
      return name.length();
    }
    int role = name.lastIndexOf("__", version - 2);
    return role >= 0 && ROLES.contains(name.substring(role + 2, version)) ? role : name.length();
  }

  /** Returns where the marks {@code _inline<number>} in front of {@code from} start. */
  private static int beforeMarks(String name, int from) {
    int end = from;
    int digits = beforeDigits(name, end);
    while (digits < end && name.startsWith(INLINED, digits - INLINED.length())) {
      end = digits - INLINED.length();
      digits = beforeDigits(name, end);
    }
    return end;
  }

  /** Returns where the digits in front of {@code end} start; {@code end} when there are none. */
  private static int beforeDigits(String name, int end) {
    int start = end;
    while (start > 0 && name.charAt(start - 1) >= '0' && name.charAt(start - 1) <= '9') {
      start--;
    }
    return start;
  }
}
