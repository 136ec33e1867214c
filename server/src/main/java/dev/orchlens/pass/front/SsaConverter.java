package dev.orchlens.pass.front;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.ScopedMap;
import dev.orchlens.pass.tools.TypedRewriter;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Converts one function for {@link ConvertToSSA}. Used once, by one thread. */
final class SsaConverter {
  private static final Comparator<Var> BY_NAME = Comparator.comparing(Var::name);
  private static final Visits.Kind<SsaRegion> REGIONS = new Visits.Kind<>();
  private static final Later NOTHING = _ -> Set.of();

  /** What the statements behind the present one read before they assign it. */
  private interface Later {
    /** Returns those of {@code candidates} that are read. */
    Set<Var> readFirst(List<Var> candidates);
  }

  private final Function function;
  private final Consumer<Problem> problems;
  private final PassMemory memory;
  private final Current current = new Current();

  /** Latest version of each variable of the source. */
  private final ScopedMap<Var, Var> versions = new ScopedMap<>();

  private final Map<Var, Integer> nextVersion = new IdentityHashMap<>();

  /**
   * Variables of the source in the order in which they first got a version, with their place in it.
   */
  private final Map<Var, Integer> order = new LinkedHashMap<>();

  private final LastReads lastReads;
  private final SsaRegion.State state = new Versions();

  /** Notes what the present region reads; null outside of regions. */
  private SsaRegion.Recorder recorder;

  private Later later = NOTHING;
  private boolean comparesTypes;

  SsaConverter(Function function, Consumer<Problem> problems, PassMemory memory) {
    this.function = function;
    this.problems = problems;
    this.memory = memory;
    this.lastReads = new LastReads(function.body(), memory);
  }

  /**
   * Returns whether it mattered which types are the very same objects. What is remembered makes
   * others the same than a first conversion would, so that then nothing may be remembered.
   */
  boolean comparesTypes() {
    return comparesTypes;
  }

  /** Returns the function in static single assignment form. */
  Function convert() {
    List<Param> params = new ArrayList<>();
    for (Param param : function.params()) {
      Var var = param.var();
      params.add(new Param(assign(var, var.type(), var.origin()), param.direction()));
    }
    return function.withSignature(params, function.returnTypes()).withBody(body(function.body()));
  }

  // ---------------------------------------------------------------- versions

  private Var version(Var source, String role, Type type, Origin origin) {
    if (!AutoName.isBaseAllowed(source.name())) {
      throw new Rejection(
          new Problem(
              Code.NAME_RESERVED_DELIMITER,
              "The name '"
                  + source.sourceName()
                  + "' contains a double underscore, which the compiler keeps for names"
                  + " of its own; rename the variable.",
              source.origin()));
    }
    touch(source);
    int number = nextVersion.merge(source, 1, Integer::sum) - 1;
    return memory.variable(
        AutoName.versioned(source.name(), role, number), source.sourceName(), type, origin);
  }

  private Var assign(Var source, Type type, Origin origin) {
    Var var = version(source, "ssa", current.type(type), origin);
    set(source, var);
    return var;
  }

  private void set(Var source, Var version) {
    touch(source);
    if (recorder != null) {
      recorder.assigns(source);
    }
    state.assigned(source);
    versions.put(source, version);
  }

  /** Returns the latest version of a variable of the source, or null. */
  private Var latest(Var source) {
    touch(source);
    return versions.get(source);
  }

  private void touch(Var source) {
    if (recorder != null) {
      recorder.touches(source, state);
    }
  }

  private int place(Var source) {
    dependOnMore();
    return order.get(source);
  }

  private void dependOnMore() {
    if (recorder != null) {
      recorder.readsMore();
    }
  }

  /** What regions read and change. */
  private final class Versions implements SsaRegion.State {
    @Override
    public SsaRegion.Before before(Var source) {
      return new SsaRegion.Before(versions.get(source), nextVersion.getOrDefault(source, 0));
    }

    @Override
    public boolean isReadBehind(Var source, Stmt.Loop loop) {
      return lastReads.isReadBehind(source, loop);
    }

    @Override
    public void version(Var source, Var version) {
      versions.put(source, version);
    }

    @Override
    public void next(Var source, int next) {
      nextVersion.put(source, next);
    }

    @Override
    public void assigned(Var source) {
      order.putIfAbsent(source, order.size());
    }
  }

  /** Replaces variables of the source by their latest versions, in types as well. */
  private final class Current extends TypedRewriter {
    @Override
    public Expr use(Var var) {
      Var version = latest(var);
      return version == null ? var : version;
    }

