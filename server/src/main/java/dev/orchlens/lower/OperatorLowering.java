package dev.orchlens.lower;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.lower.decl.ClosureValues;
import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.lower.op.Operand;
import dev.orchlens.lower.op.SurfaceCall;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Expr.UnaryOp;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Operator;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers calls: it tells operators, functions of the program and functions from outside apart, and
 * hands operators to the catalogue (reference: docs/en/dev/ir/07-parser.md and 05-operators.md).
 */
final class OperatorLowering {
  private static final Set<String> SPLIT_TRANSFERS = Set.of("aiv_shard", "aic_gather");

  private final FunctionLowering in;

  OperatorLowering(FunctionLowering in) {
    this.in = in;
  }

  /** Returns the value of a call. */
  Expr call(Call node) {
    if (Syntax.isMethodCall(node, "yield_")) {
      return yieldedValue(node);
    }
    for (String construct : List.of("submit", "spmd_submit")) {
      if (Syntax.isLanguageCall(node, construct)) {
        return in.fail(
            Code.SUBMIT_FORM,
            node,
            "pl."
                + construct
                + " gives a result and a TaskId: write result, tid = pl."
                + construct
                + "(self.kernel, ...).");
      }
    }
    if (Syntax.isSelfAttribute(node.function())) {
      return in.kernelCalls.plainCall(node);
    }
    return switch (node.function()) {
      case Attribute _ -> anyOperator(node);
      case Name name -> namedFunction(node, name);
      default -> notCallable(node);
    };
  }

  private Expr namedFunction(Call node, Name name) {
    Optional<Value> value = in.closure().lookup(name.id());
    if (value.isPresent() && value.get() instanceof DecoratedFunction function) {
      if (DecoratorReader.isInline(function)) {
        return in.inlines.expand(function, node);
      }
      if (DecoratorReader.isFunction(function)) {
        return in.kernelCalls.externalCall(function, node);
      }
    }
    return notCallable(node);
  }

  private Expr notCallable(Call node) {
    return in.fail(
        Code.CALL_UNKNOWN,
        node,
        "'"
            + in.origins().quote(node.function())
            + "' is no function that can be called here. Call pl.* operations"
            + (in.specialized
                ? ", or a @pl.jit helper by the name it is defined with."
                : ", self.kernel(...), or a @pl.function or @pl.inline function by its name."));
  }

  private Expr anyOperator(Call node) {
    List<String> path = Syntax.path(node.function());
    Optional<Expr> refused =
        path.size() > 1 && path.getFirst().equals("pld")
            ? in.hostCalls.refused(path.getLast(), node)
            : Optional.empty();
    return refused.orElseGet(() -> operator(node));
  }

  /** Returns the call of an operator, wherever it stands. */
  Expr operator(Call node) {
    List<String> path = Syntax.path(node.function());
    if (path.size() < 2 || !path.getFirst().equals("pl") && !path.getFirst().equals("pld")) {
      return notCallable(node);
    }
    String last = path.getLast();
    boolean language = path.getFirst().equals("pl");
    if (language && SPLIT_TRANSFERS.contains(last)) {
      return splitTransfer(last, node);
    }
    if (language && path.get(1).equals("const")) {
      return typedConstant(node);
    }
    if (language && path.size() == 3 && last.equals("get_byte")) {
      return byteSize(path.get(1), node);
    }
    if (path.equals(List.of("pl", "system", "task_dummy"))) {
      return in.dependencies.dummyTask(node);
    }
    if (path.equals(List.of("pl", "tensor", "dim"))) {
      Optional<Expr> symbol = dimensionSymbol(node);
      if (symbol.isPresent()) {
        return symbol.get();
      }
    }
    String name = String.join(".", language ? path.subList(1, path.size()) : path);
    return build(name, positional(node), keywords(node), node);
  }

