package dev.orchlens.lower.jit;

import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Specialises the body of a function (reference: python/pypto/jit/specializer.py): constants of its
 * module, known scalars and known extents become literals, {@code a.shape} and {@code a.dtype} what
 * they stand for, calls of other specialised functions calls of methods, and a name bound again in
 * the same scope gets a name of its own ({@code x_v1}). One rewriter serves one function.
 */
final class BodyRewriter extends SyntaxRewriter {
  private final Map<String, TensorMeta> metas;
  private final Map<String, Value> scalars;
  private final Map<String, List<String>> callees;
  private final Function<String, Optional<Value>> globals;
  private final Map<String, Anchor> anchors = new HashMap<>();
  private final Map<String, Long> extents = new HashMap<>();
  private final Map<String, Integer> bindings = new HashMap<>();
  private final Map<String, Integer> depths = new HashMap<>();
  private final Map<String, String> renames = new HashMap<>();
  private final Map<String, String> aliases = new LinkedHashMap<>();
  private final Set<String> used;
  private int depth;

  /** The first dimension of a parameter that has a dynamic extent's name. */
  private record Anchor(String parameter, int axis) {}

  /**
   * Makes a rewriter for one function.
   *
   * @param bound the names that the function binds
   * @param parameters the names of its parameters
   * @param metas what is known about its tensors
   * @param scalars the parameters whose values are known
   * @param callees the parameters of the specialised functions that it calls
   * @param globals the values of the names of its module
   */
  BodyRewriter(
      Set<String> bound,
      List<String> parameters,
      Map<String, TensorMeta> metas,
      Map<String, Value> scalars,
      Map<String, List<String>> callees,
      Function<String, Optional<Value>> globals) {
    this.metas = metas;
    this.scalars = scalars;
    this.callees = callees;
    this.globals = globals;
    this.used = new HashSet<>(bound);
    used.addAll(parameters);
    for (String parameter : parameters) {
      bindings.put(parameter, 1);
      depths.put(parameter, 0);
    }
    metas.forEach(this::anchor);
  }

  private void anchor(String parameter, TensorMeta meta) {
    for (int i = 0; i < meta.shape().size(); i++) {
      if (meta.shape().get(i) instanceof Dim.Dynamic dim) {
        anchors.putIfAbsent(dim.name(), new Anchor(parameter, i));
      }
    }
  }

  /** Returns the names that were made, each with the name that the user wrote. */
  Map<String, String> aliases() {
    return aliases;
  }

  @Override
  List<Stmt> statement(Stmt node) {
    return switch (node) {
      case Stmt.ExprStmt(_, Expr.Call call) when isDynamicBinding(call) -> List.of();
      case Stmt.Assign assign -> assignment(assign);
      case Stmt.AnnAssign assign -> annotated(assign);
      case Stmt.For loop -> loop(loop);
      case Stmt.If branch -> List.of(branch(branch));
      case Stmt.With region -> List.of(region(region));
      default -> super.statement(node);
    };
  }

  private boolean isDynamicBinding(Expr.Call call) {
    return call.function() instanceof Expr.Attribute(_, Expr.Name name, var attribute)
        && attribute.text().equals("bind_dynamic")
        && metas.containsKey(name.id());
  }

  private List<Stmt> assignment(Stmt.Assign node) {
    if (FunctionText.isDynamic(node.value())) {
      return List.of();
    }
    if (node.targets().size() != 1) {
      return super.statement(node);
    }
    Expr target = node.targets().getFirst();
    Optional<List<Stmt>> unpacked =
        target instanceof Expr.TupleExpr names
            ? shapeUnpacked(node, names.elements())
            : Optional.empty();
    if (unpacked.isPresent()) {
      return unpacked.get();
    }
    if (target instanceof Expr.Name name) {
      if (shapeOf(node.value()).orElse(null) instanceof Dim.Static(long extent)) {
        extents.put(name.id(), extent);
        bindFirst(name.id());
        return List.of();
      }
      return List.of(simple(node, name));
    }
    return super.statement(node);
  }

