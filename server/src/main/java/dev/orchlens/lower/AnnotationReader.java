package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemRef;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.lower.decl.ClosureValues;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ErrorExpr;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.Subscript;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads type annotations (reference: docs/en/dev/language/00-python_syntax.md, "Type System"). */
final class AnnotationReader {
  private static final Set<String> TYPE_NAMES =
      Set.of("Tensor", "Tile", "Scalar", "Array", "Tuple", "DistributedTensor");
  private static final Map<String, Type> MARKERS =
      Map.of(
          "PrefetchAsyncContextType", Type.PREFETCH_CONTEXT,
          "PrefetchAsyncContext", Type.PREFETCH_CONTEXT,
          "AsyncEventType", Type.ASYNC_EVENT,
          "AsyncEvent", Type.ASYNC_EVENT,
          "AsyncSessionType", Type.ASYNC_SESSION,
          "AsyncSession", Type.ASYNC_SESSION,
          "CommCtxType", Type.COMM_CTX,
          "CommCtx", Type.COMM_CTX);
  private static final Set<String> UNCHECKED =
      Set.of("UnknownType", "MemRefType", "Ptr", "WindowBufferType", "CommCtxType");

  /** The type of a parameter and what the function does with it. */
  record ParamType(Type type, ParamDirection direction) {}

  private final FunctionLowering in;
  private final ShapeReader shapes;
  private final TensorViewReader views;

  AnnotationReader(FunctionLowering in) {
    this.in = in;
    this.shapes = new ShapeReader(in);
    this.views = new TensorViewReader(in, shapes);
  }

  /**
   * Reads the annotation of a parameter, with {@code pl.Out[...]} or {@code pl.InOut[...]} around
   * it or not.
   */
  ParamType param(dev.orchlens.syntax.Expr node) {
    if (node instanceof Subscript wrapper && directionOf(wrapper.value()).isPresent()) {
      ParamDirection direction = directionOf(wrapper.value()).get();
      Type type = single(wrapper.index(), "A parameter cannot be a tuple.");
      if (direction == ParamDirection.IN_OUT && type instanceof Type.Scalar) {
        in.error(
            Code.ANNOTATION_INVALID,
            node,
            "A scalar cannot be pl.InOut: only tensors and tiles are written in " + "place.");
      }
      return new ParamType(type, direction);
    }
    return new ParamType(single(node, "A parameter cannot be a tuple."), ParamDirection.IN);
  }

  private static Optional<ParamDirection> directionOf(Node node) {
    String name = lastName(node);
    return switch (name) {
      case "InOut" -> Optional.of(ParamDirection.IN_OUT);
      case "Out" -> Optional.of(ParamDirection.OUT);
      default -> Optional.empty();
    };
  }

  private static String lastName(Node node) {
    return switch (node) {
      case Attribute attribute -> attribute.name().text();
      case Name name -> name.id();
      default -> "";
    };
  }

  /** Reads a return annotation: one type, or several in {@code tuple[...]}. */
  List<Type> results(dev.orchlens.syntax.Expr node) {
    return resolve(node);
  }

  /** Reads the annotation of a variable; nothing where it says nothing that could be checked. */
  Optional<Type> assigned(dev.orchlens.syntax.Expr node) {
    boolean marker =
        node instanceof Attribute attribute && UNCHECKED.contains(attribute.name().text());
    if (node instanceof Literal.StringLiteral || marker) {
      return Optional.empty();
    }
    List<Type> types = resolve(node);
    return types.size() == 1
        ? Optional.of(types.getFirst()).filter(t -> !(t instanceof Type.Unknown))
        : Optional.empty();
  }

  private Type single(dev.orchlens.syntax.Expr node, String message) {
    List<Type> types = resolve(node);
    return types.size() == 1 ? types.getFirst() : invalid(node, message);
  }

