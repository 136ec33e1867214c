package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.deps.LaunchSites.Around;
import dev.orchlens.pass.deps.LaunchSites.Site;
import dev.orchlens.pass.deps.LaunchSites.Use;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds pairs of tasks that access the same memory and that nothing orders, neither an explicit edge nor the runtime.
 * The reference says nothing about them. The runtime neither looks up nor records what tasks in a MANUAL scope access
 * (its docs/manual-scope.md, "How Manual Scope Decides TensorMap Use").
 *
 * <p>Only what is certain is reported: accesses whose part of the memory is known, and launches between which no chain
 * of edges can lead.
 */
public final class UnorderedAccesses {
  private static final String BETWEEN_ITERATIONS = "race/between-iterations";
  private static final String BEHIND_MANUAL_SCOPE = "race/behind-manual-scope";
  private static final String IN_MANUAL_SCOPE = "race/in-manual-scope";

  /** Which kinds of a later and an earlier access must be in order where one is behind the MANUAL scope of the other. */
  private static final BiPredicate<AccessKind, AccessKind> BEHIND_A_SCOPE = (a, b) -> a.reads() && b.writes();

  /** Which must be where both are in the same MANUAL scope. */
  private static final BiPredicate<AccessKind, AccessKind> IN_ONE_SCOPE =
      (a, b) -> (a.reads() && b.writes()) || a.writes();

  private final LaunchSites sites;
  private final List<Site> all;
  private final Set<Origin> manualLoops;
  private final SharedParts parts;
  private final List<ScopeMode> scopes;
  private final Consumer<Problem> problems;
  private final Set<Told> told = new HashSet<>();

  /** What was warned of: the kind, where the argument stands, and the buffer behind it. */
  private record Told(String code, Origin argument, Var root) {}

  private UnorderedAccesses(
      LaunchSites sites, SharedParts parts, List<ScopeMode> scopes, Consumer<Problem> problems) {
    this.sites = sites;
    this.all = sites.all();
    this.manualLoops = manualLoops(scopes);
    this.parts = parts;
    this.scopes = scopes;
    this.problems = problems;
  }

  /**
   * Reports the unordered accesses of a program.
   *
   * @param program the program before AutoDeriveTaskDependencies, with the directions as they were derived
   * @param derivation what that pass found
   * @param scopes the mode of each scope
   * @param problems takes a warning for each pair
   */
  public static void find(Program program, Derivation derivation, List<ScopeMode> scopes, Consumer<Problem> problems) {
    for (Function function : program.functions().values()) {
      if (function.type() != FunctionType.ORCHESTRATION) {
        continue;
      }
      List<ScopeMode> own = scopes.stream().filter(s -> s.function().equals(function.name())).toList();
      if (!holdsManual(function.body()) && own.stream().noneMatch(s -> s.why() == ScopeMode.Why.FULLY_COVERED)) {
        continue;
      }
      LaunchSites sites =
          LaunchSites.of(program, function, launch -> derivation.edges().values(function.name(), launch));
      SharedParts parts = new SharedParts(program, function, sites);
      UnorderedAccesses finder = new UnorderedAccesses(sites, parts, own, problems);
      finder.aroundManualScopes();
      finder.betweenIterations();
    }
  }

  private static boolean holdsManual(List<Stmt> body) {
    boolean[] found = {false};
    Walk.statements(body, s -> found[0] |= s instanceof Stmt.RuntimeScope scope && scope.manual());
    return found[0];
  }

  private void aroundManualScopes() {
    for (int i = 0; i < all.size(); i++) {
      Site earlier = all.get(i);
      if (earlier.manualScope().isEmpty()) {
        continue;
      }
      for (Site later : all.subList(i + 1, all.size())) {
        if (later.sharesBuffer(earlier) && !later.excludes(earlier)) {
          manualPair(later, earlier);
        }
      }
    }
  }

  private void manualPair(Site later, Site earlier) {
    boolean sameScope =
        later.manualScope().isPresent() && later.manualScope().get() == earlier.manualScope().orElseThrow();
    if (sites.mayWaitFor(later, earlier)) {
      return;
    }
    String code = sameScope ? IN_MANUAL_SCOPE : BEHIND_MANUAL_SCOPE;
    for (Use use : later.uses()) {
      if (isTold(code, use)) {
        continue;
      }
      for (Use prior : earlier.uses()) {
        // The runtime finds the task that allocated a buffer by the buffer itself, whatever the scope.
        boolean found = !sameScope && prior.direction() == ArgDirection.OUTPUT;
        if (!found && parts.meet(later, use, earlier, prior, sameScope ? IN_ONE_SCOPE : BEHIND_A_SCOPE)) {
          report(
              code,
              use,
              prior,
              sameScope
                  ? "In a MANUAL scope only deps= orders tasks."
                  : "The runtime does not record what tasks in a MANUAL scope write.",
              sameScope
                  ? "Name the TaskId of the earlier launch in deps=."
                  : "Launch this task in the same scope, or store the TaskId in an array of TaskIds made before the"
                      + " scope and name the array in deps=.");
        }
      }
    }
  }

