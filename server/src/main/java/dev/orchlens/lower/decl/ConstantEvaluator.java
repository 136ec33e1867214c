package dev.orchlens.lower.decl;

import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.Value;

/** Evaluates expressions of the code around a function. */
@FunctionalInterface
public interface ConstantEvaluator {
  /**
   * Returns the value of an expression among the names of an environment, an unknown value where it
   * has none.
   *
   * @param recorder learns which names of modules are read
   */
  Value evaluate(
      dev.orchlens.syntax.Expr expression, Environment environment, ReadRecorder recorder);
}