  private Type invalid(Node node, String message) {
    in.error(Code.ANNOTATION_INVALID, node, message);
    return new Type.Unknown(message);
  }

  private List<Type> resolve(dev.orchlens.syntax.Expr node) {
    return switch (node) {
      case Subscript s when s.value() instanceof Name name && name.id().equals("tuple") ->
          tuple(elements(s.index()));
      case Subscript s -> List.of(subscripted(s));
      case Call call -> List.of(called(call));
      case ErrorExpr _ -> List.of(unknown());
      case Attribute _, Name _ when MARKERS.containsKey(lastName(node)) ->
          List.of(MARKERS.get(lastName(node)));
      default ->
          List.of(
              invalid(
                  node,
                  "'"
                      + in.origins().quote(node)
                      + "' is no complete type. Write pl.Tensor[[16, 64], pl.FP32], "
                      + "pl.Tile[...]"
                      + " or pl.Scalar[pl.INT32]."));
    };
  }

  private List<Type> tuple(List<dev.orchlens.syntax.Expr> elements) {
    List<Type> types = new ArrayList<>();
    elements.forEach(e -> types.add(single(e, "A tuple type cannot hold another one.")));
    return types;
  }

  private static List<dev.orchlens.syntax.Expr> elements(dev.orchlens.syntax.Expr index) {
    return index instanceof TupleExpr tuple ? tuple.elements() : List.of(index);
  }

  private Type subscripted(Subscript node) {
    String name = lastName(node.value());
    List<dev.orchlens.syntax.Expr> parts = elements(node.index());
    return switch (TYPE_NAMES.contains(name) ? name : "") {
      case "Scalar" ->
          elementTypeOrError(node.index())
              .<Type>map(Type.Scalar::new)
              .orElseGet(AnnotationReader::unknown);
      case "Array" -> array(node, parts);
      case "Tuple" -> new Type.Tuple(tuple(parts));
      case "Tensor" -> tensor(node, parts, false);
      case "DistributedTensor" -> tensor(node, withoutMarker(parts), true);
      case "Tile" -> tile(node, parts);
      default ->
          invalid(
              node.value(),
              "'"
                  + in.origins().quote(node.value())
                  + "' is no type. There are pl.Tensor, pl.Tile, pl.Scalar, "
                  + "pl.Array and"
                  + " pl.Tuple.");
    };
  }

  private static Type unknown() {
    return new Type.Unknown("the annotation cannot be read");
  }

  private static List<dev.orchlens.syntax.Expr> withoutMarker(
      List<dev.orchlens.syntax.Expr> parts) {
    boolean marked =
        Syntax.stringLiteral(parts.getLast())
            .filter(s -> s.startsWith("window_buffer="))
            .isPresent();
    return marked ? parts.subList(0, parts.size() - 1) : parts;
  }

  private Type array(Subscript node, List<dev.orchlens.syntax.Expr> parts) {
    if (parts.size() != 2) {
      return invalid(node, "An array type has an extent and a dtype: pl.Array[8, pl.TASK_ID].");
    }
    Optional<Long> extent = in.closure().evaluate(parts.getFirst()).flatMap(ClosureValues::integer);
    if (extent.isEmpty()) {
      return invalid(parts.getFirst(), "The extent of an array must be known while compiling.");
    }
    return elementTypeOrError(parts.get(1))
        .<Type>map(t -> new Type.Array(t, extent.get()))
        .orElseGet(AnnotationReader::unknown);
  }