  /** Loops in regions that the compiler made MANUAL: the derivation looks at one iteration only. */
  private void betweenIterations() {
    Map<Stmt.Loop, Boolean> seen = new IdentityHashMap<>();
    List<Stmt.Loop> loops = new ArrayList<>();
    boolean wholeBody = wholeBodyIsManual();
    for (Site site : all) {
      boolean manual = site.manualScope().isEmpty() && wholeBody;
      for (Around around : site.around()) {
        if (around instanceof Around.InLoop(var loop)) {
          manual |= manualLoops.contains(loop.origin());
          boolean inOrder = !(loop instanceof Stmt.For counted) || counted.kind() != ForKind.PARALLEL;
          if (manual && inOrder && !runsOnce(loop) && seen.put(loop, true) == null) {
            loops.add(loop);
          }
        }
      }
    }
    loops.forEach(this::betweenIterations);
  }

  private boolean wholeBodyIsManual() {
    return scopes.stream()
        .anyMatch(s -> s.place() == ScopeMode.Place.FUNCTION_BODY && s.why() == ScopeMode.Why.FULLY_COVERED);
  }

  private static Set<Origin> manualLoops(List<ScopeMode> scopes) {
    return scopes.stream()
        .filter(s -> s.place() == ScopeMode.Place.LOOP_BODY && s.why() == ScopeMode.Why.FULLY_COVERED)
        .map(ScopeMode::scope)
        .collect(Collectors.toSet());
  }

  private static boolean runsOnce(Stmt.Loop loop) {
    return loop instanceof Stmt.For counted && TripCount.of(counted).orElse(2) < 2;
  }

  private void betweenIterations(Stmt.Loop loop) {
    List<Site> inside = all.stream().filter(site -> site.isIn(loop)).toList();
    if (sites.waitForCarryOf(inside, loop)) {
      return;
    }
    for (Site next : inside) {
      for (Site before : inside) {
        // The earlier statements of the next iteration meet the later ones of this iteration, and each meets itself.
        if (next.launch().number() <= before.launch().number() && next.sharesBuffer(before)) {
          iterationPair(next, before, loop);
        }
      }
    }
  }

  private void iterationPair(Site next, Site before, Stmt.Loop loop) {
    for (Use use : next.uses()) {
      if (isTold(BETWEEN_ITERATIONS, use)) {
        continue;
      }
      for (Use prior : before.uses()) {
        boolean fresh = sites.isFreshIn(use.access().root(), loop);
        if (!fresh && parts.meetInNext(loop, next, use, before, prior)) {
          report(
              BETWEEN_ITERATIONS,
              use,
              prior,
              "The compiler runs this loop in a MANUAL scope and orders nothing between its iterations.",
              "Carry the TaskId with init_values= and name it in deps=, use a buffer of its own for each iteration, or"
                  + " use pl.parallel if the order does not matter.");
        }
      }
    }
  }

  private static Told key(String code, Use use) {
    return new Told(code, use.access().argument().origin(), use.access().root());
  }

  /** Returns whether a warning of this kind was given for an argument: each has one at most. */
  private boolean isTold(String code, Use use) {
    return !told.isEmpty() && told.contains(key(code, use));
  }

  private void report(String code, Use use, Use prior, String why, String remedy) {
    Argument argument = use.access().argument();
    Launch earlier = prior.access().argument().launch();
    if (!told.add(key(code, use))) {
      return;
    }
    String name = use.access().root().sourceName();
    boolean same = earlier.origin().equals(argument.launch().origin());
    problems.accept(
        new Problem(
            code,
            Problem.Severity.WARNING,
            "Nothing orders this launch of '" + argument.launch().callee() + "' behind "
                + (same ? "itself in the iteration before" : "the launch of '" + earlier.callee() + "'")
                + " although it " + verb(use) + " '" + name + "', which that one " + verb(prior) + ". " + why + " "
                + remedy,
            argument.origin(),
            same
                ? List.of()
                : List.of(
                    new Problem.Related(
                        prior.access().argument().origin(),
                        "The other launch " + verb(prior) + " '" + name + "' here."))));
  }

  private static String verb(Use use) {
    return switch (use.access().kind()) {
      case READ -> "reads";
      case WRITE -> "writes";
      case READ_WRITE -> "reads and writes";
    };
  }
}
