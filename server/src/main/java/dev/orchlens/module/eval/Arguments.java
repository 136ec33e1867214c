package dev.orchlens.module.eval;

import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** What functions and operators of Python take from their arguments. */
public final class Arguments {
  /** The bits of an integer that fits into a long with room for the arithmetic of ranges. */
  private static final int INDEX_BITS = 62;

  private Arguments() {}

  /**
   * The text of an argument.
   *
   * @throws PythonException (TypeError) when it is no string
   */
  public static String text(Interpreter interpreter, Value argument) {
    if (InstanceValue.plain(argument) instanceof StrValue(String text)) {
      return text;
    }
    throw interpreter.operators.unfit(argument, "a string");
  }

  /** An integer argument that must fit into 32 bits. */
  public static int index(Interpreter interpreter, Value value) {
    long number = longIndex(interpreter, value);
    if (number != (int) number) {
      throw new BudgetExceededException("it uses an index of more than 32 bits");
    }
    return (int) number;
  }

  /** An integer argument that must fit into 62 bits. */
  public static long longIndex(Interpreter interpreter, Value value) {
    BigInteger number = integer(interpreter, value);
    if (number.bitLength() > INDEX_BITS) {
      throw new BudgetExceededException("it uses an index of more than " + INDEX_BITS + " bits");
    }
    return number.longValue();
  }

  /**
   * An integer argument, or what an object's {@code __index__} gives for it.
   *
   * @throws PythonException (TypeError) when the value is none
   */
  public static BigInteger integer(Interpreter interpreter, Value value) {
    return integer(interpreter, value, "an integer");
  }

  /** The same, with the words for what is needed. */
  public static BigInteger integer(Interpreter interpreter, Value value, String needed) {
    return whole(interpreter, value).orElseThrow(() -> interpreter.operators.unfit(value, needed));
  }

  /**
   * The integer that a value is or that its {@code __index__} gives; empty where it is no integer.
   */
  public static Optional<BigInteger> whole(Interpreter interpreter, Value value) {
    Optional<BigInteger> number = Numbers.integer(value);
    if (number.isPresent()) {
      return number;
    }
    return interpreter
        .calls
        .special(value, "__index__", List.of())
        .map(
            given ->
                Numbers.integer(given)
                    .orElseThrow(
                        () -> interpreter.operators.unfit(given, "an integer from __index__")));
  }

  /**
   * A number as a float.
   *
   * @throws PythonException (OverflowError) when it is an integer too large for that
   */
  public static double real(Interpreter interpreter, Value number) {
    double real = Numbers.real(number);
    if (Double.isInfinite(real) && !(number instanceof FloatValue)) {
      throw interpreter.error("OverflowError", "the integer is too large for a float");
    }
    return real;
  }
}
