package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Scalars;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes the sites of a trace: what a launch passes, waits for and gives back. */
final class Launcher {
  private final Program program;
  private final Scalars scalars;
  private final Tensors tensors;
  private final Handles handles;
  private final Plan plan;
  private final Map<Var, Results> results = new HashMap<>();

  /** What the elements of a launch's result are. */
  private record Results(List<Optional<List<Part>>> parts, int handle) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Where in a trace something is submitted. */
  static final class Place {
    private final OrderNode node;
    private final int index;
    private final Frame frame;
    private final boolean manual;
    private final List<Stmt.Loop> loops;
    private final long[] iteration;

    /** Makes a place; see {@link Site} for what it says. */
    Place(
        OrderNode node,
        int index,
        Frame frame,
        boolean manual,
        List<Stmt.Loop> loops,
        long[] iteration) {
      this.node = node;
      this.index = index;
      this.frame = frame;
      this.manual = manual;
      this.loops = loops;
      this.iteration = iteration;
    }
  }

  Launcher(Program program, Scalars scalars, Tensors tensors, Handles handles, Plan plan) {
    this.program = program;
    this.scalars = scalars;
    this.tensors = tensors;
    this.handles = handles;
    this.plan = plan;
  }

  /** Makes the site of a launch or barrier whose result {@code target} takes. */
  Site launch(Place place, Expr.Invocation call, Optional<Var> target) {
    Optional<Function> callee = program.function(call.callee());
    int handle = handles.fresh();
    List<Use> uses = new ArrayList<>();
    Map<Var, List<Part>> given = new HashMap<>();
    List<Optional<List<Part>>> passed = new ArrayList<>();
    for (int i = 0; i < call.args().size(); i++) {
      int index = i;
      Optional<List<Part>> parts =
          tensors.of(call.args().get(i)).map(all -> all.stream().map(p -> p.via(index)).toList());
      passed.add(parts);
      parts.ifPresent(
          p -> uses.add(new Use(p, direction(call, index), index, call.argOrigin(index))));
    }
    List<Root> made = new ArrayList<>();
    List<Optional<List<Part>>> byParam =
        callee.map(f -> byParam(f, call, passed, place, made, uses)).orElse(List.of());
    callee.ifPresent(
        f -> {
          for (int i = 0; i < f.params().size(); i++) {
            Var param = f.params().get(i).var();
            byParam.get(i).ifPresent(p -> given.put(param, p));
          }
        });
    List<Touch> read = predicate(call, uses);
    Site site =
        new Site(
            place.index,
            place.node,
            place.frame,
            place.manual,
            uses,
            deps(call, uses, place.manual),
            place.loops,
            place.iteration,
            reader(place, callee, call, given, read));
    site.handle(handle);
    made.forEach(root -> root.madeBy(site));
    target.ifPresent(var -> give(var, call, callee, byParam, handle));
    bindWritten(call, handle);
    return site;
  }

  private static Optional<ArgDirection> direction(Expr.Invocation call, int index) {
    List<ArgDirection> directions = call.attrs().argDirections();
    ArgDirection direction =
        index < directions.size() ? directions.get(index) : ArgDirection.IN_OUT;
    return Optional.of(direction == ArgDirection.OUTPUT ? ArgDirection.OUTPUT_EXISTING : direction);
  }

