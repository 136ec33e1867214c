package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.order.symbolic.Scalars;
import java.util.Optional;
import java.util.OptionalLong;

/** What a trace assumes, and how far it unfolds loops. */
interface Plan {
  /** Returns what is assumed of numbers that the program does not compute. */
  Scalars.Inputs inputs();

  /** Returns after how many sites a trace stops. */
  int mostSites();

  /**
   * Returns how many iterations of a loop stand one behind the other; nothing for a loop whose
   * iterations are not told apart.
   *
   * @param count how often it runs, where that is known
   * @param sites how many sites there are before it
   */
  OptionalLong unfolds(Stmt.For loop, OptionalLong count, int sites);

  /** Returns which arm of a branch is followed whose condition is not known; nothing for both. */
  Optional<Boolean> decides(Expr condition);

  /** Returns how many statements of kernels each launch may look at one iteration at a time. */
  int kernelBudget();
}
