package dev.orchlens.lower;

import dev.orchlens.ir.Origin;
import dev.orchlens.module.DecoratedClass;
import dev.orchlens.module.DecoratedFunction;
import dev.orchlens.module.Definition;
import dev.orchlens.module.Environment;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import java.util.Optional;

/**
 * The text of a function that is to be lowered.
 *
 * @param syntax the definition, decorators included
 * @param origins the places of its nodes
 * @param environment the names around it
 * @param method whether it stands in a class, so that a leading {@code self} is no parameter
 */
record FunctionSource(Stmt.FunctionDef syntax, Origins origins, Environment environment, boolean method) {

  /** Returns the text of a method of a program class. */
  static FunctionSource method(DecoratedClass program, Stmt.FunctionDef method) {
    return new FunctionSource(method, originsOf(program, Optional.empty()), program.environment(), true);
  }

  /** Returns the text of a function that stands on its own. */
  static FunctionSource free(DecoratedFunction function) {
    return new FunctionSource(
        function.syntax(), originsOf(function, Optional.empty()), function.environment(), false);
  }

  /** Returns the places of a definition's nodes. */
  static Origins originsOf(Definition definition, Optional<Origin> inlinedAt) {
    String item = definition.site().item();
    String text = definition.module().tree().flatMap(t -> t.item(item)).map(TopLevel::text).orElse("");
    return new Origins(definition.site().file(), item, text, inlinedAt);
  }

  /** Returns the name in the definition. */
  String name() {
    return syntax.name().text();
  }
}
