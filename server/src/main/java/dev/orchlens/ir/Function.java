package dev.orchlens.ir;

import java.util.List;

/** A function of a program (reference: docs/en/dev/ir/01-hierarchy.md, "Function"). */
public record Function(
    String name,
    FunctionType type,
    FunctionAttrs attrs,
    List<Param> params,
    List<Type> returnTypes,
    List<Stmt> body,
    Origin origin) {
  public Function {
    params = List.copyOf(params);
    returnTypes = List.copyOf(returnTypes);
    body = List.copyOf(body);
  }

  /** Returns this function with another body; itself when it has that body already. */
  public Function withBody(List<Stmt> newBody) {
    return newBody == body
        ? this
        : new Function(name, type, attrs, params, returnTypes, newBody, origin);
  }

  /** Returns this function with other parameters and results. */
  public Function withSignature(List<Param> newParams, List<Type> newReturnTypes) {
    return new Function(name, type, attrs, newParams, newReturnTypes, body, origin);
  }

  /** Returns this function as another type. */
  public Function withType(FunctionType newType) {
    return new Function(name, newType, attrs, params, returnTypes, body, origin);
  }

  /** Returns this function with other attributes. */
  public Function withAttrs(FunctionAttrs newAttrs) {
    return new Function(name, type, newAttrs, params, returnTypes, body, origin);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
