package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.Expr;
import java.util.List;

/** Writes the C++ of one operator. */
@FunctionalInterface
interface OpEmitter {
  /**
   * Adds the lines of a call.
   *
   * @param result the name of the variable that takes the result; empty when there is none
   */
  void emit(Expr.Invocation call, String result);

  /** Returns the elements of the tuple that argument {@code index} of a call is. */
  static List<Expr> elements(Expr.Invocation call, int index) {
    if (index < call.args().size() && call.args().get(index) instanceof Expr.MakeTuple tuple) {
      return tuple.elements();
    }
    throw Failures.internal(
        "argument " + (index + 1) + " of " + call.callee().name() + " must be written as a list.",
        call.origin());
  }
}
