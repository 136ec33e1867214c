package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/** A {@code def} with DSL decorators. */
public final class DecoratedFunction extends Definition {
  private final Stmt.FunctionDef syntax;

  public DecoratedFunction(
      Stmt.FunctionDef syntax, List<Value> decorators, Environment environment, Site site) {
    super(decorators, environment, site);
    this.syntax = syntax;
  }

  @Override
  public String name() {
    return syntax.name().text();
  }

  @Override
  public Stmt.FunctionDef syntax() {
    return syntax;
  }
}