  /** Returns the call of an operator of the catalogue with arguments that are lowered already. */
  Expr build(String path, List<Operand> positional, Map<String, Operand> keywords, Node node) {
    return in.program
        .operators()
        .build(new SurfaceCall(path, positional, keywords, in.at(node)), in.problems::add);
  }

  /**
   * Returns the operator that a subscript stands for. What is wrong with it the reference ascribes
   * to the function as a whole, because there is no call it could point at.
   */
  Expr buildImplied(
      String path, List<Operand> positional, Map<String, Operand> keywords, Node node) {
    return in.program
        .operators()
        .build(
            new SurfaceCall(path, positional, keywords, in.at(node)),
            problem -> in.reportOfFunction(problem, node));
  }

  private List<Operand> positional(Call node) {
    List<Operand> operands = new ArrayList<>();
    node.arguments().forEach(a -> operands.add(positional(a)));
    return operands;
  }

  /**
   * Returns a positional argument: a dtype, an enumeration constant or a number where an attribute
   * names one, else a value of the program.
   */
  private Operand positional(dev.orchlens.syntax.Expr node) {
    Optional<Operand> constant =
        switch (node) {
          case Attribute attribute -> namedConstant(attribute);
          case Name name when !in.names.knows(name.id()) ->
              in.closure()
                  .lookup(name.id())
                  .filter(LanguageObject.Name.class::isInstance)
                  .flatMap(v -> ClosureValues.toOperand(v, in::dimension, in.at(name)));
          case UnaryOp(_, Operator.Unary operator, Attribute attribute)
              when operator == Operator.Unary.NEGATE ->
              namedConstant(attribute).flatMap(OperatorLowering::negated);
          case ListExpr list -> Optional.of(items(list.elements()));
          case TupleExpr tuple -> Optional.of(items(tuple.elements()));
          case Literal.NoneLiteral _ -> Optional.of(new Operand.None());
          default -> Optional.empty();
        };
    return constant.orElseGet(() -> new Operand.Value(in.expressions.lower(node)));
  }

  private Operand items(List<dev.orchlens.syntax.Expr> elements) {
    List<Operand> operands = new ArrayList<>();
    elements.forEach(e -> operands.add(new Operand.Value(in.expressions.lower(e))));
    return new Operand.Items(operands);
  }

  private Optional<Operand> namedConstant(Attribute node) {
    Optional<DataType> dtype = DataType.ofName(node.name().text());
    if (dtype.isPresent()) {
      return Optional.of(new Operand.Constant(new Attr.DType(dtype.get())));
    }
    return in.closure()
        .evaluate(node)
        .filter(
            v ->
                v instanceof LanguageObject.Name
                    || v instanceof IntValue
                    || v instanceof FloatValue)
        .flatMap(v -> ClosureValues.toOperand(v, in::dimension, in.at(node)));
  }

  private static Optional<Operand> negated(Operand operand) {
    return switch (operand) {
      case Operand.Constant(Attr.Int(long value)) ->
          Optional.of(new Operand.Constant(new Attr.Int(-value)));
      case Operand.Constant(Attr.Float(double value)) ->
          Optional.of(new Operand.Constant(new Attr.Float(-value)));
      default -> Optional.empty();
    };
  }

  private Map<String, Operand> keywords(Call node) {
    Map<String, Operand> operands = new LinkedHashMap<>();
    for (Part.Keyword keyword : node.keywords()) {
      if (keyword.name().isEmpty()) {
        in.error(
            Code.CALL_KEYWORD,
            keyword,
            "Keyword arguments cannot be passed with '**'. Write each one out.");
      } else if (!keyword.isNamed("attrs")) {
        operands.put(keyword.name().get().text(), keyword(keyword.value()));
      }
    }
    return operands;
  }

