package dev.orchlens.lower.jit;

import dev.orchlens.ir.DataType;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Operator;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out the shapes of the local tensors of a function at its first call of each helper
 * (reference: python/pypto/jit/decorator.py, {@code _extract_local_tensor_metas}): those it
 * creates, slices, reshapes, copies, or gets from other helpers. One object serves one walk.
 */
final class LocalMetas {
  private final JitFunction function;
  private final Map<String, Value> scalars;
  private final Map<String, HelperResults> helpers;
  private final Map<String, Map<String, TensorMeta>> atCalls = new HashMap<>();
  private final Map<String, TensorMeta> tensors;
  private final Map<String, Extent> aliases = new HashMap<>();
  private final Map<String, Extent> anchors = new HashMap<>();

  /** A dimension of a tensor of the function. */
  private record Extent(String tensor, int axis) {}

  /** The parameters of a helper and those of them that it writes. */
  record HelperResults(List<String> parameters, List<String> written) {
    static HelperResults of(JitFunction helper) {
      List<String> written =
          helper.parameters().entrySet().stream()
              .filter(
                  e ->
                      Annotations.written(e.getValue()) instanceof Annotations.Written.Tensor t
                          && t.wrapper().isPresent())
              .map(Map.Entry::getKey)
              .toList();
      return new HelperResults(helper.parameterNames(), written);
    }
  }

  /**
   * Walks through a function.
   *
   * @param metas what is known about its parameters
   * @param callees the helpers that it calls
   */
  LocalMetas(JitFunction function, FunctionMetas metas, List<JitFunction> callees) {
    this.function = function;
    this.scalars = metas.scalars();
    this.helpers = new HashMap<>();
    callees.forEach(c -> helpers.put(c.name(), HelperResults.of(c)));
    this.tensors = new LinkedHashMap<>(metas.tensors());
    metas
        .tensors()
        .forEach(
            (name, meta) -> {
              for (int i = 0; i < meta.shape().size(); i++) {
                if (meta.shape().get(i) instanceof Dim.Dynamic dim) {
                  anchors.putIfAbsent(dim.name(), new Extent(name, i));
                }
              }
            });
    walk(function.syntax().body());
  }

  /**
   * Returns what is known about the tensors before the first call of a helper; at the end where
   * there is none.
   */
  Map<String, TensorMeta> before(JitFunction helper) {
    return atCalls.getOrDefault(helper.name(), tensors);
  }

  private void walk(List<Stmt> body) {
    for (Stmt statement : body) {
      for (String name : function.text().calls(statement)) {
        if (helpers.containsKey(name)) {
          atCalls.computeIfAbsent(name, _ -> new LinkedHashMap<>(tensors));
        }
      }
      switch (statement) {
        case Stmt.Assign(_, var targets, var value) -> assign(targets, value);
        case Stmt.AnnAssign(_, var target, _, var value, _) ->
            value.ifPresent(v -> assign(List.of(target), v));
        default -> {}
      }
      blocks(statement).forEach(this::walk);
    }
  }

  private static List<List<Stmt>> blocks(Stmt node) {
    return switch (node) {
      case Stmt.For loop -> List.of(loop.body(), loop.orElse());
      case Stmt.While loop -> List.of(loop.body(), loop.orElse());
      case Stmt.If branch -> List.of(branch.body(), branch.orElse());
      case Stmt.With region -> List.of(region.body());
      case Stmt.Try attempt -> List.of(attempt.body(), attempt.orElse(), attempt.finalBody());
      case Stmt.FunctionDef def -> List.of(def.body());
      case Stmt.ErrorStmt broken -> List.of(broken.body());
      default -> List.of();
    };
  }

  /** Notes what an assignment makes of its targets; all of them see the state before it. */
  private void assign(List<Expr> targets, Expr value) {
    boolean named = targets.stream().anyMatch(Expr.Name.class::isInstance);
    Optional<TensorMeta> meta = Optional.empty();
    boolean keeps = false;
    List<Map<String, TensorMeta>> results = new ArrayList<>();
    if (named && value instanceof Expr.Subscript subscript) {
      meta = sliced(subscript);
    } else if (named && value instanceof Expr.Name name) {
      meta = Optional.ofNullable(tensors.get(name.id()));
    } else if (value instanceof Expr.Call call) {
      if (named && call.function() instanceof Expr.Attribute(_, Expr.Name _, var operator)) {
        switch (operator.text()) {
          case "create_tensor" -> meta = created(call, 0);
          case "window" -> meta = created(call, 1);
          case "slice" -> meta = slice(call);
          case "reshape" -> meta = reshaped(call);
          default -> keeps = true;
        }
      } else if (call.function() instanceof Expr.Name helper && helpers.containsKey(helper.id())) {
        targets.forEach(t -> results.add(results(call, helpers.get(helper.id()), t)));
        keeps = true;
      }
    }
    Optional<Extent> alias = extent(value);
    for (int i = 0; i < targets.size(); i++) {
      if (i < results.size()) {
        tensors.putAll(results.get(i));
      }
      if (targets.get(i) instanceof Expr.Name target) {
        if (meta.isPresent()) {
          tensors.put(target.id(), meta.get());
        } else if (!keeps) {
          tensors.remove(target.id());
        }
        alias.ifPresentOrElse(a -> aliases.put(target.id(), a), () -> aliases.remove(target.id()));
      }
    }
  }

