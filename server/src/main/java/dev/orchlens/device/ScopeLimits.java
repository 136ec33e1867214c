package dev.orchlens.device;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Tells of scopes that certainly hold more than their ring has room for by default. A run may be
 * given larger rings, so this is information and no warning.
 */
final class ScopeLimits {
  private ScopeLimits() {}

  static List<Problem> check(ScopeBudget scope) {
    List<Problem> problems = new ArrayList<>();
    if (scope.least().tasks() > Limits.TASKS) {
      problems.add(
          problem(
              Code.DEVICE_TASKS_IN_SCOPE,
              scope,
              String.format(
                  Locale.ROOT,
                  "%s submits at least %,d tasks, and their slots are free again only when it ends;"
                      + " ring %d has %,d, unless a run is given more (ring_task_window): the device"
                      + " then stops with SCOPE_DEADLOCK. Put fewer into one scope, by a scope"
                      + " around the body of a loop, or by fewer iterations.",
                  what(scope),
                  scope.least().tasks(),
                  scope.ring(),
                  Limits.TASKS),
              Amount::tasks,
              "%,d of them."));
    }
    if (scope.least().bytes() > Limits.HEAP) {
      problems.add(
          problem(
              Code.DEVICE_BYTES_IN_SCOPE,
              scope,
              String.format(
                  Locale.ROOT,
                  "%s makes buffers of at least %s, and their memory is free again only when it"
                      + " ends; ring %d has %s, unless a run is given more (ring_heap): the device"
                      + " then stops with HEAP_RING_DEADLOCK. Use a buffer again, or make them in a"
                      + " scope around the body of a loop.",
                  what(scope),
                  Amount.mebibytes(scope.least().bytes()),
                  scope.ring(),
                  Amount.mebibytes(Limits.HEAP)),
              Amount::bytes,
              "%,d bytes of them."));
    }
    return problems;
  }

  private static String what(ScopeBudget scope) {
    return scope.depth() == 0 ? "The function, outside of its scopes," : "One scope";
  }

  private static Problem problem(
      Code code, ScopeBudget scope, String message, ToLongFunction<Amount> part, String share) {
    List<ScopeBudget.Filler> fillers =
        scope.fillers().stream()
            .filter(filler -> part.applyAsLong(filler.least()) > 0)
            .sorted(
                (a, b) -> Long.compare(part.applyAsLong(b.least()), part.applyAsLong(a.least())))
            .toList();
    Origin place = fillers.isEmpty() ? scope.scope() : fillers.getFirst().origin();
    List<Problem.Related> related = new ArrayList<>();
    for (ScopeBudget.Filler filler : fillers) {
      related.add(
          new Problem.Related(
              filler.origin(),
              String.format(Locale.ROOT, share, part.applyAsLong(filler.least()))));
    }
    return new Problem(code, message, place, related);
  }
}