  /**
   * Returns the part of each parameter, with new buffers for the outputs that the launch leaves
   * out.
   */
  private List<Optional<List<Part>>> byParam(
      Function callee,
      Expr.Invocation call,
      List<Optional<List<Part>>> passed,
      Place place,
      List<Root> made,
      List<Use> uses) {
    List<Param> params = callee.params();
    int missing = Math.max(0, params.size() - call.args().size());
    int contexts = 0;
    while (contexts < call.args().size()
        && missing > 0
        && params.get(params.size() - 1 - contexts).var().type().equals(Type.COMM_CTX)) {
      contexts++;
    }
    List<Optional<List<Part>>> all = new ArrayList<>();
    for (int i = 0; i < params.size(); i++) {
      int firstLeftOut = call.args().size() - contexts;
      if (i < firstLeftOut) {
        all.add(passed.get(i));
      } else if (i >= firstLeftOut + missing) {
        all.add(passed.get(i - missing));
      } else if (params.get(i).direction() == ParamDirection.OUT
          && params.get(i).var().type().isTensor()) {
        Var var = params.get(i).var();
        Root root = tensors.root(Root.Kind.MADE, var, var.type(), call.origin(), place.frame, true);
        made.add(root);
        List<Part> whole = List.of(Part.whole(root).via(i));
        uses.add(new Use(whole, Optional.of(ArgDirection.OUTPUT), i, call.origin()));
        all.add(Optional.of(whole));
      } else {
        all.add(Optional.empty());
      }
    }
    return all;
  }

  private void give(
      Var target,
      Expr.Invocation call,
      Optional<Function> callee,
      List<Optional<List<Part>>> byParam,
      int handle) {
    List<Optional<List<Part>>> returned = callee.map(f -> returned(f, byParam)).orElse(List.of());
    handles.set(target, handle);
    if (call.type() instanceof Type.Tuple(List<Type> types)) {
      returned = callee.isPresent() ? elements(callee.get(), types, returned, byParam) : returned;
      results.put(target, new Results(returned, handle));
    } else if (target.type().isTensor()) {
      tensors.set(
          target,
          returned.stream()
              .flatMap(Optional::stream)
              .findFirst()
              .or(
                  () ->
                      callee.flatMap(
                          f -> outputs(f, byParam).stream().flatMap(Optional::stream).findFirst()))
              .orElseGet(() -> unknown(target)));
    }
  }

  /**
   * As the generated code has it: where the buffer of some result is not known, the last results
   * are the outputs.
   */
  private static List<Optional<List<Part>>> elements(
      Function callee,
      List<Type> types,
      List<Optional<List<Part>>> returned,
      List<Optional<List<Part>>> byParam) {
    int count = types.size() - (!types.isEmpty() && types.getLast().isTaskId() ? 1 : 0);
    boolean isExact = returned.size() >= count;
    for (int i = 0; i < count && isExact; i++) {
      isExact = !types.get(i).isTensor() || returned.get(i).isPresent();
    }
    if (isExact) {
      return returned;
    }
    List<Optional<List<Part>>> outputs = outputs(callee, byParam);
    List<Optional<List<Part>>> all = new ArrayList<>();
    int first = Math.max(0, count - outputs.size());
    for (int i = 0; i < count; i++) {
      all.add(i >= first ? outputs.get(i - first) : Optional.empty());
    }
    return all;
  }

  private List<Part> unknown(Var var) {
    return List.of(
        Part.whole(tensors.root(Root.Kind.CREATED, var, var.type(), var.origin(), null, true)));
  }

  private static List<Optional<List<Part>>> returned(
      Function callee, List<Optional<List<Part>>> byParam) {
    if (callee.body().isEmpty() || !(callee.body().getLast() instanceof Stmt.Return last)) {
      return outputs(callee, byParam);
    }
    List<Optional<List<Part>>> all = new ArrayList<>();
    for (Expr value : last.values()) {
      Optional<List<Part>> parts = Optional.empty();
      for (int i = 0; i < callee.params().size(); i++) {
        if (callee.params().get(i).var() == value) {
          parts = byParam.get(i);
        }
      }
      all.add(parts);
    }
    return all;
  }

  private static List<Optional<List<Part>>> outputs(
      Function callee, List<Optional<List<Part>>> byParam) {
    List<Optional<List<Part>>> all = new ArrayList<>();
    for (int i = 0; i < callee.params().size(); i++) {
      if (callee.params().get(i).direction() != ParamDirection.IN) {
        all.add(byParam.get(i));
      }
    }
    return all;
  }

