package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Simplifies scalar expressions and proves conditions from what it was told about variables
 * (reference: docs/en/dev/passes/simplify, "Analyzer"). For one function, by one thread.
 */
public final class Analyzer implements Rule.Facts {
  private static final int ROUNDS = 2;

  private final Set<Var> carries = Collections.newSetFromMap(new IdentityHashMap<>());
  private final BoundsAnalyzer bounds = new BoundsAnalyzer(carries::contains);
  private final RewriteSimplifier rewriter = new RewriteSimplifier(this);
  private final Comparisons comparisons = new Comparisons();
  private final Intervals intervals = new Intervals(this);
  private boolean isInFallback;

  /** How many conditions are taken for true at present. */
  private int assumed;

  /** An expression that no rule changed, as long as nothing else is learned. */
  private Expr settled;

  /**
   * More comparisons than these are not all looked at for each question, so that what concerns
   * other variables could matter for one.
   */
  private static final int FEW_COMPARISONS = 200;

  /**
   * All that is known of one variable. Two are equal where the same would be concluded from them.
   */
  public static final class Knowledge {
    private static final Knowledge NOTHING = new Knowledge(null, null, List.of(), null, false);

    private final Bounds bounds;
    private final Expr value;
    private final List<Comparisons.Known> comparisons;
    private final Intervals.Interval interval;
    private final boolean isCarry;

    private Knowledge(
        Bounds bounds,
        Expr value,
        List<Comparisons.Known> comparisons,
        Intervals.Interval interval,
        boolean isCarry) {
      this.bounds = bounds;
      this.value = value;
      this.comparisons = comparisons;
      this.interval = interval;
      this.isCarry = isCarry;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof Knowledge o
              && Objects.equals(bounds, o.bounds)
              && Objects.equals(value, o.value)
              && comparisons.equals(o.comparisons)
              && Objects.equals(interval, o.interval)
              && isCarry == o.isCarry;
    }

    @Override
    public int hashCode() {
      return Objects.hash(bounds, isCarry);
    }
  }

  /** Something that is true for a while. */
  public interface Scope extends AutoCloseable {
    /** Ends it. */
    @Override
    void close();
  }

  @Override
  public Bounds bounds(Expr expr) {
    return bounds.of(expr);
  }

  // ---------------------------------------------------------------- variables

  /**
   * Replaces {@code var} by the constant {@code value} from now on.
   *
   * @throws Rejection for a truth value, which the reference cannot handle here
   */
  public void bind(Var var, Expr value) {
    settled = null;
    if (Scalars.dtype(var) == DataType.BOOL) {
      throw new Rejection(
          new Problem(
              Code.ARITH_CONSTANT_TRUTH_VALUE,
              "The compiler fails on '"
                  + var.sourceName()
                  + "', a variable that holds a constant truth value; write"
                  + " the value where it is used.",
              var.origin()));
    }
    Expr simple = rewriter.simplify(value);
    bounds.set(var, bounds.of(simple));
    rewriter.set(var, simple);
    comparisons.equal(var, simple);
    intervals.set(var, Intervals.Interval.point(simple));
  }

  /** Learns that {@code var} is carried by a loop; conditions then say nothing about its range. */
  public void carried(Var var) {
    carries.add(var);
  }

  boolean isCarry(Var var) {
    return carries.contains(var);
  }

  /** Learns that {@code var} runs over {@code [min, end)}, where {@code end > min}. */
  public void bindRange(Var var, long min, long end) {
    settled = null;
    bounds.set(var, new Bounds(min, end - 1));
    comparisons.range(var, min, end);
    DataType dtype = Scalars.dtype(var);
    Expr low = Scalars.constant(min, dtype, Origin.none());
    intervals.set(
        var, new Intervals.Interval(low, Scalars.constant(end - 1, dtype, Origin.none())));
    if (end - min == 1) {
      rewriter.set(var, low);
    }
  }

  /** Learns the range of {@code var} from that of {@code value}, without replacing it. */
  public void bindRangeOf(Var var, Expr value) {
    settled = null;
    Bounds range = bounds.of(value).intersect(bounds.of(var));
    if (range.min() <= range.max()) {
      bounds.set(var, range);
    }
  }

  /** Forgets what was learned about {@code var}. */
  public void forget(Var var) {
    settled = null;
    bounds.forget(var);
    rewriter.forget(var);
    comparisons.forget(var);
  }

  /**
   * Returns whether what is concluded about an expression depends on nothing but what is known of
   * each variable in it.
   */
  public boolean knowsOnlyVariables() {
    return assumed == 0 && comparisons.count() <= FEW_COMPARISONS;
  }

