package dev.orchlens.module;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/** A class with DSL decorators. Two of them are equal only if they are the same one. */
public final class DecoratedClass implements Definition {
  private final Stmt.ClassDef syntax;
  private final List<Value> decorators;
  private final Environment environment;
  private final Site site;

  DecoratedClass(Stmt.ClassDef syntax, List<Value> decorators, Environment environment, Site site) {
    this.syntax = syntax;
    this.decorators = List.copyOf(decorators);
    this.environment = environment;
    this.site = site;
  }

  @Override
  public String name() {
    return syntax.name().text();
  }

  @Override
  public Stmt.ClassDef syntax() {
    return syntax;
  }

  @Override
  public List<Value> decorators() {
    return decorators;
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public Site site() {
    return site;
  }
}
