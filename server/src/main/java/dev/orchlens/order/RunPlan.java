package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Scalars;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Gives everything that a program leaves open a value: a trace under this plan is the start of one
 * run.
 */
final class RunPlan implements Plan, Scalars.Inputs {
  private static final int MOST_SITES = 500;
  private static final int KERNEL_STATEMENTS = 1500;
  private static final long MOST_TRIPS = 40;
  private static final long OPEN_TRIPS = 3;
  private static final long MOST_READ = 2;

  private final Set<Var> scalars = new HashSet<>();
  private final long number;
  private final long extent;
  private final boolean firstArm;

  /**
   * Makes the plan.
   *
   * @param number what integers that are passed or read are
   * @param extent what extents that are not written down are
   * @param firstArm which arm is taken where the condition is not known
   */
  RunPlan(Function function, long number, long extent, boolean firstArm) {
    function.params().stream().map(Param::var).forEach(scalars::add);
    this.number = number;
    this.extent = extent;
    this.firstArm = firstArm;
  }

  @Override
  public Scalars.Inputs inputs() {
    return this;
  }

  @Override
  public int mostSites() {
    return MOST_SITES;
  }

  @Override
  public OptionalLong unfolds(Stmt.For loop, OptionalLong count, int sites) {
    return OptionalLong.of(Math.min(count.orElse(OPEN_TRIPS), MOST_TRIPS));
  }

  @Override
  public Optional<Boolean> decides(Expr condition) {
    return Optional.of(firstArm);
  }

  @Override
  public int kernelBudget() {
    return KERNEL_STATEMENTS;
  }

  @Override
  public Affine fixed(Var var) {
    return Affine.of(scalars.contains(var) ? number : extent);
  }

  @Override
  public Affine found(Expr source) {
    // What data say is bounded by what they are about, which nothing tells: large numbers are none
    // that it is meant for.
    return source instanceof Expr.Call call && call.isOp(Ops.TENSOR_READ)
        ? Affine.of(Math.min(number, MOST_READ))
        : Affine.UNKNOWN;
  }
}
