package dev.orchlens.lower;

import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.value.DecoratedFunction;
import java.util.Optional;

/** What the functions of one program share while they are lowered. */
public interface ProgramContext {
  /** Returns whether the program has a function that {@code self.name(...)} calls. */
  boolean declares(String name);

  /**
   * Returns what is known about a function of the program. Nothing is known about one that is
   * defined behind its caller (reference: docs/en/dev/ir/07-parser.md, "Cross-Function Calls").
   */
  Optional<Signature> signature(String name);

  /** Returns what is known about a function from outside that the program calls by its name. */
  Optional<Signature> external(DecoratedFunction function);

  /** Returns the dimensions known only at run time. */
  DynamicDims dims();

  /** Returns the operators of the language. */
  OperatorCatalog operators();
}
