package dev.orchlens.ir;

import java.util.List;

/** A parameter of a function with its declared direction. */
public record Param(Var var, ParamDirection direction) {

  /** Returns the variables of {@code params}, in their order. */
  public static List<Var> variables(List<Param> params) {
    return params.stream().map(Param::var).toList();
  }
}
