package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import java.util.List;

/**
 * One argument of a call in the source, already evaluated: as much of it as is known while
 * compiling is a constant, the rest an expression.
 */
public sealed interface Operand {

  /**
   * A value of the program: a variable, a literal (an integer has dtype INDEX), the result of an
   * expression.
   */
  record Value(Expr expr) implements Operand {}

  /** A list or tuple written in the source. */
  record Items(List<Operand> items) implements Operand {
    public Items {
      items = List.copyOf(items);
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

  /**
   * A value that exists only while compiling: a dtype, a string, a truth value, a number that is no
   * literal in place, or an enumeration constant as {@link Attr.Text} with its qualified name
   * ({@code MemorySpace.Mat}).
   */
  record Constant(Attr attr) implements Operand {}

  /** The literal {@code None}. */
  record None() implements Operand {}
}