  /** Returns all that is known of {@code var} while no condition is taken for true. */
  public Knowledge knowledge(Var var) {
    if (!(var.type() instanceof Type.Scalar)) {
      return Knowledge.NOTHING;
    }
    Bounds range = bounds.known(var);
    Expr value = rewriter.value(var);
    List<Comparisons.Known> compared = comparisons.about(var);
    Intervals.Interval interval = intervals.known(var);
    boolean isCarry = carries.contains(var);
    boolean nothing =
        range == null && value == null && compared.isEmpty() && interval == null && !isCarry;
    return nothing ? Knowledge.NOTHING : new Knowledge(range, value, compared, interval, isCarry);
  }

  /** Learns of {@code var}, of which nothing is known yet, all that was known once. */
  public void learn(Var var, Knowledge knowledge) {
    settled = null;
    if (knowledge.bounds != null) {
      bounds.set(var, knowledge.bounds);
    }
    if (knowledge.value != null) {
      rewriter.set(var, knowledge.value);
    }
    comparisons.learn(knowledge.comparisons);
    if (knowledge.interval != null) {
      intervals.set(var, knowledge.interval);
    }
    if (knowledge.isCarry) {
      carries.add(var);
    }
  }

  /** Takes {@code condition} for true until the scope is closed. */
  public Scope assume(Expr condition) {
    settled = null;
    assumed++;
    Expr normal = rewriter.simplify(condition);
    List<Runnable> undo = new ArrayList<>();
    undo.add(bounds.enter(normal));
    undo.add(comparisons.enter(normal));
    undo.add(intervals.enter(normal));
    return () -> {
      settled = null;
      assumed--;
      undo.reversed().forEach(Runnable::run);
    };
  }

  // ---------------------------------------------------------------- questions

  /** Returns {@code expr} simplified, the same object when nothing applies. */
  public Expr simplify(Expr expr) {
    if (expr instanceof Expr.Const || expr == settled) {
      return expr;
    }
    Expr out = expr;
    for (int i = 0; i < ROUNDS; i++) {
      Expr next = rewriter.simplify(out);
      if (next == out) {
        settled = out;
        break;
      }
      out = next;
    }
    return out;
  }

  /** Returns whether {@code expr} is at least {@code value} for all values of the variables. */
  public boolean provesAtLeast(Expr expr, long value) {
    return bounds.of(simplify(expr)).min() >= value;
  }

  /** Returns whether {@code condition} holds for all values of the variables. */
  public boolean proves(Expr condition) {
    return switch (simplify(condition)) {
      case Expr.ConstBool c -> c.value();
      case Expr.ConstInt c -> c.value() != 0;
      case Expr.Binary e when e.op() == BinaryOp.AND -> proves(e.left()) && proves(e.right());
      case Expr.Binary e when e.op().isComparison() -> provesComparison(e);
      default -> false;
    };
  }

  private boolean provesComparison(Expr.Binary e) {
    Bounds difference =
        bounds.of(simplify(Scalars.binary(BinaryOp.SUB, e.left(), e.right(), Origin.none())));
    if (holds(e.op(), difference)) {
      return true;
    }
    int relation =
        switch (e.op()) {
          case LT -> Comparisons.LT;
          case LE -> Comparisons.LE;
          case GT -> Comparisons.GT;
          case GE -> Comparisons.GE;
          case EQ -> Comparisons.EQ;
          default -> Comparisons.NE;
        };
    if (comparisons.proves(e.left(), e.right(), relation)) {
      return true;
    }
    boolean isOrder = e.op() != BinaryOp.EQ && e.op() != BinaryOp.NE;
    return isOrder && !isInFallback && provesByIntervals(e);
  }

  /** Returns whether {@code a <op> b} holds when {@code a - b} lies in {@code difference}. */
  private static boolean holds(BinaryOp op, Bounds difference) {
    return switch (op) {
      case LT -> difference.max() < 0;
      case LE -> difference.max() <= 0;
      case GT -> difference.min() > 0;
      case GE -> difference.min() >= 0;
      case EQ -> difference.isConstant() && difference.min() == 0;
      default -> difference.min() > 0 || difference.max() < 0;
    };
  }

  private boolean provesByIntervals(Expr.Binary e) {
    isInFallback = true;
    try {
      Intervals.Interval left = intervals.of(e.left());
      Intervals.Interval right = intervals.of(e.right());
      boolean isUpper = e.op() == BinaryOp.LT || e.op() == BinaryOp.LE;
      Expr leftBound = isUpper ? left.max() : left.min();
      Expr rightBound = isUpper ? right.min() : right.max();
      return holdsBetween(e.op(), leftBound, e.right())
          || holdsBetween(e.op(), e.left(), rightBound);
    } finally {
      isInFallback = false;
    }
  }

  private boolean holdsBetween(BinaryOp op, Expr left, Expr right) {
    if (left == null || right == null) {
      return false;
    }
    Expr difference = simplify(Scalars.binary(BinaryOp.SUB, left, right, Origin.none()));
    return holds(op, bounds.of(CanonicalForm.of(difference)));
  }
}