    Type type(Type type) {
      return TypeExprs.map(type, this::expr);
    }
  }

  // ---------------------------------------------------------------- statements

  /**
   * Converts a body. Inside a list, what is needed later is what the rest of this list reads; a
   * body of one statement keeps the needs of the list around it, as in the reference.
   */
  private List<Stmt> body(List<Stmt> body) {
    if (body.size() == 1) {
      return List.of(statement(body.getFirst()));
    }
    List<Stmt> out = new ArrayList<>(body.size());
    for (int i = 0; i < body.size(); i++) {
      List<Stmt> behind = body.subList(i + 1, body.size());
      later = behind.isEmpty() ? NOTHING : candidates -> LiveIn.readFirst(behind, candidates);
      out.add(statement(body.get(i)));
    }
    return out;
  }

  private Stmt statement(Stmt stmt) {
    memory.poll();
    return switch (stmt) {
      case Stmt.Assign s -> {
        Expr value = current.expr(s.value());
        Type type = assignedType(s.var().type(), value.type(), value);
        yield new Stmt.Assign(assign(s.var(), type, s.var().origin()), value, s.origin());
      }
      case Stmt.For s -> loop(s);
      case Stmt.While s -> loop(s);
      case Stmt.If s -> branch(s);
      case Stmt.Scope s -> recorder == null && Visits.isRegion(s) ? region(s) : scope(s);
      case Stmt.Eval _, Stmt.Return _, Stmt.Yield _, Stmt.Break _, Stmt.Continue _ ->
          current.statement(stmt).getFirst();
    };
  }

  /**
   * Returns the type a variable has once {@code value} is assigned to it: that of the value where
   * it knows shapes, with the allocation annotated on the variable, which no operator's result
   * carries.
   */
  private static Type assignedType(Type declared, Type ofValue, Expr value) {
    boolean decides =
        value instanceof Var
            || ofValue instanceof Type.Shaped
            || ofValue instanceof Type.Array
            || ofValue instanceof Type.Tuple;
    Type chosen = decides && !(ofValue instanceof Type.Unknown) ? ofValue : declared;
    if (chosen instanceof Type.Tensor t
        && t.memRef().isEmpty()
        && declared instanceof Type.Tensor d
        && d.memRef().isPresent()) {
      return new Type.Tensor(t.shape(), t.dtype(), t.view(), d.memRef(), t.distributed());
    }
    return chosen;
  }

  // ---------------------------------------------------------------- loops

  /**
   * The carries a loop gets beside those the user wrote: variables of the source with their carry
   * and result.
   */
  private record Added(Var source, Carry carry, Var result) {}

  private Stmt loop(Stmt.Loop loop) {
    Later behind = later;
    Expr start = loop instanceof Stmt.For f ? current.expr(f.start()) : null;
    Expr stop = loop instanceof Stmt.For f ? current.expr(f.stop()) : null;
    Expr step = loop instanceof Stmt.For f ? current.expr(f.step()) : null;
    List<Carry> carries = new ArrayList<>();
    for (Carry carry : loop.carries()) {
      Var var = carry.var();
      Var copy =
          memory.variable(var.name(), var.sourceName(), current.type(var.type()), var.origin());
      carries.add(new Carry(copy, current.expr(carry.init())));
    }
    List<Added> added = new ArrayList<>(carried(loop));
    added.addAll(escaping(loop, behind));
    added.forEach(a -> carries.add(a.carry));

    int outside = versions.mark();
    Var loopVar = null;
    if (loop instanceof Stmt.For f) {
      loopVar = version(f.var(), "idx", f.var().type(), f.var().origin());
      set(f.var(), loopVar);
    }
    for (int i = 0; i < loop.carries().size(); i++) {
      set(loop.carries().get(i).var(), carries.get(i).var());
    }
    added.forEach(a -> set(a.source, a.carry.var()));
    Expr condition = loop instanceof Stmt.While w ? current.expr(w.condition()) : null;
    List<Stmt> body = body(loop.body());
    List<Expr> yields = new ArrayList<>();
    Bodies.trailingYield(body).ifPresent(y -> yields.addAll(y.values()));
    added.forEach(a -> yields.add(latest(a.source)));
    if (!yields.isEmpty()) {
      body = Bodies.withTrailingYield(body, yields, loop.origin());
    }
    versions.rollback(outside);

    added.forEach(a -> set(a.source, a.result));
    List<Var> results = results(loop);
    added.forEach(a -> results.add(a.result));
    return switch (loop) {
      case Stmt.For f ->
          new Stmt.For(
              loopVar, start, stop, step, carries, body, results, f.kind(), f.attrs(), f.origin());
      case Stmt.While w -> new Stmt.While(condition, carries, body, results, w.origin());
    };
  }

