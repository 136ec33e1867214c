package dev.orchlens.order;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Scalars;
import dev.orchlens.order.symbolic.Symbols;
import dev.orchlens.order.symbolic.Trips;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Follows an Orchestration function of the final program in the order in which it submits tasks,
 * and notes what is submitted, with what, and what each TaskId stands for. Loops are unfolded as
 * far as a plan says.
 */
final class Tracer {
  private static final int MOST_ROUNDS = 4;

  private final Function function;
  private final Scalars scalars;
  private final Tensors tensors;
  private final Handles handles = new Handles();
  private final Plan plan;
  private final Numbering numbering;
  private final Launcher launcher;
  private final List<Site> sites = new ArrayList<>();
  private final Map<Created, Root> created = new HashMap<>();
  private final Set<Var> hiding = new HashSet<>();
  private final List<Stmt.Loop> loops = new ArrayList<>();
  private final List<Long> iteration = new ArrayList<>();
  private List<Step> steps = new ArrayList<>();
  private Frame frame;
  private int branchDepth;
  private int manualDepth;
  private int scopeDepth;
  private int retracing;
  private boolean stopped;

  /** A buffer that is made, in an iteration of the loops that are unfolded. */
  private record Created(Var var, List<Long> iteration) {}

  /** A write of an array, in an iteration of the loops that are unfolded. */
  private record Write(Expr.Invocation call, List<Long> iteration) {}

  Tracer(Program program, Function function, Numbering numbering, Symbols symbols, Plan plan) {
    this.function = function;
    this.numbering = numbering;
    this.plan = plan;
    this.scalars = new Scalars(symbols, plan.inputs());
    this.tensors = new Tensors(scalars, numbering.standIns());
    this.launcher = new Launcher(program, scalars, tensors, handles, plan);
  }

  /** Follows the function once. */
  Trace trace() {
    tensors.parameters(function);
    body(function.body());
    return new Trace(
        steps,
        sites,
        tensors.roots(),
        tensors.wrongBuffers(),
        handles.count(),
        scalars.symbols(),
        !handles.outside());
  }