  /**
   * Takes a tensor for the buffer that a launch further down will write: a staging buffer that was
   * fused into a window of its target may stand before the launch that gives the target its name
   * (docs/reference-defects.md).
   */
  void ahead(Function function, Var var) {
    if (tensors.of(var).isPresent()) {
      return;
    }
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var target, Expr.Invocation call, var _)
              && target == var) {
            program
                .function(call.callee())
                .ifPresent(
                    callee -> {
                      List<Optional<List<Part>>> passed =
                          call.args().stream().map(tensors::of).toList();
                      if (passed.size() == callee.params().size()) {
                        returned(callee, passed).stream()
                            .flatMap(Optional::stream)
                            .findFirst()
                            .ifPresent(p -> tensors.set(var, p));
                      }
                    });
          }
        });
  }

  /** Takes over an element of a launch's result. */
  void element(Var var, Expr.TupleGet get) {
    Results of = get.tuple() instanceof Var tuple ? results.get(tuple) : null;
    if (of == null) {
      return;
    }
    handles.set(var, of.handle());
    if (var.type().isTensor()) {
      Optional<List<Part>> parts =
          get.index() < of.parts().size() ? of.parts().get(get.index()) : Optional.empty();
      tensors.set(var, parts.orElseGet(() -> unknown(var)));
    }
  }

  /** What the compiler derives may wait for whoever wrote a buffer last. */
  private void bindWritten(Expr.Invocation call, int handle) {
    for (int i = 0; i < call.args().size(); i++) {
      boolean writes =
          direction(call, i)
              .filter(d -> d == ArgDirection.OUTPUT_EXISTING || d == ArgDirection.IN_OUT)
              .isPresent();
      if (writes && call.args().get(i) instanceof Var var && var.type().isTensor()) {
        handles.set(var, handle);
      }
    }
  }

  private List<Site.Dep> deps(Expr.Invocation call, List<Use> uses, boolean manual) {
    List<Site.Dep> deps = new ArrayList<>();
    List<Expr> named =
        new ArrayList<>(
            call instanceof Expr.Submit submit ? submit.deps() : call.attrs().manualDeps());
    int written = named.size();
    named.addAll(call.attrs().compilerDeps());
    List<Integer> awaited = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      String name = i < written && named.get(i) instanceof Var var ? var.sourceName() : "";
      List<Integer> own = handles.awaited(named.get(i));
      own.stream()
          .filter(h -> h != Handles.NOTHING)
          .forEach(h -> deps.add(new Site.Dep(h, false, name)));
      awaited.addAll(own);
    }
    handles.together(awaited).forEach(h -> deps.add(new Site.Dep(h, false, "")));
    if (!manual) {
      makers(uses, deps);
    }
    return deps;
  }

  /**
   * The runtime finds the task that it made a buffer for by the buffer itself, whatever the
   * direction.
   */
  private static void makers(List<Use> uses, List<Site.Dep> deps) {
    for (Use use : uses) {
      for (Part part : use.parts()) {
        if (part.root().maker() != null && !part.earlier()) {
          deps.add(new Site.Dep(part.root().maker().handle(), true, ""));
        }
      }
    }
  }

  private List<Touch> predicate(Expr.Invocation call, List<Use> uses) {
    List<Touch> touches = new ArrayList<>();
    if (call instanceof Expr.Submit submit && submit.predicate().isPresent()) {
      Walk.expression(
          submit.predicate().get(),
          e -> {
            if (e instanceof Expr.Call read && read.isOp(Ops.TENSOR_READ)) {
              tensors
                  .of(read.args().getFirst())
                  .ifPresent(
                      parts -> {
                        List<Part> element =
                            element(read, parts).stream().map(p -> p.via(-1)).toList();
                        uses.add(new Use(element, Optional.empty(), -1, read.origin()));
                        element.forEach(p -> touches.add(new Touch(p, Touch.Kind.READ, p.exact())));
                      });
            }
          });
    }
    return touches;
  }

  private List<Part> element(Expr.Invocation read, List<Part> parts) {
    List<Affine> starts = KernelWindows.elements(scalars, read, 1);
    return KernelWindows.window(parts, starts, starts.stream().map(_ -> Affine.ONE).toList());
  }

  /** Makes the site of a barrier of the generated code alone. */
  Site barrier(Place place, List<Integer> awaited) {
    List<Site.Dep> deps = awaited.stream().map(h -> new Site.Dep(h, false, "")).toList();
    Site site =
        new Site(
            place.index,
            place.node,
            place.frame,
            place.manual,
            List.of(),
            deps,
            place.loops,
            place.iteration,
            List::of);
    site.handle(handles.fresh());
    return site;
  }

  /**
   * Makes the site of an access of the orchestrator itself; nothing when the tensor is not
   * followed.
   */
  Optional<Site> hostAccess(Place place, Expr.Invocation call, boolean writes) {
    Optional<List<Part>> parts = tensors.of(call.args().getFirst());
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    List<Part> element = element(call, parts.get()).stream().map(p -> p.via(0)).toList();
    // The wait looks at the element's tensor as it was written: the whole value.
    List<Use> uses =
        List.of(new Use(parts.get(), Optional.of(ArgDirection.INPUT), 0, call.origin()));
    List<Site.Dep> deps = new ArrayList<>();
    makers(uses, deps);
    Touch.Kind kind = writes ? Touch.Kind.WRITE : Touch.Kind.READ;
    List<Touch> touches =
        element.stream().map(p -> new Touch(p, kind, p.exact() && element.size() == 1)).toList();
    Site site =
        new Site(
            place.index,
            place.node,
            place.frame,
            false,
            uses,
            deps,
            place.loops,
            place.iteration,
            () -> touches);
    site.handle(handles.fresh());
    return Optional.of(site);
  }

  /** A kernel without a body may read what it is passed to read and to write. */
  private void undeclared(Expr.Invocation call, List<Touch> touches) {
    List<Touch> reads = new ArrayList<>();
    for (Touch touch : touches) {
      int via = touch.part().via();
      boolean isRead =
          via >= 0 && direction(call, via).filter(d -> d == ArgDirection.IN_OUT).isPresent();
      if (isRead && touch.kind() == Touch.Kind.WRITE) {
        reads.add(new Touch(touch.part(), Touch.Kind.READ, false));
      }
    }
    touches.addAll(reads);
  }

  private Supplier<List<Touch>> reader(
      Place place,
      Optional<Function> callee,
      Expr.Invocation call,
      Map<Var, List<Part>> given,
      List<Touch> read) {
    if (callee.isEmpty()) {
      return () -> read;
    }
    Function function = callee.get();
    Map<Var, Affine> numbers = new HashMap<>();
    for (int i = 0; i < Math.min(function.params().size(), call.args().size()); i++) {
      Var param = function.params().get(i).var();
      if (!given.containsKey(param)) {
        Affine value = scalars.of(call.args().get(i));
        numbers.put(
            param,
            value.isKnown()
                ? value
                : Affine.of(scalars.symbols().fresh("?" + param.sourceName(), place.frame, false)));
      }
    }
    Affine blocks =
        call.attrs()
            .coreNum()
            .map(scalars::of)
            .or(
                () ->
                    function.attrs().blocks().isPresent()
                        ? Optional.of(Affine.of(function.attrs().blocks().getAsLong()))
                        : Optional.empty())
            .orElse(Affine.ONE);
    return () -> {
      Scalars own = new Scalars(scalars.symbols(), plan.inputs());
      numbers.forEach(own::set);
      List<Touch> all =
          KernelReader.read(
              program, function, blocks, given, own, new KernelReader.Budget(plan.kernelBudget()));
      all.addAll(read);
      if (function.body().stream().allMatch(s -> s instanceof Stmt.Return)) {
        undeclared(call, all);
      }
      return all;
    };
  }
}