  private Type tensor(Subscript node, List<dev.orchlens.syntax.Expr> parts, boolean distributed) {
    if (parts.size() < 2 || parts.size() > 4) {
      return invalid(
          node,
          "A tensor type has a shape, a dtype and, if wanted, a layout or view and a MemRef:"
              + " pl.Tensor[[16, 64], pl.FP32].");
    }
    List<Expr> shape = shapes.shape(parts.get(0));
    Optional<DataType> dtype = elementTypeOrError(parts.get(1));
    Optional<TensorView> view = Optional.empty();
    Optional<MemRef> memRef = Optional.empty();
    for (var part : parts.subList(2, parts.size())) {
      if (isCall(part, "MemRef")) {
        memRef = memRef((Call) part);
      } else if (part == parts.get(2)) {
        view = views.viewOrLayout(part);
      } else {
        invalid(part, "The fourth part of a tensor type is a MemRef: pl.MemRef(...).");
      }
    }
    if (dtype.isEmpty()) {
      return unknown();
    }
    return TypeRules.canonical(new Type.Tensor(shape, dtype.get(), view, memRef, distributed));
  }

  private Type tile(Subscript node, List<dev.orchlens.syntax.Expr> parts) {
    if (parts.size() < 2 || parts.size() > 5) {
      return invalid(
          node,
          "A tile type has a shape, a dtype and, if wanted, a memory: pl.Tile[[16, 64], pl.FP32, "
              + "pl.Mem.Vec].");
    }
    List<Expr> shape = shapes.shape(parts.get(0));
    Optional<DataType> dtype = elementTypeOrError(parts.get(1));
    Optional<MemorySpace> space = Optional.empty();
    List<Expr> valid = List.of();
    boolean allocated = false;
    for (var part : parts.subList(2, parts.size())) {
      Optional<MemorySpace> named = memorySpace(part);
      if (named.isPresent()) {
        space = named;
      } else if (isCall(part, "TileView")) {
        valid = views.tileValidShape((Call) part);
      } else if (isAllocation(part)) {
        allocated = true;
      } else {
        invalid(
            part,
            "'"
                + in.origins().quote(part)
                + "' does not belong into a tile type. After shape and dtype "
                + "come a memory"
                + " (pl.Mem.Vec), a MemRef or a pl.TileView.");
      }
    }
    if (allocated && space.isEmpty()) {
      invalid(node, "A tile with a MemRef needs its memory as well: pl.Mem.Vec and its like.");
    }
    List<Expr> region = Scalars.same(valid, shape) ? List.of() : valid;
    Optional<MemorySpace> memory = space;
    return dtype
        .<Type>map(d -> new Type.Tile(shape, d, region, memory))
        .orElseGet(AnnotationReader::unknown);
  }

  private static Optional<MemorySpace> memorySpace(Node node) {
    List<String> path = Syntax.path(node);
    boolean memory =
        path.size() >= 2 && Set.of("Mem", "MemorySpace").contains(path.get(path.size() - 2));
    if (memory) {
      for (MemorySpace space : MemorySpace.values()) {
        if (space.name().equals(path.getLast())) {
          return Optional.of(space);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether a part of a tile type is a MemRef: written in place, declared outside, or one
   * of its slots.
   */
  private boolean isAllocation(dev.orchlens.syntax.Expr node) {
    return switch (node) {
      case Call call -> isCall(call, "MemRef");
      case Subscript slot -> isAllocation(slot.value());
      case Name name ->
          in.closure().lookup(name.id()).filter(AnnotationReader::isMemRef).isPresent();
      default -> false;
    };
  }

  private static boolean isMemRef(Value value) {
    return switch (value) {
      case LanguageObject.Call call ->
          call.callee() instanceof LanguageObject.Name v && v.simpleName().equals("MemRef");
      case LanguageObject.Indexed indexed -> isMemRef(indexed.base());
      default -> false;
    };
  }

  static boolean isCall(Node node, String name) {
    return node instanceof Call call && lastName(call.function()).equals(name);
  }

  private Optional<MemRef> memRef(Call node) {
    List<dev.orchlens.syntax.Expr> parts = node.arguments();
    if (parts.size() == 1) {
      return Syntax.stringLiteral(parts.getFirst()).map(n -> new MemRef(n, zero(), 0));
    }
    if (parts.size() == 4) {
      parts = parts.subList(1, 4);
    }
    if (parts.size() != 3) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "A MemRef has an allocation, an offset in bytes and a size in " + "bytes.");
      return Optional.empty();
    }
    Optional<String> base =
        parts.getFirst() instanceof Name name
            ? Optional.of(name.id())
            : Syntax.stringLiteral(parts.getFirst());
    Optional<Long> third = in.closure().evaluate(parts.get(2)).flatMap(ClosureValues::integer);
    if (base.isPresent()) {
      return Optional.of(new MemRef(base.get(), shapes.index(parts.get(1)), third.orElse(0L)));
    }
    Optional<Long> size = in.closure().evaluate(parts.get(1)).flatMap(ClosureValues::integer);
    if (size.isEmpty() || third.isEmpty()) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "The address, size and number of a MemRef must be integers.");
      return Optional.empty();
    }
    return Optional.of(
        new MemRef("mem_" + third.get(), shapes.index(parts.getFirst()), size.get()));
  }

