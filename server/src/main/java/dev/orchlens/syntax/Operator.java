package dev.orchlens.syntax;

/** An operator of a Python expression. */
public sealed interface Operator {
  /** How the operator is written; two-word operators with one blank between the words. */
  String symbol();

  /** An operator between two operands that computes a value from both. */
  enum Binary implements Operator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    MATRIX_MULTIPLY("@"),
    DIVIDE("/"),
    FLOOR_DIVIDE("//"),
    MODULO("%"),
    POWER("**"),
    LEFT_SHIFT("<<"),
    RIGHT_SHIFT(">>"),
    BIT_AND("&"),
    BIT_OR("|"),
    BIT_XOR("^");

    private final String symbol;

    Binary(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String symbol() {
      return symbol;
    }
  }

  /** A connective that evaluates its operands only as far as needed. */
  enum Bool implements Operator {
    AND("and"),
    OR("or");

    private final String symbol;

    Bool(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String symbol() {
      return symbol;
    }
  }

  /** An operator in front of its only operand. */
  enum Unary implements Operator {
    NOT("not"),
    NEGATE("-"),
    PLUS("+"),
    INVERT("~");

    private final String symbol;

    Unary(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String symbol() {
      return symbol;
    }
  }

  /** A link of a comparison chain. */
  enum Comparison implements Operator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    GREATER(">"),
    GREATER_EQUAL(">="),
    IS("is"),
    IS_NOT("is not"),
    IN("in"),
    NOT_IN("not in");

    private final String symbol;

    Comparison(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String symbol() {
      return symbol;
    }
  }
}
