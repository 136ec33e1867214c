package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;

/** One side of a {@link Rule}: matched against an expression, or built from what was matched. */
sealed interface Pattern {

  /** Any expression: x, y or z. The same letter again must be the same computation. */
  record Any(int slot) implements Pattern {}

  /** Any integer constant: c1, c2 or c3. */
  record Constant(int slot) implements Pattern {}

  /** A number beside a sibling whose type it takes; only on the right side of rules. */
  record Literal(long value, Pattern sibling) implements Pattern {}

  /** Zero in the type of the matched operation's operands; only on the right side of rules. */
  record Zero() implements Pattern {}

  /** A truth value; only on the right side of rules. */
  record Truth(boolean value) implements Pattern {}

  /** An operation on two operands. */
  record Binary(BinaryOp op, Pattern left, Pattern right) implements Pattern {}

  /** An operation on one operand. */
  record Unary(UnaryOp op, Pattern operand) implements Pattern {}

  /** What the letters of a rule stand for in one match. Reused for many matches by one thread. */
  final class Match {
    private static final int SLOTS = 4;

    private final Expr[] any = new Expr[SLOTS];
    private final Expr.ConstInt[] constants = new Expr.ConstInt[SLOTS];
    private DataType zeroType;
    private Origin origin;

    /** Matches {@code pattern} against {@code expr}, forgetting what was matched before. */
    boolean match(Pattern pattern, Expr expr) {
      for (int i = 0; i < SLOTS; i++) {
        any[i] = null;
        constants[i] = null;
      }
      return matches(pattern, expr);
    }

    private boolean matches(Pattern pattern, Expr expr) {
      return switch (pattern) {
        case Any p -> {
          if (any[p.slot] == null) {
            any[p.slot] = expr;
            yield true;
          }
          yield Scalars.same(any[p.slot], expr);
        }
        case Constant p -> {
          if (!(expr instanceof Expr.ConstInt c)) {
            yield false;
          }
          Expr.ConstInt known = constants[p.slot];
          if (known == null) {
            constants[p.slot] = c;
            yield true;
          }
          yield known.value() == c.value() && known.dtype() == c.dtype();
        }
        case Binary p ->
            expr instanceof Expr.Binary e
                && e.op() == p.op
                && matches(p.left, e.left())
                && matches(p.right, e.right());
        case Unary p ->
            expr instanceof Expr.Unary e && e.op() == p.op && matches(p.operand, e.operand());
        case Literal _, Zero _, Truth _ -> false;
      };
    }

    /**
     * Builds {@code pattern}, folding as it goes; new nodes get the place of the expression that is
     * rewritten.
     */
    Expr build(Pattern pattern, DataType zero, Origin place) {
      zeroType = zero;
      origin = place;
      return build(pattern);
    }

    private Expr build(Pattern pattern) {
      return switch (pattern) {
        case Any p -> any[p.slot];
        case Constant p -> constants[p.slot];
        case Literal p -> new Expr.ConstInt(p.value, Scalars.dtype(build(p.sibling)), origin);
        case Zero _ -> new Expr.ConstInt(0, zeroType, origin);
        case Truth p -> new Expr.ConstBool(p.value, origin);
        case Binary p -> {
          Expr left = build(p.left);
          Expr right = build(p.right);
          Expr folded = Fold.binary(p.op, left, right, origin);
          yield folded != null ? folded : Scalars.binary(p.op, left, right, origin);
        }
        case Unary p -> {
          Expr operand = build(p.operand);
          Expr folded = Fold.unary(p.op, operand, origin);
          Type type = p.op == UnaryOp.NOT ? Type.BOOL : operand.type();
          yield folded != null ? folded : Scalars.unary(p.op, operand, type, origin);
        }
      };
    }

    /** Returns the constant c1, c2 or c3. */
    long c(int number) {
      return constants[number].value();
    }

    /** Returns what x stands for. */
    Expr x() {
      return any[0];
    }

    /** Returns what y stands for. */
    Expr y() {
      return any[1];
    }

    /** Returns what z stands for. */
    Expr z() {
      return any[2];
    }
  }
}
