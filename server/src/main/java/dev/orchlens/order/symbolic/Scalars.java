package dev.orchlens.order.symbolic;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The integers that a function computes, as sums of what it is given. */
public final class Scalars {
  private final Symbols symbols;
  private final Inputs inputs;
  private final Reach reach = new Reach();
  private final Map<Var, Affine> values = new HashMap<>();
  private final Map<Var, Expr> conditions = new HashMap<>();

  /** What is assumed of numbers that the program does not compute. */
  public interface Inputs {
    /**
     * Returns the value of a number that is the same in the whole run; unknown to leave it open.
     */
    Affine fixed(Var var);

    /**
     * Returns the value of a number that is read or computed while the program runs; unknown to
     * leave it open.
     */
    Affine found(Expr source);
  }

  /** Makes the scalars of a trace, of which none is known yet. */
  public Scalars(Symbols symbols, Inputs inputs) {
    this.symbols = symbols;
    this.inputs = inputs;
  }

  /** Returns where new symbols come from. */
  public Symbols symbols() {
    return symbols;
  }

  /** Sets what a variable is. */
  public void set(Var var, Affine value) {
    values.put(var, value);
  }

  /** Learns what an assignment computes, in an iteration of {@code home}. */
  public void assign(Var var, Expr value, Frame home) {
    Affine known = of(value);
    if (known.isKnown()) {
      values.put(var, known);
      return;
    }
    Affine assumed = inputs.found(value);
    values.put(var, assumed.isKnown() ? assumed : Affine.of(opened(var, home)));
    if (value instanceof Expr.Binary) {
      conditions.put(var, value);
    }
  }

  private Sym opened(Var var, Frame home) {
    return symbols.fresh(name(var), home, false);
  }

  private static String name(Var var) {
    return var.sourceName().isEmpty() ? var.name() : var.sourceName();
  }

  /**
   * Returns the value of a variable: what it was set to, or a number that is the same in the whole
   * run.
   */
  public Affine of(Var var) {
    Affine known = values.get(var);
    if (known == null) {
      known = inputs.fixed(var);
      if (!known.isKnown()) {
        known = Affine.of(symbols.fresh(name(var), null, false));
      }
      values.put(var, known);
    }
    return known;
  }

  /** Returns the value of an integer expression; unknown when it is no sum. */
  public Affine of(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> Affine.of(c.value());
      case Var var ->
          var.type() instanceof Type.Scalar s && s.dtype().isInteger() ? of(var) : Affine.UNKNOWN;
      case Expr.Unary e when e.op() == UnaryOp.NEG -> of(e.operand()).times(-1);
      case Expr.Unary e
          when e.op() == UnaryOp.CAST && e.type().elementType().orElseThrow().isInteger() ->
          of(e.operand());
      case Expr.Binary e -> binary(e);
      default -> Affine.UNKNOWN;
    };
  }

  /** Returns what each of the expressions is. */
  public List<Affine> all(List<Expr> exprs) {
    return exprs.stream().map(this::of).toList();
  }

  private Affine binary(Expr.Binary e) {
    if (e.op().isComparison()) {
      return Affine.UNKNOWN;
    }
    Affine left = of(e.left());
    Affine right = left.isKnown() ? of(e.right()) : Affine.UNKNOWN;
    if (!right.isKnown()) {
      return Affine.UNKNOWN;
    }
    return switch (e.op()) {
      case ADD -> left.plus(right);
      case SUB -> left.minus(right);
      case MUL -> symbols.times(left, right);
      case FLOOR_DIV -> symbols.quotient(left, right);
      case FLOOR_MOD -> symbols.remainder(left, right);
      case MIN -> symbols.min(left, right);
      case MAX -> symbols.max(left, right);
      default -> Affine.UNKNOWN;
    };
  }

  /** Returns whether a condition holds, as far as that is known. */
  public Optional<Boolean> holds(Expr condition) {
    return switch (condition) {
      case Expr.ConstBool c -> Optional.of(c.value());
      case Expr.ConstInt c -> Optional.of(c.value() != 0);
      case Var var ->
          conditions.containsKey(var) ? holds(conditions.get(var)) : nonZero(of((Expr) var));
      case Expr.Unary e when e.op() == UnaryOp.NOT -> holds(e.operand()).map(b -> !b);
      case Expr.Unary e when e.op() == UnaryOp.CAST -> holds(e.operand());
      case Expr.Binary e when e.op() == BinaryOp.AND ->
          both(holds(e.left()), holds(e.right()), false);
      case Expr.Binary e when e.op() == BinaryOp.OR ->
          both(holds(e.left()), holds(e.right()), true);
      case Expr.Binary e when e.op().isComparison() -> compare(e);
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> nonZero(Affine value) {
    return value.isConstant() ? Optional.of(value.constant() != 0) : Optional.empty();
  }

  private static Optional<Boolean> both(
      Optional<Boolean> a, Optional<Boolean> b, boolean decisive) {
    if (a.equals(Optional.of(decisive)) || b.equals(Optional.of(decisive))) {
      return Optional.of(decisive);
    }
    return a.isPresent() && b.isPresent() ? Optional.of(!decisive) : Optional.empty();
  }

  private Optional<Boolean> compare(Expr.Binary e) {
    Affine difference = of(e.left()).minus(of(e.right()));
    if (!difference.isKnown()) {
      return Optional.empty();
    }
    long low = reach.low(difference);
    long high = reach.high(difference);
    return switch (e.op()) {
      case LT -> decide(below(high, 0), atLeast(low, 0));
      case LE -> decide(below(high, 1), atLeast(low, 1));
      case GT -> decide(atLeast(low, 1), below(high, 1));
      case GE -> decide(atLeast(low, 0), below(high, 0));
      case EQ -> decide(low == 0 && high == 0, atLeast(low, 1) || below(high, 0));
      case NE -> decide(atLeast(low, 1) || below(high, 0), low == 0 && high == 0);
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> decide(boolean yes, boolean no) {
    return yes ? Optional.of(true) : no ? Optional.of(false) : Optional.empty();
  }

  private static boolean below(long high, long bound) {
    return high != Reach.NONE && high < bound;
  }

  private static boolean atLeast(long low, long bound) {
    return low != Reach.NONE && low >= bound;
  }
}