  /**
   * Returns a keyword argument: a value known while compiling where it is one, else a value of the
   * program.
   */
  private Operand keyword(dev.orchlens.syntax.Expr node) {
    Optional<Operand> constant =
        switch (node) {
          case Literal literal -> literal(literal);
          case UnaryOp(_, Operator.Unary operator, Literal literal)
              when operator == Operator.Unary.NEGATE ->
              literal(literal).flatMap(OperatorLowering::negated);
          case Name name when !in.names.knows(name.id()) -> fromClosure(name);
          case Attribute attribute -> namedConstant(attribute).or(() -> fromClosure(attribute));
          case ListExpr list when list.elements().stream().noneMatch(this::isBoundName) ->
              fromClosure(list);
          default -> Optional.empty();
        };
    if (constant.isPresent()) {
      return constant.get();
    }
    return node instanceof ListExpr list
        ? items(list.elements())
        : new Operand.Value(in.expressions.lower(node));
  }

  private boolean isBoundName(Node node) {
    return node instanceof Name name && in.names.knows(name.id());
  }

  private Optional<Operand> fromClosure(dev.orchlens.syntax.Expr node) {
    return in.closure()
        .evaluate(node)
        .flatMap(v -> ClosureValues.toOperand(v, in::dimension, in.at(node)));
  }

  private static Optional<Operand> literal(Literal literal) {
    return switch (literal) {
      case Literal.BooleanLiteral(_, boolean value) ->
          Optional.of(new Operand.Constant(new Attr.Bool(value)));
      case Literal.IntLiteral(_, java.math.BigInteger value) when value.bitLength() <= 63 ->
          Optional.of(new Operand.Constant(new Attr.Int(value.longValue())));
      case Literal.FloatLiteral(_, _, double value) ->
          Optional.of(new Operand.Constant(new Attr.Float(value)));
      case Literal.StringLiteral(_, String value, _) ->
          Optional.of(new Operand.Constant(new Attr.Text(value)));
      case Literal.NoneLiteral _ -> Optional.of(new Operand.None());
      default -> Optional.empty();
    };
  }

  /**
   * Returns the move of a value between the cube core and the vector lanes; how it is split is what
   * the region around it says (reference: docs/en/user/language/04-scopes.md, "pl.split_aiv").
   */
  private Expr splitTransfer(String name, Call node) {
    Optional<SplitMode> mode = in.nesting.splitLanes();
    boolean explicit = node.keyword("split").isPresent();
    if (mode.isEmpty() && !explicit
        || mode.isPresent() && !node.keywords().isEmpty()
        || node.arguments().size() != 1) {
      return in.fail(
          Code.SPLIT_AIV_FORM,
          node,
          "pl."
              + name
              + " takes one value and no keyword, inside a 'for lane in pl.split_aiv(2, mode=...)'"
              + " loop, which says how it is split.");
    }
    Expr value = in.expressions.lower(node.arguments().getFirst());
    if (value.type() instanceof Type.Tensor tensor && (explicit || tensor.distributed())) {
      return in.fail(
          Code.SPLIT_AIV_FORM,
          node,
          explicit
              ? "pl."
                  + name
                  + " with 'split=' takes a tile. A tensor is split in a 'for lane in"
                  + " pl.split_aiv(...)' loop, without 'split='."
              : "pl."
                  + name
                  + " splits a tensor over the vector lanes of this device, so it takes no"
                  + " distributed one.");
    }
    String level = value.type() instanceof Type.Tensor ? "tensor." : "tile.";
    Map<String, Operand> keywords = new LinkedHashMap<>(keywords(node));
    mode.ifPresent(m -> keywords.put("split", new Operand.Constant(new Attr.Int(m.ordinal()))));
    return build(level + name, List.of(new Operand.Value(value)), keywords, node);
  }