  private void body(List<Stmt> body) {
    makeHiding(body);
    for (Stmt stmt : body) {
      if (stopped) {
        return;
      }
      switch (stmt) {
        case Stmt.Assign s -> assign(s.var(), s.value());
        case Stmt.Eval s -> call(s.expr(), Optional.empty());
        case Stmt.If s -> branch(s);
        case Stmt.For s -> loop(s);
        case Stmt.While s -> once(s);
        case Stmt.RuntimeScope s -> scope(s);
        case Stmt.Scope s -> body(s.body());
        case Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
  }

  /**
   * The generated code makes buffers at the head of a body, and from there on one that hides a
   * parameter stands for it.
   */
  private void makeHiding(List<Stmt> body) {
    for (Stmt stmt : body) {
      boolean hides =
          stmt instanceof Stmt.Assign s
              && numbering.hiding().contains(s.var())
              && s.value() instanceof Expr.Call call
              && call.isOp(Ops.TENSOR_CREATE);
      if (hides) {
        assign(((Stmt.Assign) stmt).var(), ((Stmt.Assign) stmt).value());
        hiding.add(((Stmt.Assign) stmt).var());
      }
    }
  }

  private void scope(Stmt.RuntimeScope s) {
    if (s.manual() || manualDepth > 0) {
      manualDepth++;
      body(s.body());
      manualDepth--;
    } else {
      scopeDepth++;
      tensors.inScope(
          new RootScope(scopeDepth, frame != null),
          () -> {
            body(s.body());
            return !stopped;
          });
      scopeDepth--;
    }
  }

  private void assign(Var var, Expr value) {
    switch (value) {
      case Expr.Invocation call -> call(call, Optional.of(var));
      case Expr.TupleGet get -> launcher.element(var, get);
      case Var source -> alias(var, source);
      default -> {
        if (var.type() instanceof Type.Scalar) {
          scalars.assign(var, value, frame);
        }
      }
    }
  }

  private void alias(Var var, Expr source) {
    tensors.of(source).ifPresent(parts -> tensors.set(var, parts));
    handles.of(source).ifPresent(handle -> handles.set(var, handle));
    handles.array(source).ifPresent(array -> handles.set(var, array));
    if (var.type() instanceof Type.Scalar s && s.dtype().isInteger()) {
      scalars.assign(var, source, frame);
    }
  }

  private void call(Expr value, Optional<Var> target) {
    if (!(value instanceof Expr.Invocation call)) {
      return;
    }
    if (call.callee() instanceof Callee.Function || call.isOp(Ops.SYSTEM_TASK_DUMMY)) {
      submit(launcher.launch(place(call), call, target));
      return;
    }
    switch (call.callee().name()) {
      case Ops.TENSOR_CREATE ->
          target
              .filter(var -> !hiding.remove(var))
              .ifPresent(var -> tensors.set(var, List.of(Part.whole(create(var, call)))));
      case Ops.TENSOR_READ -> {
        launcher.hostAccess(place(call), call, false).ifPresent(this::submit);
        target.ifPresent(var -> scalars.assign(var, call, frame));
      }
      case Ops.TENSOR_WRITE -> {
        launcher.hostAccess(place(call), call, true).ifPresent(this::submit);
        target.ifPresent(var -> tensors.view(var, call));
      }
      case Ops.TENSOR_DIM -> target.ifPresent(var -> dim(var, call));
      case Ops.ARRAY_CREATE, Ops.ARRAY_UPDATE_ELEMENT, Ops.ARRAY_GET_ELEMENT ->
          target.ifPresent(var -> array(var, call));
      default -> target.ifPresent(var -> other(var, call));
    }
  }

  private Launcher.Place place(Expr.Invocation call) {
    return place(numbering.node(call));
  }

  private Launcher.Place place(OrderNode node) {
    long[] where = new long[iteration.size()];
    for (int i = 0; i < where.length; i++) {
      where[i] = iteration.get(i);
    }
    return new Launcher.Place(
        node, sites.size(), frame, manualDepth > 0, List.copyOf(loops), where);
  }

  private void submit(Site site) {
    site.conditional(branchDepth > 0);
    sites.add(site);
    steps.add(new Step.Submit(site));
    stopped |= sites.size() >= plan.mostSites();
  }

  private Root create(Var var, Expr.Invocation call) {
    Created key = new Created(var, List.copyOf(iteration));
    Root known = retracing > 0 ? created.get(key) : null;
    if (known == null) {
      known =
          tensors.root(
              Root.Kind.CREATED,
              var,
              call.type(),
              call.origin(),
              frame,
              !call.kwargs().isTrue("manual_dep"));
      created.put(key, known);
    }
    return known;
  }

  private void other(Var var, Expr.Invocation call) {
    if (!call.args().isEmpty()
        && call.args().getFirst() instanceof Var source
        && source.type().isTensor()) {
      launcher.ahead(function, source);
    }
    if (var.type() instanceof Type.Scalar) {
      scalars.assign(var, call, frame);
    } else if (!tensors.view(var, call) && var.type().isTensor()) {
      tensors.set(var, List.of(Part.whole(create(var, call))));
    }
  }

  private void dim(Var var, Expr.Invocation call) {
    Affine axis = scalars.of(call.args().get(1));
    if (call.args().getFirst().type() instanceof Type.Tensor t && axis.isConstant()) {
      int index = Math.floorMod(axis.constant(), t.shape().size());
      Affine extent = scalars.of(t.shape().get(index));
      if (extent.isKnown()) {
        scalars.set(var, extent);
        return;
      }
    }
    scalars.assign(var, call, frame);
  }

  private void array(Var var, Expr.Invocation call) {
    if (call.isOp(Ops.ARRAY_CREATE)) {
      handles.set(var, handles.created(call.type(), frame, steps::add));
      return;
    }
    Optional<TaskArray> array = handles.array(call.args().getFirst());
    if (array.isEmpty() || !call.args().getFirst().type().isTaskIdArray()) {
      if (var.type() instanceof Type.Scalar) {
        scalars.assign(var, call, frame);
      }
      return;
    }
    Affine index = scalars.of(call.args().get(1));
    if (call.isOp(Ops.ARRAY_GET_ELEMENT)) {
      handles.set(var, handles.read(array.get(), index, steps::add));
    } else {
      int value = handles.of(call.args().get(2)).orElse(Handles.NOTHING);
      handles.write(
          array.get(), new Write(call, List.copyOf(iteration)), index, value, frame, steps::add);
      handles.set(var, array.get());
    }
  }

  // ---------------------------------------------------------------- branches

  private void branch(Stmt.If s) {
    Optional<Boolean> decided = scalars.holds(s.condition()).or(() -> plan.decides(s.condition()));
    if (decided.isPresent()) {
      List<Stmt> arm = decided.get() ? s.then() : s.orElse().orElse(List.of());
      body(arm);
      hand(values(arm), s.results());
      return;
    }
    List<Step> outer = steps;
    List<Step> then = new ArrayList<>();
    List<Step> orElse = new ArrayList<>();
    Merge merge = new Merge(s.results(), tensors, handles);
    branchDepth++;
    steps = then;
    body(s.then());
    merge.arm(values(s.then()), then::add);
    handles.forgetLast();
    steps = orElse;
    s.orElse().ifPresent(this::body);
    merge.arm(values(s.orElse().orElse(List.of())), orElse::add);
    branchDepth--;
    steps = outer;
    steps.add(new Step.Either(then, orElse));
    handles.forgetLast();
    merge.finish(scalars, frame);
  }

  private static List<Expr> values(List<Stmt> body) {
    if (body.isEmpty()) {
      return List.of();
    }
    return switch (body.getLast()) {
      case Stmt.Yield yield -> yield.values();
      case Stmt.Scope scope -> values(scope.body());
      default -> List.of();
    };
  }

  /** Gives each target what the value of its position is. */
  private void hand(List<Expr> values, List<Var> targets) {
    for (int i = 0; i < Math.min(values.size(), targets.size()); i++) {
      alias(targets.get(i), values.get(i));
    }
  }

  // ---------------------------------------------------------------- loops

  private void loop(Stmt.For s) {
    for (Numbering.Compressed compressed : numbering.before(s)) {
      Site barrier =
          launcher.barrier(place(compressed.node()), handles.awaited(compressed.awaited()));
      submit(barrier);
      handles.set(compressed.awaited(), barrier.handle());
    }
    Trips probe = Trips.of(scalars, s, null, false);
    OptionalLong trips = plan.unfolds(s, probe.count(), sites.size());
    if (trips.isEmpty()) {
      repeated(s);
      return;
    }
    hand(
        s.carries().stream().map(Carry::init).toList(),
        s.carries().stream().map(Carry::var).toList());
    Collected collected = new Collected(s, i -> collects(s, i), tensors, handles, scalars, frame);
    loops.add(s);
    int position = iteration.size();
    iteration.add(0L);
    Affine start = scalars.of(s.start());
    Affine step = scalars.of(s.step());
    for (long i = 0; i < trips.getAsLong() && !stopped; i++) {
      iteration.set(position, i);
      scalars.set(s.var(), start.plus(step.times(i)));
      body(s.body());
      if (!stopped) {
        collected.iteration(numbering.handedOn(s, values(s.body())));
      }
    }
    iteration.removeLast();
    loops.removeLast();
    hand(s.carries().stream().map(c -> (Expr) c.var()).toList(), s.results());
    collected.finish(steps::add);
    stopped |= trips.getAsLong() < probe.count().orElse(0);
  }

  /**
   * Returns whether a loop keeps the TaskId of each iteration for those that wait for its result.
   */
  private boolean collects(Stmt.For loop, int carry) {
    if (carry >= loop.results().size()) {
      return false;
    }
    boolean planned =
        carry < loop.attrs().carryPlans().size()
            && loop.attrs().carryPlans().get(carry).arraySize() > 0;
    boolean awaited = numbering.isAwaited(loop.results().get(carry));
    OptionalLong trips = TripCount.of(loop);
    return planned || awaited && (trips.orElse(0) > 0 || loop.kind() == ForKind.PARALLEL);
  }

  /** The generated code has the body of a while loop once, and never asks its condition. */
  private void once(Stmt.While s) {
    hand(
        s.carries().stream().map(Carry::init).toList(),
        s.carries().stream().map(Carry::var).toList());
    body(s.body());
    hand(values(s.body()), s.results());
  }

  private void repeated(Stmt.For s) {
    int before = sites.size();
    Map<Integer, List<Part>> widened = new HashMap<>();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Repeated once = new Repeated(s, widened);
      boolean settled = once.trace();
      if (settled || round == MOST_ROUNDS - 1) {
        once.finish();
        return;
      }
      while (sites.size() > before) {
        sites.removeLast();
      }
      retracing++;
      stopped = false;
    }
  }

  /** A loop whose iterations are not told apart. */
  private final class Repeated {
    private final Stmt.For loop;
    private final Map<Integer, List<Part>> widened;
    private final List<Step> before = new ArrayList<>();
    private final List<Step> inside = new ArrayList<>();
    private final Map<Integer, Integer> ids = new HashMap<>();
    private final Map<Integer, Integer> all = new HashMap<>();
    private final Map<Integer, TaskArray> arrays = new HashMap<>();
    private final Frame own;
    private boolean always;

    Repeated(Stmt.For loop, Map<Integer, List<Part>> widened) {
      this.loop = loop;
      this.widened = widened;
      this.own = new Frame(frame);
    }

    /**
     * Follows one iteration; returns whether what it hands on is what it was assumed to be given.
     */
    boolean trace() {
      Trips trips = Trips.of(scalars, loop, own, false);
      own.countedBy(trips.counter());
      scalars.set(loop.var(), trips.value());
      always = trips.always();
      for (int i = 0; i < loop.carries().size(); i++) {
        enter(i, loop.carries().get(i));
      }
      handles.forgetLast();
      List<Step> outer = steps;
      Frame around = frame;
      steps = inside;
      frame = own;
      loops.add(loop);
      iteration.add(-1L);
      body(loop.body());
      boolean settled = yielded(numbering.handedOn(loop, values(loop.body())));
      iteration.removeLast();
      loops.removeLast();
      frame = around;
      steps = outer;
      handles.forgetLast();
      return settled;
    }

    private void enter(int i, Carry carry) {
      Var var = carry.var();
      tensors
          .of(carry.init())
          .ifPresent(p -> tensors.set(var, Tensors.either(p, widened.getOrDefault(i, List.of()))));
      handles
          .array(carry.init())
          .ifPresent(
              a -> {
                arrays.put(i, a);
                handles.set(var, a);
              });
      boolean isId = var.type().isTaskId() || handles.of(carry.init()).isPresent();
      if (isId) {
        int id = handles.fresh();
        before.add(
            new Step.Bind(
                id,
                new Step.Source.All(List.of(handles.of(carry.init()).orElse(Handles.NOTHING)))));
        ids.put(i, id);
        handles.set(var, id);
      }
      if (collects(loop, i)) {
        int id = handles.fresh();
        before.add(new Step.Bind(id, new Step.Source.Nothing()));
        all.put(i, id);
      }
      if (var.type() instanceof Type.Scalar t && t.dtype().isInteger() && !isId) {
        scalars.set(var, Affine.of(scalars.symbols().fresh(var.sourceName(), own, false)));
      }
    }

    private boolean yielded(List<Expr> values) {
      boolean settled = true;
      List<Step> moves = new ArrayList<>();
      for (int i = 0; i < Math.min(values.size(), loop.carries().size()); i++) {
        Expr value = values.get(i);
        settled &= storage(i, value);
        int next = handles.of(value).orElse(Handles.NOTHING);
        if (all.containsKey(i)) {
          moves.add(new Step.Bind(all.get(i), new Step.Source.All(List.of(all.get(i), next))));
        }
        if (ids.containsKey(i) && !(all.containsKey(i) && loop.kind() == ForKind.PARALLEL)) {
          int held = handles.bound(new Step.Source.All(List.of(next)), inside::add);
          moves.add(new Step.Bind(ids.get(i), new Step.Source.All(List.of(held))));
        }
        if (arrays.containsKey(i)) {
          TaskArray kept = arrays.get(i);
          handles.array(value).ifPresent(a -> handles.copy(kept, a, inside::add));
        }
      }
      inside.addAll(moves);
      return settled;
    }

    private boolean storage(int i, Expr value) {
      Var var = loop.carries().get(i).var();
      Optional<List<Part>> parts = tensors.of(value);
      Optional<List<Part>> given = tensors.of(var);
      if (parts.isEmpty() || given.isEmpty()) {
        return true;
      }
      List<Part> fresh = new ArrayList<>();
      for (Part part : parts.get()) {
        boolean isKnown =
            given.get().stream()
                .anyMatch(p -> Tensors.isSame(p, part) || p.root() == part.root() && p.earlier());
        if (!isKnown) {
          fresh.add(part.ofEarlier());
        }
      }
      if (!fresh.isEmpty()) {
        widened.merge(i, fresh, Tensors::either);
      }
      return fresh.isEmpty();
    }

    void finish() {
      steps.addAll(before);
      steps.add(new Step.Repeat(own, inside, always));
      Optional<Site> barrier =
          numbering
              .behind(loop)
              .map(node -> launcher.barrier(place(node), List.copyOf(all.values())));
      barrier.ifPresent(Tracer.this::submit);
      for (int i = 0; i < Math.min(loop.results().size(), loop.carries().size()); i++) {
        Var result = loop.results().get(i);
        Var carry = loop.carries().get(i).var();
        tensors.of(carry).ifPresent(p -> tensors.set(result, p));
        if (all.containsKey(i)) {
          handles.set(result, barrier.map(Site::handle).orElse(all.get(i)));
        } else if (ids.containsKey(i)) {
          handles.set(result, ids.get(i));
        }
        if (arrays.containsKey(i)) {
          handles.set(result, arrays.get(i));
        }
        if (result.type() instanceof Type.Scalar t
            && t.dtype().isInteger()
            && !result.type().isTaskId()) {
          scalars.set(
              result, Affine.of(scalars.symbols().fresh(result.sourceName(), frame, false)));
        }
      }
    }
  }
}
