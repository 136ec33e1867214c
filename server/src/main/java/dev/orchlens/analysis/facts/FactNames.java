package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Var;
import java.util.regex.Pattern;

/**
 * The names that the facts give to values: those of the IR without the version that SSA conversion adds and without the
 * marks of inlining. They are the names of the source but for a few that look as if the compiler had made them, which
 * the compiler itself takes apart (reference: docs/en/dev/passes/utils.md, "auto_name_utils").
 */
public final class FactNames {
  private static final Pattern VERSION =
      Pattern.compile("__(?:ssa|iter|rv|phi|tile|tmp|out|store|idx)_v\\d+(?:_\\d+)?$");
  private static final Pattern INLINED = Pattern.compile("(?:_inline\\d+)+$");

  private FactNames() {}

  /** Returns the name of a value in the facts. */
  public static String of(Var var) {
    String name = var.name();
    if (name.indexOf('_') < 0) {
      return name;
    }
    return INLINED.matcher(VERSION.matcher(name).replaceFirst("")).replaceFirst("");
  }
}
