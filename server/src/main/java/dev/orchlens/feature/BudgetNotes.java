package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.device.Amount;
import dev.orchlens.device.Limits;
import dev.orchlens.device.ScopeBudget;
import dev.orchlens.ir.Origin;
import java.util.Locale;
import java.util.Optional;

/** Says how many task slots and bytes a scope holds until it ends, and how many there are. */
final class BudgetNotes {
  /** The share of a ring from which on a lens tells of it. */
  private static final double WORTH_A_LENS = 0.1;

  /** The share of a ring from which on a hover tells of it. */
  private static final double WORTH_A_WORD = 0.01;

  private BudgetNotes() {}

  /** Returns what the hover of a scope says of it; nothing where the scope submits nothing. */
  static Optional<String> hover(
      FileAnalysis analysis, Outcome.Compiled compiled, String function, Origin scope) {
    return Optional.ofNullable(compiled.budgets().get(function)).stream()
        .flatMap(budget -> budget.scopes().stream())
        .filter(budget -> budget.scope().equals(scope) && budget.depth() > 0)
        .filter(budget -> budget.share() >= WORTH_A_WORD)
        .findFirst()
        .map(budget -> "It " + held(analysis, budget) + ", until it ends.");
  }

  /** Returns what the lens of a function says of the scope that is fullest, if it is worth it. */
  static Optional<String> lens(FileAnalysis analysis, CompiledFunction one) {
    return Optional.ofNullable(one.compiled().budgets().get(one.function().function().name()))
        .flatMap(budget -> budget.fullest())
        .filter(fullest -> fullest.share() >= WORTH_A_LENS)
        .map(fullest -> "a scope " + held(analysis, fullest));
  }

  private static String held(FileAnalysis analysis, ScopeBudget scope) {
    String room = room(scope.ring());
    if (scope.most().isKnown()) {
      return "holds at most " + amount(scope.most()) + ", " + room;
    }
    if (scope.open().isPresent()) {
      ScopeBudget.OpenLoop open = scope.open().get();
      return String.format(
          Locale.ROOT,
          "holds what all iterations of the loop%s take: up to %,d of them fit, %s",
          line(analysis, open.loop()),
          open.fits(),
          room);
    }
    return "holds at least " + amount(scope.least()) + ", " + room;
  }

  private static String line(FileAnalysis analysis, Origin loop) {
    return analysis
        .places()
        .of(loop)
        .map(place -> " in line " + (place.range().start().line() + 1))
        .orElse("");
  }

  private static String amount(Amount amount) {
    return String.format(
        Locale.ROOT,
        "%,d task slot%s and %s",
        amount.tasks(),
        amount.tasks() == 1 ? "" : "s",
        Amount.mebibytes(amount.bytes()));
  }

  private static String room(int ring) {
    return String.format(
        Locale.ROOT, "of %,d and %s in ring %d", Limits.TASKS, Amount.mebibytes(Limits.HEAP), ring);
  }
}
