package dev.orchlens.lower;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The variables that stand for dimensions known only at run time. One name is one variable in all
 * functions that share this object, so that a dimension means the same in a kernel and in its
 * caller (reference: docs/en/dev/language/00-python_syntax.md, "Tensor and Tile Types"). Safe for
 * use by several threads.
 */
public final class DynamicDims {
  private final Map<String, Var> variables = new ConcurrentHashMap<>();

  /** Returns the variable of the dimension called {@code name}. */
  public Var variable(String name) {
    return variables.computeIfAbsent(name, n -> new Var(n, Type.INDEX, Origin.none()));
  }
}
