package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/** A class with DSL decorators. */
public final class DecoratedClass extends Decorated<Stmt.ClassDef> implements Definition {
  public DecoratedClass(
      Stmt.ClassDef syntax, List<Value> decorators, Environment environment, Site site) {
    super(syntax, decorators, environment, site);
  }

  @Override
  public String name() {
    return syntax().name().text();
  }
}
