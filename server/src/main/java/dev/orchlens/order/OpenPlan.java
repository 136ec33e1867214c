package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Scalars;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Leaves open what the program does not say: what a trace under this plan shows holds for every
 * run.
 */
final class OpenPlan implements Plan, Scalars.Inputs {
  private static final int MOST_SITES = 1 << 20;

  private final Numbering numbering;
  private final int unfolded;

  /**
   * Makes the plan.
   *
   * @param unfolded up to how many sites loops are unfolded whose number of iterations is known
   */
  OpenPlan(Numbering numbering, int unfolded) {
    this.numbering = numbering;
    this.unfolded = unfolded;
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
    long size = Math.max(1, Numbering.size(loop.body(), numbering));
    boolean fits =
        count.isPresent()
            && count.getAsLong() <= unfolded
            && sites + count.getAsLong() * size <= unfolded;
    return fits ? count : OptionalLong.empty();
  }

  @Override
  public Optional<Boolean> decides(Expr condition) {
    return Optional.empty();
  }

  @Override
  public int kernelBudget() {
    return 0;
  }

  @Override
  public Affine fixed(Var var) {
    return Affine.UNKNOWN;
  }

  @Override
  public Affine found(Expr source) {
    return Affine.UNKNOWN;
  }
}