  /**
   * Returns copies of the results the user gave the loop, and makes them the versions of their
   * carries.
   */
  private List<Var> results(Stmt.Loop loop) {
    List<Var> results = new ArrayList<>();
    for (Var result : loop.results()) {
      Var copy =
          memory.variable(
              result.name(), result.sourceName(), current.type(result.type()), result.origin());
      set(result, copy);
      results.add(copy);
    }
    for (int i = 0; i < Math.min(loop.carries().size(), results.size()); i++) {
      set(loop.carries().get(i).var(), results.get(i));
    }
    return results;
  }

  /** Returns carries for what the loop assigns and what had a value before it, by name. */
  private List<Added> carried(Stmt.Loop loop) {
    List<Added> out = new ArrayList<>();
    List<Var> sources = candidates(loop, true);
    sources.sort(BY_NAME);
    for (Var source : sources) {
      Var init = latest(source);
      Var carry = version(source, "iter", init.type(), loop.origin());
      Var result = version(source, "rv", init.type(), loop.origin());
      out.add(new Added(source, new Carry(carry, init), result));
    }
    return out;
  }

  /** Returns carries for what the loop first assigns and what is read behind it, by name. */
  private List<Added> escaping(Stmt.Loop loop, Later behind) {
    List<Var> sources = candidates(loop, false);
    if (sources.isEmpty()) {
      return List.of();
    }
    sources.retainAll(behind.readFirst(sources));
    if (sources.isEmpty()) {
      return List.of();
    }
    sources.sort(BY_NAME);
    Map<Var, Type> types = new IdentityHashMap<>();
    Walk.statements(
        loop.body(),
        s -> {
          if (s instanceof Stmt.Assign a) {
            types.put(a.var(), assignedType(a.var().type(), a.value().type(), a.value()));
          }
        });
    List<Added> out = new ArrayList<>();
    for (Var source : sources) {
      Type type = current.type(types.get(source));
      Var init = initialValue(type).orElseGet(() -> undefined(source, type, loop.origin()));
      Var carry = version(source, "iter", type, loop.origin());
      Var result = version(source, "rv", type, loop.origin());
      out.add(new Added(source, new Carry(carry, init), result));
    }
    return out;
  }

  /**
   * Returns what a loop assigns beside its counter and its carries: what had a value before it, or
   * what had none and is read behind it.
   */
  private List<Var> candidates(Stmt.Loop loop, boolean hadValue) {
    Set<Var> own = new HashSet<>();
    loop.carries().forEach(c -> own.add(c.var()));
    if (loop instanceof Stmt.For f) {
      own.add(f.var());
    }
    Set<Var> out = new LinkedHashSet<>();
    for (Var source : lastReads.assigned(loop)) {
      if ((latest(source) != null) == hadValue
          && (hadValue || isReadBehind(source, loop))
          && !own.contains(source)) {
        out.add(source);
      }
    }
    return new ArrayList<>(out);
  }

  private boolean isReadBehind(Var source, Stmt.Loop loop) {
    boolean isRead = lastReads.isReadBehind(source, loop);
    if (recorder != null) {
      recorder.readBehind(source, loop, isRead);
    }
    return isRead;
  }

