package dev.orchlens.lower.op;

import java.util.List;

/**
 * One way to call an operator of the language and what it builds. Several forms may share a name:
 * the operands' kinds decide, in the order of the catalogue.
 *
 * @param parameters the parameters in order
 * @param target the IR operator, or {@code scalar.ADD} and the like for arithmetic on scalars
 * @param arguments what becomes an argument of the built call
 * @param keywords what becomes a keyword value of the built call
 */
record Form(List<Parameter> parameters, String target, List<Slot> arguments, List<Slot> keywords) {
  Form {
    parameters = List.copyOf(parameters);
    arguments = List.copyOf(arguments);
    keywords = List.copyOf(keywords);
  }

  /**
   * One argument or keyword value of the built call.
   *
   * @param parameter the parameter that provides it, and the keyword's name
   * @param otherwise the parameter that provides it where that one has no value; often the same
   * @param whenAbsent how it is filled
   */
  record Slot(String parameter, String otherwise, WhenAbsent whenAbsent) {}

  /** How a slot is filled, above all without a value. */
  enum WhenAbsent {
    /** Its default is passed. */
    DEFAULT,
    /** Nothing, and for a keyword nothing either when the value is the default. */
    OMIT,
    /** An empty tuple when an argument follows, else nothing. */
    EMPTY_TUPLE,
    /** As {@link #OMIT}; its value types the result and does not become part of the call. */
    TYPE_ONLY
  }

  /** Fails when a slot names a parameter that the form does not have. */
  void requireParameters(Slot slot) {
    parameter(slot.parameter());
    parameter(slot.otherwise());
  }

  /** Returns the parameter called {@code name}, which the form must have. */
  Parameter parameter(String name) {
    return parameters.stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(target + " has no parameter " + name));
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
