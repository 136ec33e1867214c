package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/** A {@code def} with DSL decorators. */
public final class DecoratedFunction extends Decorated<Stmt.FunctionDef> implements Definition {
  public DecoratedFunction(
      Stmt.FunctionDef syntax, List<Value> decorators, Environment environment, Site site) {
    super(syntax, decorators, environment, site);
  }

  @Override
  public String name() {
    return syntax().name().text();
  }
}
