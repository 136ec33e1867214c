package dev.orchlens.ir;

/**
 * A variable. A variable is its own identity: two are the same only when they are the same object,
 * whatever they are called, so that shadowed and versioned names cannot be mixed up. It is
 * immutable; a pass that changes its type or name makes another variable and substitutes it.
 */
public final class Var implements Expr {
  private final String name;
  private final String sourceName;
  private final Type type;
  private final Origin origin;

  /**
   * Makes a new variable, distinct from every other one.
   *
   * @param name the name in the IR, which may carry a version or the mark of an inlining
   * @param sourceName the name the user wrote, which is what facts and messages show
   */
  public Var(String name, String sourceName, Type type, Origin origin) {
    this.name = name;
    this.sourceName = sourceName;
    this.type = type;
    this.origin = origin;
  }

  /** Makes a new variable whose name in the IR is the one the user wrote. */
  public Var(String name, Type type, Origin origin) {
    this(name, name, type, origin);
  }

  /** Returns the name in the IR. */
  public String name() {
    return name;
  }

  /** Returns the name the user wrote. */
  public String sourceName() {
    return sourceName;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public Origin origin() {
    return origin;
  }

  /** Returns a new variable of the same name and origin with another type. */
  public Var withType(Type newType) {
    return new Var(name, sourceName, newType, origin);
  }

  /**
   * Returns a new variable of the same type, origin and source name, called {@code newName} in the
   * IR.
   */
  public Var withName(String newName) {
    return new Var(newName, sourceName, type, origin);
  }

  @Override
  public String toString() {
    return name;
  }
}