  private static Expr zero() {
    return new Expr.ConstInt(0, DataType.INDEX, Origin.none());
  }

  /** Returns the element type that a node names. */
  Optional<DataType> elementType(dev.orchlens.syntax.Expr node) {
    return switch (node) {
      case Attribute attribute -> DataType.ofName(attribute.name().text());
      case Name name ->
          DataType.ofName(name.id())
              .or(() -> in.closure().lookup(name.id()).flatMap(ClosureValues::dtype));
      default -> Optional.empty();
    };
  }

  private Optional<DataType> elementTypeOrError(dev.orchlens.syntax.Expr node) {
    Optional<DataType> dtype = elementType(node);
    if (dtype.isEmpty() && !(node instanceof ErrorExpr) && !isUnknownOutside(node)) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "'" + in.origins().quote(node) + "' is no dtype. Write one such as pl.FP32 or pl.INT32.");
    }
    return dtype;
  }

  /**
   * Returns whether an annotation is that of a pointer, which says nothing that the value does not.
   */
  static boolean isPointer(Node annotation) {
    List<String> path = Syntax.path(annotation);
    boolean plain = path.size() == 1 || path.size() == 2 && path.getFirst().equals("pl");
    return plain && (path.getLast().equals("Ptr") || path.getLast().equals("MemRefType"));
  }

  /**
   * Returns whether a name stands for a value of the module that only running the module would
   * tell.
   */
  private boolean isUnknownOutside(dev.orchlens.syntax.Expr node) {
    return node instanceof Name name
        && in.closure().lookup(name.id()).filter(UnknownValue.class::isInstance).isPresent();
  }

  /** Reads the older spelling {@code pl.Tensor([16, 64], pl.FP32)}. */
  private Type called(Call node) {
    String name = lastName(node.function());
    List<dev.orchlens.syntax.Expr> parts = node.arguments();
    boolean shaped = (name.equals("Tensor") || name.equals("Tile")) && parts.size() >= 2;
    if (shaped) {
      List<Expr> shape = shapes.shape(parts.get(0));
      Optional<DataType> dtype = elementTypeOrError(parts.get(1));
      if (dtype.isEmpty()) {
        return unknown();
      }
      return name.equals("Tensor")
          ? Type.Tensor.of(shape, dtype.get())
          : new Type.Tile(shape, dtype.get(), List.of(), Optional.empty());
    }
    if (name.equals("Scalar") && !parts.isEmpty()) {
      return elementTypeOrError(parts.getFirst())
          .<Type>map(Type.Scalar::new)
          .orElseGet(AnnotationReader::unknown);
    }
    if (name.equals("Tuple") && parts.size() == 1 && parts.getFirst() instanceof ListExpr list) {
      return new Type.Tuple(tuple(list.elements()));
    }
    return invalid(
        node,
        "'"
            + in.origins().quote(node)
            + "' is no type. Write pl.Tensor[[16, 64], pl.FP32] and its like.");
  }
}