  /**
   * Returns a value that can stand for a variable when the loop that first assigns it does not run:
   * one whose type is the very same object, an output parameter first, else the oldest variable.
   */
  private Optional<Var> initialValue(Type type) {
    if (type instanceof Type.Scalar) {
      return Optional.empty();
    }
    dependOnMore();
    comparesTypes = true;
    for (Param param : function.params()) {
      Var version = versions.get(param.var());
      if (param.direction() != ParamDirection.IN && version != null && version.type() == type) {
        return Optional.of(version);
      }
    }
    for (Var source : order.keySet()) {
      Var version = versions.get(source);
      if (version != null && version.type() == type) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  private Var undefined(Var source, Type type, Origin loop) {
    dependOnMore();
    problems.accept(
        new Problem(
            Code.SSA_NO_VALUE_WITHOUT_ITERATION,
            "'"
                + source.sourceName()
                + "' gets its first value inside this loop and is read behind it, so it has no"
                + " value when the loop does not run; assign it before the loop or carry it with"
                + " init_values=.",
            loop));
    return new Var(source.name(), source.sourceName(), type, loop);
  }

  // ---------------------------------------------------------------- branches

  private Stmt branch(Stmt.If s) {
    Expr condition = current.expr(s.condition());
    int outside = versions.mark();
    List<Stmt> then = body(s.then());
    Map<Var, Var> thenVersions = versions.changesSince(outside);
    versions.rollback(outside);
    Optional<List<Stmt>> orElse = Optional.empty();
    Map<Var, Var> elseVersions = Map.of();
    if (s.orElse().isPresent()) {
      orElse = Optional.of(body(s.orElse().get()));
      elseVersions = versions.changesSince(outside);
      versions.rollback(outside);
    }
    List<Var> merged = merged(thenVersions, elseVersions);
    List<Var> results = new ArrayList<>();
    if (merged.isEmpty()) {
      s.results().forEach(r -> results.add(branchResult(r)));
      return new Stmt.If(condition, then, orElse, results, s.origin());
    }
    List<Var> thenValues = new ArrayList<>();
    List<Var> elseValues = new ArrayList<>();
    for (Var source : merged) {
      Var before = latest(source);
      Var thenValue = thenVersions.getOrDefault(source, before);
      results.add(version(source, "phi", thenValue.type(), s.origin()));
      thenValues.add(thenValue);
      elseValues.add(elseVersions.getOrDefault(source, before));
    }
    for (int i = 0; i < merged.size(); i++) {
      set(merged.get(i), results.get(i));
    }
    s.results().stream()
        .filter(r -> !merged.contains(r))
        .forEach(r -> results.add(branchResult(r)));
    List<Stmt> elseBody =
        orElse
            .map(b -> Bodies.withTrailingYield(b, elseValues, s.origin()))
            .orElseGet(() -> List.of(new Stmt.Yield(List.copyOf(elseValues), s.origin())));
    then = Bodies.withTrailingYield(then, thenValues, s.origin());
    return new Stmt.If(condition, then, Optional.of(elseBody), results, s.origin());
  }

  private Var branchResult(Var result) {
    Var version = version(result, "rv", current.type(result.type()), result.origin());
    set(result, version);
    return version;
  }

  /**
   * Returns what has another value behind a branch than before it, and what both branches first
   * assign, by name.
   */
  private List<Var> merged(Map<Var, Var> thenVersions, Map<Var, Var> elseVersions) {
    Set<Var> changed = new HashSet<>(thenVersions.keySet());
    changed.addAll(elseVersions.keySet());
    List<Var> out = new ArrayList<>();
    for (Var source : changed) {
      Var before = latest(source);
      Var then = thenVersions.getOrDefault(source, before);
      Var orElse = elseVersions.getOrDefault(source, before);
      boolean differs = then != before || orElse != before;
      boolean isKnown = before != null || (then != null && orElse != null);
      if (differs && isKnown) {
        out.add(source);
      }
    }
    out.sort(BY_NAME.thenComparingInt(this::place));
    return out;
  }

  // ---------------------------------------------------------------- regions

  /** Converts a region, or takes over what the last run made of it. */
  private Stmt region(Stmt.Scope region) {
    SsaRegion known = memory.visits().earlier(REGIONS, region);
    if (known == null || known.asksBehind()) {
      lastReads.open(region);
    }
    if (known != null && known.holds(state) && memory.takeOver(known.made())) {
      memory.visits().keep(REGIONS, region, known);
      return known.repeated(state);
    }
    lastReads.open(region);
    recorder = new SsaRegion.Recorder();
    memory.record();
    int mark = versions.mark();
    Stmt converted = scope(region);
    Map<Var, Var> changed = versions.changesSince(mark);
    memory
        .visits()
        .keep(REGIONS, region, recorder.region(converted, state, changed, memory.recorded()));
    recorder = null;
    return converted;
  }

  /**
   * Converts a region. Its options name the versions from before it. A region that becomes a
   * function of its own hides what is read behind it from the loops inside it, so that they do not
   * carry it (docs/en/dev/passes/convert_to_ssa, "Scope-Boundary Escaping Guard").
   */
  private Stmt scope(Stmt.Scope s) {
    Stmt.Scope out = s.withAttrs(current.options(s.attrs()));
    if (s instanceof Stmt.SpmdScope spmd) {
      Expr coreNum = current.expr(spmd.coreNum());
      out = new Stmt.SpmdScope(coreNum, spmd.syncStart(), out.attrs(), s.body(), s.origin());
    }
    if (s instanceof Stmt.RuntimeScope || s instanceof Stmt.SplitAivScope) {
      return out.withBody(body(s.body()));
    }
    Later behind = later;
    later = NOTHING;
    List<Stmt> body = body(s.body());
    later = behind;
    return out.withBody(body);
  }
}
