package dev.orchlens.device;

import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Works out what the Orchestration functions of a program take of the runtime. */
public final class DeviceBudget {
  private static final int MOST_FILLERS = 4;

  private final Sizes sizes;
  private final List<ScopeBudget> scopes = new ArrayList<>();

  private DeviceBudget(Function function) {
    this.sizes = new Sizes(function);
  }

  /**
   * Returns what each Orchestration function takes, by its name; nothing of those without C++.
   *
   * @param code what the code generator makes of each function
   */
  public static Map<String, FunctionBudget> of(Program program, Map<String, CodegenOutcome> code) {
    Map<String, FunctionBudget> budgets = new LinkedHashMap<>();
    code.forEach(
        (name, outcome) -> {
          if (outcome instanceof CodegenOutcome.Generated(var generated)) {
            Function function = program.functions().get(name);
            budgets.put(name, new DeviceBudget(function).of(function, generated.submissions()));
          }
        });
    return budgets;
  }

  private FunctionBudget of(Function function, List<Submission> body) {
    scope(function.origin(), body, 0);
    List<Problem> problems = new ArrayList<>(ArgumentLimits.check(function, body, sizes));
    scopes.forEach(scope -> problems.addAll(ScopeLimits.check(scope)));
    return new FunctionBudget(scopes, problems);
  }

  private void scope(Origin origin, List<Submission> body, int depth) {
    ScopeCounter most = new ScopeCounter(sizes, false);
    ScopeCounter least = new ScopeCounter(sizes, true);
    Amount atMost = most.peak(body, depth);
    if (atMost.tasks() > 0) {
      List<ScopeBudget.Filler> fillers =
          least.fillers(body, depth).stream()
              .sorted(Comparator.comparingDouble(DeviceBudget::share).reversed())
              .limit(MOST_FILLERS)
              .toList();
      scopes.add(
          new ScopeBudget(
              origin,
              depth,
              least.peak(body, depth),
              atMost,
              fillers,
              atMost.isKnown() ? Optional.empty() : open(body, depth)));
    }
    inner(body, depth);
  }

  private static double share(ScopeBudget.Filler filler) {
    return Math.max(
        (double) filler.least().tasks() / Limits.TASKS,
        (double) filler.least().bytes() / Limits.HEAP);
  }

  private void inner(List<Submission> body, int depth) {
    for (Submission one : body) {
      switch (one) {
        case Submission.Block(Stmt.RuntimeScope scope, List<Submission> inside) ->
            scope(scope.origin(), inside, depth + 1);
        case Submission.Block(Stmt.For loop, List<Submission> inside) -> {
          // Numbers inside a loop are known by the range of its variable.
          sizes.trips(loop);
          inner(inside, depth);
        }
        case Submission.Block(Stmt _, List<Submission> inside) -> inner(inside, depth);
        case Submission.Allocation _, Submission.Task _, Submission.Barrier _ -> {}
      }
    }
  }

  /**
   * Returns how many iterations of a loop fit into a scope, if that loop alone leaves open what the
   * scope takes.
   */
  private Optional<ScopeBudget.OpenLoop> open(List<Submission> body, int depth) {
    List<Stmt.For> loops = new ArrayList<>();
    openLoops(body, depth, loops);
    if (loops.size() != 1) {
      return Optional.empty();
    }
    Stmt.For loop = loops.getFirst();
    Amount one = taken(body, depth, loop, 1);
    Amount two = taken(body, depth, loop, 2);
    Amount three = taken(body, depth, loop, 3);
    if (!three.isKnown()) {
      return Optional.empty();
    }
    long fits =
        Math.min(
            fits(Limits.TASKS, one.tasks(), two.tasks(), three.tasks()),
            fits(Limits.HEAP, one.bytes(), two.bytes(), three.bytes()));
    return Optional.of(new ScopeBudget.OpenLoop(loop.origin(), fits));
  }

  private Amount taken(List<Submission> body, int depth, Stmt.For loop, long trips) {
    ScopeCounter counter = new ScopeCounter(sizes, false);
    counter.assume(loop, trips);
    return counter.peak(body, depth);
  }

  /** From the second iteration on each takes the same. */
  private static long fits(long limit, long one, long two, long three) {
    long each = three - two;
    if (one > limit) {
      return 0;
    }
    if (two > limit) {
      return 1;
    }
    return each == 0 ? Amount.UNKNOWN : 2 + (limit - two) / each;
  }

  private void openLoops(List<Submission> body, int depth, List<Stmt.For> found) {
    for (Submission one : body) {
      switch (one) {
        case Submission.Block(Stmt.For loop, List<Submission> inside) -> {
          if (sizes.trips(loop).most() == Amount.UNKNOWN) {
            found.add(loop);
          }
          openLoops(inside, depth, found);
        }
        case Submission.Block(Stmt.RuntimeScope _, List<Submission> inside) -> {
          if (Limits.ring(depth + 1) == Limits.ring(depth)) {
            openLoops(inside, depth + 1, found);
          }
        }
        case Submission.Block(Stmt _, List<Submission> inside) -> openLoops(inside, depth, found);
        case Submission.Allocation _, Submission.Task _, Submission.Barrier _ -> {}
      }
    }
  }
}
