package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.FunctionOrder.WrongBuffer;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Scalars;
import dev.orchlens.order.symbolic.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Which parts of which buffers the tensors of a function are, at the present point of a trace. */
final class Tensors {
  private static final long ROOM = 1024;

  private final Scalars scalars;
  private final Map<Var, List<Part>> values = new HashMap<>();
  private final List<Root> roots = new ArrayList<>();
  private final Map<Var, Var> standIns;
  private final Set<WrongBuffer> wrongBuffers = new LinkedHashSet<>();
  private RootScope scope = new RootScope(0, false);

  /**
   * Knows no tensor yet.
   *
   * @param standIns tensors for which the generated code uses another one, each with that one
   */
  Tensors(Scalars scalars, Map<Var, Var> standIns) {
    this.scalars = scalars;
    this.standIns = standIns;
  }

  /**
   * Runs what stands in a scope that gives back the buffers made in it.
   *
   * @param body says whether it has reached the end of the scope
   */
  void inScope(RootScope inner, BooleanSupplier body) {
    RootScope outer = scope;
    scope = inner;
    if (body.getAsBoolean()) {
      inner.end(roots.size());
    }
    scope = outer;
  }

  List<Root> roots() {
    return roots;
  }

  Optional<List<Part>> of(Expr value) {
    if (!(value instanceof Var var)) {
      return Optional.empty();
    }
    List<Part> own = values.get(var);
    List<Part> used = standIns.isEmpty() ? null : values.get(standIns.get(var));
    if (own == null || used == null) {
      return Optional.ofNullable(own);
    }
    List<Root> meant = own.stream().map(Part::root).toList();
    if (used.stream().map(Part::root).anyMatch(meant::contains)) {
      return Optional.of(own);
    }
    Root other = used.getFirst().root();
    for (Root root : meant) {
      wrongBuffers.add(
          new WrongBuffer(
              root.name(),
              root.origin(),
              other.name(),
              other.origin(),
              root.kind() == Root.Kind.PARAMETER));
    }
    return Optional.of(used);
  }

  /** Returns the buffers for which the generated code was seen to use another one. */
  List<WrongBuffer> wrongBuffers() {
    return List.copyOf(wrongBuffers);
  }

  void set(Var var, List<Part> parts) {
    values.put(var, parts);
  }

  /**
   * Makes a new buffer.
   *
   * @param origin where it is made
   */
  Root root(Root.Kind kind, Var var, Type type, Origin origin, Frame home, boolean recorded) {
    List<Expr> shape = type instanceof Type.Shaped s ? s.shape() : List.of();
    Space space = new Space(shape.stream().map(this::extent).toList());
    String name = var.sourceName().isEmpty() ? var.name() : var.sourceName();
    Root root =
        new Root(
            roots.size(),
            kind,
            name,
            home,
            space,
            origin,
            recorded,
            kind == Root.Kind.PARAMETER || isRoomOfRows(space, type));
    if (kind != Root.Kind.PARAMETER) {
      root.in(scope);
    }
    roots.add(root);
    return root;
  }

  /**
   * Buffers of the runtime's own get room in pieces of 1024 bytes (pto_constants.h,
   * PTO2_PACKED_OUTPUT_ALIGN).
   */
  private static boolean isRoomOfRows(Space space, Type type) {
    Affine elements = Affine.ONE;
    for (Affine dim : space.dims()) {
      elements = dim.isConstant() ? elements.times(dim.constant()) : Affine.UNKNOWN;
    }
    if (!elements.isConstant() || !(type instanceof Type.Shaped s) || space.dims().isEmpty()) {
      return false;
    }
    long row = elements.constant() / Math.max(1, space.dims().getFirst().constant());
    long bytes = (elements.constant() * s.dtype().bits() + 7) / 8;
    long room = (bytes + ROOM - 1) / ROOM * ROOM;
    return row > 0 && room * 8 / s.dtype().bits() % row == 0;
  }

  private Affine extent(Expr dim) {
    Affine known = scalars.of(dim);
    return known.isKnown()
        ? known
        : Affine.of(
            scalars.symbols().fresh("extent", null, false).between(Affine.ONE, Affine.UNKNOWN));
  }

  void parameters(Function function) {
    for (Param param : function.params()) {
      if (param.var().type().isTensor()) {
        set(
            param.var(),
            List.of(
                Part.whole(
                    root(
                        Root.Kind.PARAMETER,
                        param.var(),
                        param.var().type(),
                        param.var().origin(),
                        null,
                        true))));
      }
    }
  }

  /**
   * Takes over what an operator that moves no data makes of a tensor; returns whether it is one.
   */
  boolean view(Var var, Expr.Invocation call) {
    Optional<List<Part>> source =
        call.args().isEmpty() ? Optional.empty() : of(call.args().getFirst());
    if (source.isEmpty()) {
      return false;
    }
    switch (call.callee().name()) {
      case Ops.TENSOR_SLICE -> set(var, KernelWindows.slice(scalars, call, source.get()));
      case Ops.TENSOR_RESHAPE, Ops.TENSOR_TRANSPOSE, Ops.TENSOR_VIEW, Ops.TENSOR_REINTERPRET_VIEW ->
          set(var, KernelWindows.seen(scalars, call, source.get()));
      case Ops.TENSOR_ASSEMBLE, Ops.TENSOR_WRITE, Ops.TENSOR_SET_VALIDSHAPE ->
          set(var, source.get());
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Returns either of two values of one name behind a branch. */
  static List<Part> either(List<Part> a, List<Part> b) {
    List<Part> all = new ArrayList<>(a);
    for (Part part : b) {
      if (all.stream().noneMatch(p -> isSame(p, part))) {
        all.add(part);
      }
    }
    return all;
  }

  static boolean isSame(Part a, Part b) {
    return a == b
        || a.root() == b.root()
            && a.exact()
            && b.exact()
            && a.view() == b.view()
            && a.box().equals(b.box());
  }
}