  private Expr typedConstant(Call node) {
    Optional<DataType> dtype =
        node.arguments().size() == 2
            ? in.annotations.elementType(node.arguments().get(1))
            : Optional.empty();
    Optional<Operand> number =
        node.arguments().isEmpty()
            ? Optional.empty()
            : switch (node.arguments().getFirst()) {
              case Literal literal -> literal(literal);
              case UnaryOp(_, Operator.Unary operator, Literal literal)
                  when operator == Operator.Unary.NEGATE ->
                  literal(literal).flatMap(OperatorLowering::negated);
              default -> Optional.empty();
            };
    if (dtype.isPresent()
        && number.isPresent()
        && number.get() instanceof Operand.Constant(Attr attr)) {
      if (attr instanceof Attr.Int(long value)) {
        return new Expr.ConstInt(value, dtype.get(), in.at(node));
      }
      if (attr instanceof Attr.Float(double value)) {
        return new Expr.ConstFloat(value, dtype.get(), in.at(node));
      }
    }
    return in.fail(
        Code.CONSTANT_FORM,
        node,
        "pl.const takes a number that is written in place and a dtype: pl.const(4, "
            + "pl.INT32).");
  }

  private Expr byteSize(String dtypeName, Call node) {
    Optional<DataType> dtype = DataType.ofName(dtypeName);
    if (dtype.isEmpty()) {
      return in.fail(Code.CONSTANT_FORM, node, "There is no dtype pl." + dtypeName + ".");
    }
    return new Expr.ConstInt((dtype.get().bits() + 7) / 8, DataType.INDEX, in.at(node));
  }

  /**
   * Returns the dimension symbol that {@code pl.tensor.dim(x, axis)} reads back, in an
   * Orchestration function: one extent has one name.
   */
  private Optional<Expr> dimensionSymbol(Call node) {
    if (!in.header.isOrchestration()) {
      return Optional.empty();
    }
    List<dev.orchlens.syntax.Expr> rest = new ArrayList<>(node.arguments());
    Optional<dev.orchlens.syntax.Expr> tensor = argument("tensor", node, rest);
    Optional<dev.orchlens.syntax.Expr> axis = argument("axis", node, rest);
    boolean others =
        node.keywords().stream().anyMatch(k -> !k.isNamed("tensor") && !k.isNamed("axis"));
    if (others
        || !rest.isEmpty()
        || axis.isEmpty()
        || tensor.isEmpty()
        || !(tensor.get() instanceof Name name)) {
      return Optional.empty();
    }
    Optional<Long> number = in.closure().evaluate(axis.get()).flatMap(ClosureValues::integer);
    Optional<Expr> variable = in.names.lookup(name.id());
    if (number.isEmpty()
        || variable.isEmpty()
        || !(variable.get().type() instanceof Type.Tensor type)) {
      return Optional.empty();
    }
    long place = number.get() < 0 ? number.get() + type.shape().size() : number.get();
    return place >= 0
            && place < type.shape().size()
            && in.isDimensionSymbol(type.shape().get((int) place))
        ? Optional.of(type.shape().get((int) place))
        : Optional.empty();
  }

  private static Optional<dev.orchlens.syntax.Expr> argument(
      String name, Call node, List<dev.orchlens.syntax.Expr> positional) {
    Optional<Part.Keyword> keyword = node.keyword(name);
    if (keyword.isPresent()) {
      return keyword.map(Part.Keyword::value);
    }
    return positional.isEmpty() ? Optional.empty() : Optional.of(positional.removeFirst());
  }

  /** Emits {@code pl.yield_(...)} and notes the names that take its values. */
  void yielded(Call node, List<String> targets) {
    List<Expr> values = new ArrayList<>();
    node.arguments().forEach(a -> values.add(in.expressions.lower(a)));
    in.blocks.emit(new Stmt.Yield(values, in.at(node)));
    for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
      in.yields.note(targets.get(i), values.get(i).type());
    }
  }

  /** Returns the value of a yield that is used as an expression, after emitting it. */
  private Expr yieldedValue(Call node) {
    List<Expr> values = new ArrayList<>();
    node.arguments().forEach(a -> values.add(in.expressions.lower(a)));
    in.blocks.emit(new Stmt.Yield(values, in.at(node)));
    return values.size() == 1
        ? values.getFirst()
        : in.fail(
            Code.YIELD_FORM,
            node,
            "pl.yield_ of several values is unpacked: a, b = pl.yield_(x, y).");
  }
}
