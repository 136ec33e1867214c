package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.deps.LaunchSites.Site;
import dev.orchlens.pass.deps.LaunchSites.Use;
import dev.orchlens.pass.storage.LinearForm;
import dev.orchlens.pass.storage.Region;
import dev.orchlens.pass.storage.ScalarForms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;

/** Whether two accesses certainly meet in a part of a tensor, judged by what the kernels do with their parameters. */
final class SharedParts {
  private final Program program;
  private final LaunchSites sites;
  private final ScalarForms forms;
  private final Map<String, Map<Var, List<Touch>>> kernels = new HashMap<>();
  private final Map<Use, List<Touch>> known = new IdentityHashMap<>();

  SharedParts(Program program, Function function, LaunchSites sites) {
    this.program = program;
    this.sites = sites;
    this.forms = new ScalarForms(function.body());
  }

  /** Returns whether the two meet, {@code later} in the iteration of {@code loop} behind the one of {@code earlier}. */
  boolean meetInNext(Stmt.Loop loop, Site later, Use use, Site earlier, Use prior) {
    return meet(Optional.of(loop), later, use, earlier, prior, (a, b) -> a.writes() || b.writes());
  }

  /**
   * Returns whether the two meet in the same iteration of the loops around both.
   *
   * @param hazard which kinds of the later and the earlier one count
   */
  boolean meet(Site later, Use use, Site earlier, Use prior, BiPredicate<AccessKind, AccessKind> hazard) {
    return meet(Optional.empty(), later, use, earlier, prior, hazard);
  }

  private boolean meet(
      Optional<Stmt.Loop> loop, Site later, Use use, Site earlier, Use prior,
      BiPredicate<AccessKind, AccessKind> hazard) {
    boolean mayMeet =
        use.access().root() == prior.access().root()
            && isFixed(use.access().region())
            && isFixed(prior.access().region())
            && use.access().region().mayOverlap(prior.access().region());
    if (!mayMeet) {
      return false;
    }
    boolean sameParameter =
        later.launch().callee().equals(earlier.launch().callee())
            && use.access().argument().index() == prior.access().argument().index()
            && use.access().region().equals(prior.access().region());
    List<Touch> earlierTouches = known(earlier, prior);
    for (Touch a : known(later, use)) {
      for (Touch b : earlierTouches) {
        if (hazard.test(a.kind(), b.kind()) && meet(loop, a, b, sameParameter)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Touch> known(Site site, Use use) {
    List<Touch> touches = known.get(use);
    if (touches == null) {
      touches = touches(site, use);
      known.put(use, touches);
    }
    return touches;
  }

  private static boolean isFixed(Region region) {
    return region instanceof Region.Full || region instanceof Region.Box;
  }

  /** Returns what a launch certainly touches of the root behind one of its arguments. */
  private List<Touch> touches(Site site, Use use) {
    Optional<Function> callee = program.function(site.call().callee());
    int index = use.access().argument().index();
    if (callee.isEmpty() || index >= callee.get().params().size()) {
      return List.of();
    }
    Map<Var, Expr> arguments = KernelTouches.arguments(callee.get(), site.call());
    List<Touch> placed = new ArrayList<>();
    for (Touch touch : kernels
        .computeIfAbsent(callee.get().name(), _ -> KernelTouches.of(program, callee.get()))
        .get(callee.get().params().get(index).var())) {
      touch.with(arguments, forms).flatMap(t -> within(t, use.access().region())).ifPresent(placed::add);
    }
    return placed;
  }

  /** Returns a touch of a window as a touch of what the window is in. */
  private static Optional<Touch> within(Touch touch, Region region) {
    if (!(region instanceof Region.Box box) || !touch.chosenBy().isEmpty()) {
      return Optional.of(touch);
    }
    List<Touch.Span> spans = new ArrayList<>();
    for (int axis = 0; axis < box.offsets().size(); axis++) {
      spans.add(new Touch.Span(LinearForm.of(box.offsets().get(axis)), box.shape().get(axis)));
    }
    if (touch.window().isPresent()) {
      List<Touch.Span> inner = touch.window().get();
      if (inner.size() != spans.size()) {
        return Optional.empty();
      }
      for (int axis = 0; axis < inner.size(); axis++) {
        LinearForm start = inner.get(axis).start().plus(spans.get(axis).start());
        spans.set(axis, new Touch.Span(start, inner.get(axis).length()));
      }
    }
    return Optional.of(Touch.of(touch.kind(), spans));
  }

  private boolean meet(Optional<Stmt.Loop> loop, Touch later, Touch earlier, boolean sameParameter) {
    if (!later.chosenBy().isEmpty() || !earlier.chosenBy().isEmpty()) {
      return sameParameter
          && later.chosenBy().equals(earlier.chosenBy())
          && later.chosenBy().stream().allMatch(v -> isSame(v, loop));
    }
    if (later.window().isEmpty() || earlier.window().isEmpty()) {
      return true;
    }
    List<Touch.Span> a = later.window().get();
    List<Touch.Span> b = earlier.window().get();
    if (a.size() != b.size()) {
      return false;
    }
    for (int axis = 0; axis < a.size(); axis++) {
      Optional<LinearForm> start = inNext(loop, a.get(axis).start());
      OptionalLong distance =
          start.isPresent() ? start.get().minus(b.get(axis).start()) : OptionalLong.empty();
      if (distance.isEmpty()
          || distance.getAsLong() >= b.get(axis).length()
          || -distance.getAsLong() >= a.get(axis).length()) {
        return false;
      }
    }
    return true;
  }

  private boolean isSame(Var number, Optional<Stmt.Loop> loop) {
    return loop.isEmpty() || sites.isSameInAll(number, loop.get());
  }

  /** Returns a number of the iteration behind this one, in terms of this one; nothing when it may be any. */
  private Optional<LinearForm> inNext(Optional<Stmt.Loop> loop, LinearForm form) {
    if (loop.isEmpty()) {
      return Optional.of(form);
    }
    Var counter = counter(loop.get());
    return form.replaced(
        var -> {
          if (var == counter) {
            Optional<Long> step = ((Stmt.For) loop.get()).step().constant();
            return step.isPresent()
                ? Optional.of(LinearForm.of(var).plus(LinearForm.of(step.get())))
                : Optional.empty();
          }
          return sites.isSameInAll(var, loop.get()) ? Optional.of(LinearForm.of(var)) : Optional.empty();
        });
  }

  /** Returns the variable that counts the iterations, null where none does. */
  private static Var counter(Stmt.Loop loop) {
    return loop instanceof Stmt.For counted ? counted.var() : null;
  }
}