  /** Returns the dimension that {@code pl.tensor.dim(x, 0)} reads. */
  private static Optional<Extent> extent(Expr value) {
    if (value instanceof Expr.Call call
        && call.function()
            instanceof Expr.Attribute(_, Expr.Attribute(_, Expr.Name base, var group), var operator)
        && base.id().equals("pl")
        && group.text().equals("tensor")
        && operator.text().equals("dim")
        && call.arguments().size() >= 2
        && call.arguments().get(0) instanceof Expr.Name tensor
        && call.arguments().get(1) instanceof Literal.IntLiteral axis) {
      return Optional.of(new Extent(tensor.id(), axis.value().intValue()));
    }
    return Optional.empty();
  }

  /**
   * Returns what the targets of a helper's call get: each the shape of the argument that the helper
   * writes.
   */
  private Map<String, TensorMeta> results(Expr.Call call, HelperResults helper, Expr target) {
    List<String> names = new ArrayList<>();
    for (Expr element :
        target instanceof Expr.TupleExpr tuple ? tuple.elements() : List.of(target)) {
      if (!(element instanceof Expr.Name name)) {
        return Map.of();
      }
      names.add(name.id());
    }
    if (helper.written().isEmpty() || names.size() != helper.written().size()) {
      return Map.of();
    }
    Map<String, String> arguments = new HashMap<>();
    for (int i = 0; i < Math.min(call.arguments().size(), helper.parameters().size()); i++) {
      arguments.put(helper.parameters().get(i), nameOf(call.arguments().get(i)));
    }
    for (Part.Keyword keyword : call.keywords()) {
      keyword.name().ifPresent(name -> arguments.put(name.text(), nameOf(keyword.value())));
    }
    Map<String, TensorMeta> result = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      TensorMeta meta = tensors.get(arguments.getOrDefault(helper.written().get(i), ""));
      if (meta != null) {
        result.put(names.get(i), meta);
      }
    }
    return result;
  }

  private static String nameOf(Expr node) {
    return node instanceof Expr.Name name ? name.id() : "";
  }

  private static Optional<Expr> keyword(Expr.Call call, String name) {
    return call.keyword(name).map(Part.Keyword::value);
  }

  private static Optional<Expr> argument(Expr.Call call, int position, String keyword) {
    return position < call.arguments().size()
        ? Optional.of(call.arguments().get(position))
        : keyword(call, keyword);
  }

  /** {@code pl.create_tensor([16, 64], dtype=pl.FP32)}, or a window with its buffer in front. */
  private Optional<TensorMeta> created(Expr.Call call, int shapeAt) {
    if (call.arguments().size() <= shapeAt) {
      return Optional.empty();
    }
    Optional<List<Dim>> shape = shape(call.arguments().get(shapeAt));
    Optional<Value> dtype =
        keyword(call, "dtype")
            .filter(e -> e instanceof Expr.Attribute(_, Expr.Name _, _))
            .map(Annotations::lastName)
            .filter(name -> DataType.ofName(name).isPresent())
            .map(name -> new LanguageObject.Name("pypto.language." + name));
    return shape.flatMap(s -> dtype.map(d -> new TensorMeta(s, d, Optional.empty())));
  }

  private Optional<TensorMeta> reshaped(Expr.Call call) {
    TensorMeta source = tensors.get(argument(call, 0, "input").map(LocalMetas::nameOf).orElse(""));
    if (source == null || source.layout().filter(l -> !l.equals("ND")).isPresent()) {
      return Optional.empty();
    }
    return argument(call, 1, "shape")
        .flatMap(this::shape)
        .map(dims -> new TensorMeta(dims, source.dtype(), Optional.empty()));
  }

  /** An extent of a slice that is not known is at most that of the whole. */
  private Optional<TensorMeta> slice(Expr.Call call) {
    TensorMeta source =
        call.arguments().isEmpty() ? null : tensors.get(nameOf(call.arguments().getFirst()));
    Expr shape = argument(call, 1, "shape").orElse(null);
    if (source == null
        || !(shape instanceof Expr.ListExpr list)
        || list.elements().size() != source.shape().size()) {
      return Optional.empty();
    }
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < source.shape().size(); i++) {
      Optional<Dim> own = dim(list.elements().get(i)).filter(Dim.Static.class::isInstance);
      dims.add(own.orElse(source.shape().get(i)));
    }
    return Optional.of(source.withShape(dims));
  }

  /**
   * {@code x[a:b, i]}: an index drops its dimension, what is not known is at most that of the
   * whole.
   */
  private Optional<TensorMeta> sliced(Expr.Subscript node) {
    TensorMeta source = tensors.get(nameOf(node.value()));
    List<Expr> indices =
        node.index() instanceof Expr.TupleExpr tuple ? tuple.elements() : List.of(node.index());
    if (source == null || indices.size() > source.shape().size()) {
      return Optional.empty();
    }
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < indices.size(); i++) {
      if (indices.get(i) instanceof Expr.Slice slice) {
        if (slice.step().isPresent()) {
          return Optional.empty();
        }
        dims.add(extent(slice, source.shape().get(i)));
      }
    }
    dims.addAll(source.shape().subList(indices.size(), source.shape().size()));
    return Optional.of(source.withShape(dims));
  }

  private Dim extent(Expr.Slice slice, Dim whole) {
    Optional<Long> start =
        slice.lower().isEmpty() ? Optional.of(0L) : slice.lower().flatMap(this::number);
    Optional<Long> stop =
        slice.upper().isPresent()
            ? slice.upper().flatMap(this::number)
            : whole instanceof Dim.Static(long extent) ? Optional.of(extent) : Optional.empty();
    return start.flatMap(a -> stop.<Dim>map(b -> new Dim.Static(b - a))).orElse(whole);
  }

  private Optional<List<Dim>> shape(Expr node) {
    if (!(node instanceof Expr.ListExpr list)) {
      return Optional.empty();
    }
    List<Dim> dims = new ArrayList<>();
    for (Expr element : list.elements()) {
      Optional<Dim> dim = dim(element);
      if (dim.isEmpty()) {
        return Optional.empty();
      }
      dims.add(dim.get());
    }
    return Optional.of(dims);
  }

  private Optional<Long> number(Expr node) {
    return dim(node).filter(Dim.Static.class::isInstance).map(d -> ((Dim.Static) d).extent());
  }

  private Optional<Dim> dim(Expr node) {
    return switch (node) {
      case Literal.IntLiteral literal -> known(literal.value());
      case Literal.BooleanLiteral literal -> Optional.of(new Dim.Static(literal.value() ? 1 : 0));
      case Expr.Name name -> named(name.id());
      case Expr.BinaryOp(_, var left, var operator, _, var right) ->
          number(left).flatMap(a -> number(right).flatMap(b -> folded(operator, a, b)));
      case Expr.UnaryOp(_, var operator, var operand) when operator == Operator.Unary.NEGATE ->
          number(operand).map(n -> new Dim.Static(-n));
      case Expr.UnaryOp(_, var operator, var operand) when operator == Operator.Unary.PLUS ->
          number(operand).map(Dim.Static::new);
      default -> Optional.empty();
    };
  }

  private static Optional<Dim> known(BigInteger value) {
    return value.bitLength() < 64
        ? Optional.of(new Dim.Static(value.longValue()))
        : Optional.empty();
  }

  private Optional<Dim> named(String name) {
    Optional<Dim> alias = Optional.ofNullable(aliases.get(name)).flatMap(this::at);
    if (alias.isPresent()) {
      return alias;
    }
    Optional<Dim> dynamic =
        Optional.ofNullable(anchors.get(name))
            .flatMap(this::at)
            .filter(Dim.Dynamic.class::isInstance);
    if (dynamic.isPresent()) {
      return dynamic;
    }
    Value value = function.lookup(name).orElse(scalars.get(name));
    return switch (value) {
      case IntValue number -> known(number.value());
      case UnknownValue _ -> Optional.of(new Dim.Dynamic(name, name));
      case null, default -> Optional.empty();
    };
  }

  private Optional<Dim> at(Extent extent) {
    TensorMeta meta = tensors.get(extent.tensor());
    return meta != null && extent.axis() < meta.shape().size()
        ? Optional.of(meta.shape().get(extent.axis()))
        : Optional.empty();
  }

  private static Optional<Dim> folded(Operator.Binary operator, long left, long right) {
    BigInteger a = BigInteger.valueOf(left);
    BigInteger b = BigInteger.valueOf(right);
    return switch (operator) {
      case ADD -> known(a.add(b));
      case SUBTRACT -> known(a.subtract(b));
      case MULTIPLY -> known(a.multiply(b));
      case FLOOR_DIVIDE ->
          right == 0 ? Optional.empty() : Optional.of(new Dim.Static(Math.floorDiv(left, right)));
      case MODULO ->
          right == 0 ? Optional.empty() : Optional.of(new Dim.Static(Math.floorMod(left, right)));
      case POWER -> right < 0 || right > 64 ? Optional.empty() : known(a.pow((int) right));
      default -> Optional.empty();
    };
  }
}
