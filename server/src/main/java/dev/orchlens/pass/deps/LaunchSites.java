package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.storage.StorageAnalysis;
import dev.orchlens.pass.storage.StorageLocation;
import dev.orchlens.pass.tools.Blocks;
import dev.orchlens.pass.tools.Launch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The launches of a function with what is around them, what they access, and which launches their explicit edges may
 * lead to. Edges are taken generously: a TaskId of unknown origin leads to every launch that it may stand for.
 */
final class LaunchSites {

  /** A statement around a launch: a loop, a scope, or one arm of a branch. */
  sealed interface Around {
    /** A loop. */
    record InLoop(Stmt.Loop loop) implements Around {}

    /** A MANUAL scope of the user. */
    record InManual(Stmt.RuntimeScope scope) implements Around {}

    /** An arm of a branch, 0 or 1. */
    record InArm(Stmt.If branch, int arm) implements Around {}
  }

  /**
   * An access with the direction of its argument before any rewrite.
   *
   * @param access what is done
   * @param direction how the argument is passed
   */
  record Use(Access access, ArgDirection direction) {}

  /**
   * A launch.
   *
   * @param launch the launch
   * @param call how it is written
   * @param around what is around it, the outermost first
   * @param uses its accesses whose place is known
   * @param roots the numbers of the buffers that it accesses
   * @param deps the values of its explicit edges
   * @param manualScope the outermost MANUAL scope of the user around it: the runtime knows no other inside
   */
  record Site(
      Launch launch,
      Expr.Invocation call,
      List<Around> around,
      List<Use> uses,
      BitSet roots,
      List<Var> deps,
      Optional<Stmt.RuntimeScope> manualScope) {

    /** Returns whether only one of the two can run. */
    boolean excludes(Site other) {
      for (Around mine : around) {
        if (mine instanceof Around.InArm(var branch, int arm) && other.isInOtherArm(branch, arm)) {
          return true;
        }
      }
      return false;
    }

    private boolean isInOtherArm(Stmt.If branch, int arm) {
      for (Around mine : around) {
        if (mine instanceof Around.InArm(var same, int myArm) && branch == same && arm != myArm) {
          return true;
        }
      }
      return false;
    }

    /** Returns whether both access some buffer. */
    boolean sharesBuffer(Site other) {
      return roots.intersects(other.roots);
    }

    boolean isIn(Stmt.Loop loop) {
      for (Around mine : around) {
        if (mine instanceof Around.InLoop(var l) && l == loop) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final Function function;
  private final StorageAnalysis storage;
  private final IntFunction<List<Var>> derived;
  private final NavigableMap<Integer, Site> sites = new TreeMap<>();
  private final Map<Var, List<Around>> definedIn = new HashMap<>();
  private final Map<Var, Set<Integer>> launches = new HashMap<>();
  private final Map<Var, Set<Var>> sources = new HashMap<>();
  private final Map<Var, Integer> rootNumbers = new HashMap<>();
  private final Map<Integer, BitSet> waitedFor = new HashMap<>();
  private int waitedForUpTo = -1;
  private final Map<Var, Set<Integer>> standsFor = new HashMap<>();
  private final Map<Var, Stmt.Loop> carriedBy = new HashMap<>();
  private final Map<Var, Stmt.For> counters = new HashMap<>();

  private LaunchSites(Program program, Function function, IntFunction<List<Var>> derived) {
    this.function = function;
    this.storage = StorageAnalysis.of(program, function);
    this.derived = derived;
  }

  /**
   * Finds the launches of {@code function}.
   *
   * @param derived the derived edges of each launch, by its number
   */
  static LaunchSites of(Program program, Function function, IntFunction<List<Var>> derived) {
    LaunchSites found = new LaunchSites(program, function, derived);
    found.statements(function.body(), List.of());
    return found;
  }

  /** Returns the launches in program order. */
  List<Site> all() {
    return List.copyOf(sites.values());
  }

  /** Returns whether a chain of explicit edges may lead from {@code later} to {@code earlier}. */
  boolean mayWaitFor(Site later, Site earlier) {
    int number = later.launch().number();
    if (number > waitedForUpTo) {
      // The earlier ones first: each then takes over what those say that it waits for.
      sites.subMap(waitedForUpTo, false, number, true).keySet().forEach(n -> waitedFor.put(n, reachable(n)));
      waitedForUpTo = number;
    }
    return waitedFor.get(number).get(earlier.launch().number());
  }

  /** What earlier launches wait for is found before, so that most of what a launch waits for is known at once. */
  private BitSet reachable(int from) {
    BitSet seen = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      List<Var> deps = sites.get(open.removeLast()).deps();
      for (int i = deps.size() - 1; i >= 0; i--) {
        for (int next : standsFor(deps.get(i))) {
          if (seen.get(next)) {
            continue;
          }
          seen.set(next);
          BitSet known = waitedFor.get(next);
          if (known == null) {
            open.add(next);
          } else {
            seen.or(known);
          }
        }
      }
    }
    return seen;
  }

  /** Returns whether an explicit edge of one of {@code inside} may lead to an earlier iteration of {@code loop}. */
  boolean waitForCarryOf(List<Site> inside, Stmt.Loop loop) {
    if (loop.carries().isEmpty()) {
      return false;
    }
    Set<Var> seen = new LinkedHashSet<>();
    SharedList.Once<Var> once = new SharedList.Once<>();
    for (Site site : inside) {
      once.each(site.deps(), dep -> addSources(dep, seen));
    }
    return loop.carries().stream().map(Carry::var).anyMatch(seen::contains);
  }

  /** Returns whether each iteration of {@code loop} has storage {@code root} of its own. */
  boolean isFreshIn(Var root, Stmt.Loop loop) {
    return definedIn.getOrDefault(root, List.of()).stream()
        .anyMatch(a -> a instanceof Around.InLoop(var l) && l == loop);
  }

  /**
   * Returns whether each iteration of {@code loop} sees the same values of a number: it is made outside, or counts a
   * loop inside whose bounds are the same every time.
   */
  boolean isSameInAll(Var number, Stmt.Loop loop) {
    Stmt.For counted = counters.get(number);
    boolean inside =
        definedIn.getOrDefault(number, List.of()).stream()
            .anyMatch(a -> a instanceof Around.InLoop(var l) && l == loop);
    if (counted == null) {
      return !inside && carriedBy.get(number) != loop;
    }
    return counted != loop
        && (!inside
            || Stream.of(counted.start(), counted.stop(), counted.step())
                .allMatch(bound -> numbersIn(bound).stream().allMatch(n -> isSameInAll(n, loop))));
  }

  private static Set<Var> numbersIn(Expr expr) {
    Set<Var> found = new LinkedHashSet<>();
    Walk.expression(expr, e -> {
      if (e instanceof Var var) {
        found.add(var);
      }
    });
    return found;
  }

  private Set<Integer> standsFor(Var var) {
    Set<Integer> known = standsFor.get(var);
    if (known == null) {
      known = new LinkedHashSet<>();
      for (Var source : closure(var)) {
        known.addAll(launches.getOrDefault(source, Set.of()));
      }
      standsFor.put(var, known);
    }
    return known;
  }

  /** Everything a value may come from, itself included. */
  private Set<Var> closure(Var var) {
    Set<Var> seen = new LinkedHashSet<>();
    addSources(var, seen);
    return seen;
  }

  /** Adds everything a value may come from, itself included; what comes from {@code seen} is there already. */
  private void addSources(Var var, Set<Var> seen) {
    if (!seen.add(var)) {
      return;
    }
    List<Var> open = new ArrayList<>(List.of(var));
    while (!open.isEmpty()) {
      for (Var source : sources.getOrDefault(open.removeLast(), Set.of())) {
        if (seen.add(source)) {
          open.add(source);
        }
      }
    }
  }

  private void statements(List<Stmt> body, List<Around> around) {
    for (Stmt stmt : body) {
      Walk.definedBy(stmt, var -> definedIn.put(var, around));
      switch (stmt) {
        case Stmt.Assign s -> value(s.value(), Optional.of(s.var()), around);
        case Stmt.Eval s -> value(s.expr(), Optional.empty(), around);
        case Stmt.Return s -> s.values().forEach(v -> value(v, Optional.empty(), around));
        case Stmt.If s -> {
          statements(s.then(), and(around, new Around.InArm(s, 0)));
          s.orElse().ifPresent(orElse -> statements(orElse, and(around, new Around.InArm(s, 1))));
          flow(s.then(), s.results());
          s.orElse().ifPresent(orElse -> flow(orElse, s.results()));
        }
        case Stmt.Loop s -> {
          s.carries().forEach(c -> carriedBy.put(c.var(), s));
          if (s instanceof Stmt.For counted) {
            counters.put(counted.var(), counted);
          }
          statements(s.body(), and(around, new Around.InLoop(s)));
          s.carries().forEach(c -> comesFrom(c.var(), c.init()));
          flow(s.body(), s.results());
          flow(s.body(), s.carries().stream().map(Carry::var).toList());
        }
        case Stmt.RuntimeScope s ->
            statements(s.body(), s.manual() ? and(around, new Around.InManual(s)) : around);
        case Stmt.Scope s -> statements(s.body(), around);
        case Stmt.Yield _, Stmt.Break _, Stmt.Continue _ -> { }
      }
    }
  }

  private static List<Around> and(List<Around> around, Around inner) {
    List<Around> all = new ArrayList<>(around);
    all.add(inner);
    return List.copyOf(all);
  }

  private void flow(List<Stmt> body, List<Var> targets) {
    Blocks.trailingYield(body).ifPresent(yield -> {
      for (int i = 0; i < Math.min(targets.size(), yield.values().size()); i++) {
        comesFrom(targets.get(i), yield.values().get(i));
      }
    });
  }

  private void comesFrom(Var target, Expr value) {
    if (value instanceof Expr.Const || value instanceof Expr.Invocation call && Launch.isLaunch(call)) {
      return;
    }
    Set<Var> all = sources.computeIfAbsent(target, _ -> new LinkedHashSet<>());
    Walk.expression(value, e -> {
      if (e instanceof Var source) {
        all.add(source);
      }
    });
  }

  private void value(Expr value, Optional<Var> result, List<Around> around) {
    result.ifPresent(var -> comesFrom(var, value));
    if (value instanceof Expr.Invocation call && Launch.isLaunch(call)) {
      Launch launch = Launch.of(function.name(), call, result);
      List<Use> uses = uses(launch, call);
      BitSet roots = new BitSet();
      uses.forEach(u -> roots.set(rootNumbers.computeIfAbsent(u.access().root(), _ -> rootNumbers.size())));
      sites.put(
          launch.number(),
          new Site(launch, call, around, uses, roots, deps(launch, call), outermostManual(around)));
      result.ifPresent(var -> launches.put(var, Set.of(launch.number())));
    }
  }

  private static Optional<Stmt.RuntimeScope> outermostManual(List<Around> around) {
    for (Around one : around) {
      if (one instanceof Around.InManual(var scope)) {
        return Optional.of(scope);
      }
    }
    return Optional.empty();
  }

  private List<Var> deps(Launch launch, Expr.Invocation call) {
    List<Expr> written = call instanceof Expr.Submit submit ? submit.deps() : call.attrs().manualDeps();
    List<Var> found = derived.apply(launch.number());
    List<Var> named = written.stream().filter(Var.class::isInstance).map(Var.class::cast).toList();
    if (found.isEmpty() || named.isEmpty()) {
      return found.isEmpty() ? named : found;
    }
    List<Var> deps = new ArrayList<>(found);
    deps.addAll(named);
    return deps;
  }

  private List<Use> uses(Launch launch, Expr.Invocation call) {
    List<Use> uses = new ArrayList<>();
    List<ArgDirection> directions = call.attrs().argDirections();
    for (int i = 0; i < Math.min(directions.size(), call.args().size()); i++) {
      Optional<AccessKind> kind = AccessKind.of(directions.get(i));
      if (kind.isPresent()
          && storage.resolve(call.args().get(i)) instanceof StorageAnalysis.Resolution.Known(var location)) {
        Argument argument = Argument.of(launch, call, i);
        for (StorageLocation.Alternative place : location.alternatives()) {
          uses.add(new Use(new Access(argument, kind.get(), place.root(), place.region()), directions.get(i)));
        }
      }
    }
    return uses;
  }
}
