package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/** A class with DSL decorators. */
public final class DecoratedClass extends Definition {
  private final Stmt.ClassDef syntax;

  public DecoratedClass(
      Stmt.ClassDef syntax, List<Value> decorators, Environment environment, Site site) {
    super(decorators, environment, site);
    this.syntax = syntax;
  }

  @Override
  public String name() {
    return syntax.name().text();
  }

  @Override
  public Stmt.ClassDef syntax() {
    return syntax;
  }
}