  /** Expands {@code M, N = a.shape}. */
  private Optional<List<Stmt>> shapeUnpacked(Stmt.Assign node, List<Expr> targets) {
    if (!(node.value() instanceof Expr.Attribute(_, Expr.Name tensor, var attribute))
        || !attribute.text().equals("shape")
        || !metas.containsKey(tensor.id())
        || metas.get(tensor.id()).shape().size() != targets.size()) {
      return Optional.empty();
    }
    List<Stmt> result = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (!(targets.get(i) instanceof Expr.Name name)) {
        continue;
      }
      switch (metas.get(tensor.id()).shape().get(i)) {
        case Dim.Static(long extent) -> {
          bindFirst(name.id());
          extents.put(name.id(), extent);
        }
        case Dim.Dynamic _ -> {
          String own = bindings.containsKey(name.id()) ? rebind(name.id()) : bindFirst(name.id());
          Expr value = dimension(node.range(), tensor.id(), i);
          result.add(new Stmt.Assign(node.range(), List.of(Trees.name(name.range(), own)), value));
        }
      }
    }
    return Optional.of(result);
  }

  /** Returns the dimension that {@code a.shape[1]} names. */
  private Optional<Dim> shapeOf(Expr node) {
    if (node
            instanceof
            Expr.Subscript(
                _,
                Expr.Attribute(_, Expr.Name tensor, var attribute),
                Literal.IntLiteral index)
        && attribute.text().equals("shape")
        && metas.containsKey(tensor.id())) {
      List<Dim> shape = metas.get(tensor.id()).shape();
      int axis = index.value().bitLength() < 31 ? index.value().intValue() : Integer.MAX_VALUE;
      return axis < shape.size() ? Optional.of(shape.get(axis)) : Optional.empty();
    }
    return Optional.empty();
  }

  private Stmt simple(Stmt.Assign node, Expr.Name target) {
    String name = target.id();
    Expr value = expression(node.value());
    String own = name;
    if (!bindings.containsKey(name)) {
      bindFirst(name);
    } else if (depth == depths.get(name)) {
      own = rebind(name);
    } else {
      own = renames.getOrDefault(name, name);
    }
    return new Stmt.Assign(node.range(), List.of(Trees.name(target.range(), own)), value);
  }

  private List<Stmt> annotated(Stmt.AnnAssign node) {
    if (node.value().isEmpty() || !(node.target() instanceof Expr.Name target)) {
      return super.statement(node);
    }
    Optional<Expr> value = node.value().map(this::expression);
    Expr annotation = expression(node.annotation());
    String own = target.id();
    if (!bindings.containsKey(own)) {
      bindFirst(own);
    } else if (depth == depths.get(own)) {
      own = rebind(own);
    }
    Expr named = Trees.name(target.range(), own);
    return List.of(new Stmt.AnnAssign(node.range(), named, annotation, value, node.simple()));
  }

  private String bindFirst(String name) {
    if (bindings.putIfAbsent(name, 1) == null) {
      depths.put(name, depth);
    }
    used.add(name);
    return name;
  }

  private String rebind(String name) {
    int count = bindings.get(name);
    while (used.contains(name + "_v" + count)) {
      count++;
    }
    String alias = name + "_v" + count;
    bindings.put(name, count + 1);
    renames.put(name, alias);
    aliases.put(alias, name);
    used.add(alias);
    return alias;
  }

  private void forget(String name) {
    bindings.remove(name);
    depths.remove(name);
    renames.remove(name);
  }

  /**
   * A name that the loop binds at the depth of a loop before it is either carried into the loop,
   * then the loop gets a name of its own that starts with the value so far, or a new name of the
   * body.
   */
  private List<Stmt> loop(Stmt.For node) {
    Expr iterable = expression(node.iterable());
    List<Stmt> result = new ArrayList<>();
    List<String> fresh = new ArrayList<>();
    List<String> known =
        LoopNames.boundDirectly(node.body()).stream()
            .filter(
                name -> bindings.containsKey(name) && depths.getOrDefault(name, -1) == depth + 1)
            .toList();
    Set<String> exposed = known.isEmpty() ? Set.of() : LoopNames.readBeforeBound(node.body());
    for (String name : known) {
      if (exposed.contains(name)) {
        result.add(bridge(name, node.header()));
      } else {
        fresh.add(name);
      }
    }
    fresh.forEach(this::forget);
    depth++;
    List<Stmt> body = block(node.body());
    depth--;
    result.add(
        new Stmt.For(
            node.range(),
            node.header(),
            node.isAsync(),
            node.target(),
            iterable,
            body,
            node.orElse()));
    return result;
  }

  private Stmt bridge(String name, SourceRange at) {
    String current = renames.getOrDefault(name, name);
    String alias = rebind(name);
    depths.put(name, depth);
    return new Stmt.Assign(at, List.of(Trees.name(at, alias)), Trees.name(at, current));
  }

  private Stmt branch(Stmt.If node) {
    Expr test = expression(node.test());
    depth++;
    Set<String> before = new HashSet<>(bindings.keySet());
    List<Stmt> body = block(node.body());
    List<Stmt> orElse = List.of();
    if (!node.orElse().isEmpty()) {
      Set<String> own = new HashSet<>(bindings.keySet());
      own.removeAll(before);
      own.forEach(this::forget);
      orElse = block(node.orElse());
    }
    depth--;
    return new Stmt.If(node.range(), node.header(), test, body, orElse);
  }

  private Stmt region(Stmt.With node) {
    List<Part.WithItem> items = node.items().stream().map(this::item).toList();
    depth++;
    List<Stmt> body = block(node.body());
    depth--;
    return new Stmt.With(node.range(), node.header(), node.isAsync(), items, body);
  }

  @Override
  Expr expression(Expr node) {
    return switch (node) {
      case Expr.Name name -> read(name);
      case Expr.Attribute(var range, Expr.Name tensor, var attribute)
          when metas.containsKey(tensor.id()) ->
          switch (attribute.text()) {
            case "shape" -> shape(range, tensor.id());
            case "dtype" -> Signatures.dtype(range, metas.get(tensor.id()));
            default -> super.expression(node);
          };
      case Expr.Subscript subscript when shapeOf(subscript).isPresent() -> {
        Expr.Name tensor = (Expr.Name) ((Expr.Attribute) subscript.value()).value();
        int axis = ((Literal.IntLiteral) subscript.index()).value().intValue();
        yield extent(node.range(), tensor.id(), axis);
      }
      case Expr.Call call
          when call.function() instanceof Expr.Name name && callees.containsKey(name.id()) ->
          super.expression(methodCall(call, name));
      default -> super.expression(node);
    };
  }

  private Expr read(Expr.Name name) {
    String id = name.id();
    if (renames.containsKey(id)) {
      return Trees.name(name.range(), renames.get(id));
    }
    if (scalars.containsKey(id)) {
      return Trees.literal(name.range(), scalars.get(id));
    }
    if (extents.containsKey(id)) {
      return Trees.integer(name.range(), extents.get(id));
    }
    if (used.contains(id)) {
      return name;
    }
    Anchor anchor = anchors.get(id);
    if (anchor != null) {
      return dimension(name.range(), anchor.parameter(), anchor.axis());
    }
    return globals
        .apply(id)
        .filter(Trees::isLiteral)
        .map(v -> Trees.literal(name.range(), v))
        .orElse(name);
  }

  private Expr shape(SourceRange range, String tensor) {
    List<Expr> elements = new ArrayList<>();
    for (int i = 0; i < metas.get(tensor).shape().size(); i++) {
      elements.add(extent(range, tensor, i));
    }
    return new Expr.TupleExpr(range, elements);
  }

  private Expr extent(SourceRange range, String tensor, int axis) {
    return switch (metas.get(tensor).shape().get(axis)) {
      case Dim.Static(long extent) -> Trees.integer(range, extent);
      case Dim.Dynamic _ -> dimension(range, tensor, axis);
    };
  }

  private static Expr dimension(SourceRange range, String tensor, int axis) {
    List<Expr> arguments = List.of(Trees.name(range, tensor), Trees.integer(range, axis));
    return Trees.call(range, Trees.path(range, "pl.tensor.dim"), arguments);
  }

  /** Turns {@code kernel(a, out=b)} into {@code self.kernel(a, b)}. */
  private Expr.Call methodCall(Expr.Call call, Expr.Name name) {
    List<Expr> arguments = new ArrayList<>(call.arguments());
    List<Part.Keyword> keywords = new ArrayList<>(call.keywords());
    List<String> parameters = callees.get(name.id());
    for (int i = call.arguments().size(); i < parameters.size(); i++) {
      String parameter = parameters.get(i);
      Optional<Part.Keyword> given =
          keywords.stream().filter(k -> k.isNamed(parameter)).findFirst();
      if (given.isPresent()) {
        keywords.removeIf(k -> k.isNamed(parameter));
        arguments.add(given.get().value());
      }
    }
    Expr method = Trees.attribute(Trees.name(name.range(), "self"), name.id());
    return new Expr.Call(call.range(), method, arguments, keywords);
  }
}
