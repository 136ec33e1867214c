package dev.orchlens.order.symbolic;

import dev.orchlens.ir.Stmt;
import dev.orchlens.pass.tools.TripCount;
import java.util.OptionalLong;

/**
 * How a loop counts.
 *
 * @param value the loop's variable in terms of the number of the iteration
 * @param counter the number of the iteration, from 0
 * @param always whether it certainly runs once
 * @param count how often it runs, where that is known
 */
public record Trips(Affine value, Sym counter, boolean always, OptionalLong count) {

  /**
   * Returns how {@code loop} counts.
   *
   * @param home the frame whose iterations are counted; null for a loop inside of a kernel
   * @param inner whether a task runs through all iterations itself
   */
  public static Trips of(Scalars scalars, Stmt.For loop, Frame home, boolean inner) {
    Symbols symbols = scalars.symbols();
    Affine start = scalars.of(loop.start());
    Affine stop = scalars.of(loop.stop());
    Affine step = scalars.of(loop.step());
    OptionalLong count = count(start, stop, step);
    boolean ascending = step.isConstant() && step.constant() > 0;
    boolean descending = step.isConstant() && step.constant() < 0;
    Affine span =
        ascending
            ? stop.plus(-1).minus(start)
            : descending ? start.plus(-1).minus(stop) : Affine.UNKNOWN;
    Affine last =
        count.isPresent()
            ? Affine.of(count.getAsLong() - 1)
            : span.isKnown()
                ? symbols.quotient(span, Affine.of(Math.abs(step.constant())))
                : Affine.UNKNOWN;
    Sym counter = symbols.fresh(loop.var().sourceName(), home, inner).between(Affine.ZERO, last);
    boolean isCounted = start.isKnown() && step.isConstant() && step.constant() != 0;
    Affine value =
        isCounted
            ? start.plus(Affine.of(counter), step.constant())
            : Affine.of(symbols.fresh(loop.var().sourceName(), home, inner));
    boolean always =
        count.isPresent()
            ? count.getAsLong() > 0
            : new Reach().low(span) != Reach.NONE && new Reach().low(span) >= 0;
    return new Trips(value, counter, always, count);
  }

  private static OptionalLong count(Affine start, Affine stop, Affine step) {
    return start.isConstant() && stop.isConstant() && step.isConstant()
        ? OptionalLong.of(TripCount.of(start.constant(), stop.constant(), step.constant()))
        : OptionalLong.empty();
  }
}
