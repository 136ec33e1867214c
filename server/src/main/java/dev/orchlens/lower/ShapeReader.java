package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.lower.decl.ClosureValues;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.BinaryOp;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the shapes in annotations. A dimension is a constant, a {@code pl.dynamic} symbol, a scalar
 * of the function, or arithmetic over them; one whose value cannot be known becomes a symbol of its
 * own. Constants inside types have no place in the source, so that equal shapes are equal.
 */
final class ShapeReader {
  private static final Map<Operator.Binary, Expr.BinaryOp> ARITHMETIC =
      Map.of(
          Operator.Binary.ADD, Expr.BinaryOp.ADD,
          Operator.Binary.SUBTRACT, Expr.BinaryOp.SUB,
          Operator.Binary.MULTIPLY, Expr.BinaryOp.MUL,
          Operator.Binary.FLOOR_DIVIDE, Expr.BinaryOp.FLOOR_DIV,
          Operator.Binary.MODULO, Expr.BinaryOp.FLOOR_MOD);

  private final FunctionLowering in;

  ShapeReader(FunctionLowering in) {
    this.in = in;
  }

  /** Returns the dimensions that a list, or a name of a list, gives. */
  List<Expr> shape(dev.orchlens.syntax.Expr node) {
    List<Expr> dims = new ArrayList<>();
    switch (node) {
      case ListExpr list -> list.elements().forEach(e -> dims.add(dim(e)));
      case TupleExpr tuple -> tuple.elements().forEach(e -> dims.add(dim(e)));
      default -> {
        Optional<Value> value = in.closure().evaluate(node);
        switch (value.orElse(null)) {
          case ListValue list -> list.elements().forEach(v -> dims.add(dim(v, node)));
          case TupleValue tuple -> tuple.elements().forEach(v -> dims.add(dim(v, node)));
          case null, default ->
              in.error(
                  Code.ANNOTATION_INVALID,
                  node,
                  "'"
                      + in.origins().quote(node)
                      + "' is no shape. Write a list such as [16, 64], or a name of one "
                      + "that is known"
                      + " while compiling.");
        }
      }
    }
    return dims;
  }

  private Expr dim(dev.orchlens.syntax.Expr node) {
    if (node instanceof Literal.IntLiteral literal && literal.value().bitLength() < 64) {
      return constant(literal.value().longValue(), DataType.INDEX);
    }
    if (node instanceof Name name) {
      return named(name);
    }
    if (Syntax.anyBelow(node, ShapeReader::isTypedConstant)) {
      Optional<Expr> rebuilt = arithmetic(node);
      if (rebuilt.isPresent()) {
        return rebuilt.get();
      }
    }
    Optional<Value> value = in.closure().evaluate(node);
    if (value.filter(IntValue.class::isInstance).isPresent()) {
      return dim(value.get(), node);
    }
    Optional<Expr> rebuilt = arithmetic(node);
    if (rebuilt.isPresent()) {
      return rebuilt.get();
    }
    if (value.isPresent()) {
      return dim(value.get(), node);
    }
    return invalid(
        node,
        "'" + in.origins().quote(node) + "' is no dimension: it is not known while compiling.");
  }

  private static boolean isTypedConstant(Node node) {
    return Syntax.isMethodCall(node, "const");
  }

  private Expr named(Name name) {
    Optional<Value> value = in.closure().lookup(name.id());
    if (value.isPresent()) {
      return dim(value.get(), name);
    }
    return in.names
        .lookup(name.id())
        .orElseGet(
            () -> invalid(name, "'" + name.id() + "' is not defined, so it is no dimension."));
  }

  private Expr dim(Value value, Node node) {
    return switch (value) {
      case IntValue number when number.asLong().isPresent() ->
          constant(number.asLong().getAsLong(), DataType.INDEX);
      case BoolValue(boolean flag) -> constant(flag ? 1 : 0, DataType.INDEX);
      case LanguageObject.DynamicDim symbol -> in.dimension(symbol.name());
      case UnknownValue _ -> in.dimension(in.origins().quote(node));
      default ->
          invalid(
              node,
              "'"
                  + in.origins().quote(node)
                  + "' is "
                  + ClosureValues.describe(value)
                  + ", no dimension.");
    };
  }

  private Expr invalid(Node node, String message) {
    in.error(Code.ANNOTATION_INVALID, node, message);
    return new Expr.Unknown(message, Type.INDEX, Origin.none());
  }

  private static Expr constant(long value, DataType dtype) {
    return new Expr.ConstInt(value, dtype, Origin.none());
  }

  /** Rebuilds arithmetic over constants, symbols and scalars; nothing for other forms. */
  private Optional<Expr> arithmetic(Node node) {
    return switch (node) {
      case Literal.IntLiteral literal when literal.value().bitLength() < 64 ->
          Optional.of(constant(literal.value().longValue(), DataType.INDEX));
      case Name name -> Optional.of(named(name));
      case Call call when isTypedConstant(call) && call.arguments().size() == 2 ->
          in.annotations
              .elementType(call.arguments().get(1))
              .flatMap(
                  t ->
                      call.arguments().getFirst() instanceof Literal.IntLiteral literal
                          ? Optional.of(constant(literal.value().longValue(), t))
                          : Optional.empty());
      case BinaryOp operation when ARITHMETIC.containsKey(operation.operator()) ->
          arithmetic(operation.left())
              .flatMap(
                  left ->
                      arithmetic(operation.right())
                          .map(
                              right -> combine(ARITHMETIC.get(operation.operator()), left, right)));
      default -> Optional.empty();
    };
  }

  private static Expr combine(Expr.BinaryOp op, Expr left, Expr right) {
    return new Expr.Binary(op, left, right, left.type(), Origin.none());
  }

  /** Returns an index expression: a constant, a symbol, or what the function computes. */
  Expr index(dev.orchlens.syntax.Expr node) {
    Optional<Long> known = in.closure().evaluate(node).flatMap(ClosureValues::integer);
    if (known.isPresent()) {
      return constant(known.get(), DataType.INDEX);
    }
    if (node instanceof Name name) {
      return in.names
          .lookup(name.id())
          .or(() -> in.closure().lookup(name.id()).map(v -> dim(v, name)))
          .orElseGet(() -> in.dimension(name.id()));
    }
    return in.expressions.lower(node);
  }

  /** Returns the index expressions that a list gives. */
  List<Expr> indices(dev.orchlens.syntax.Expr node) {
    List<Expr> exprs = new ArrayList<>();
    if (node instanceof ListExpr list) {
      list.elements().forEach(e -> exprs.add(index(e)));
    } else {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "'" + in.origins().quote(node) + "' must be a list, written in place.");
    }
    return exprs;
  }

  /** Returns the constants and symbols that a list held outside of the function gives. */
  List<Expr> indices(Value value, Node node) {
    List<Expr> exprs = new ArrayList<>();
    switch (value) {
      case ListValue list -> list.elements().forEach(v -> exprs.add(dim(v, node)));
      case TupleValue tuple -> tuple.elements().forEach(v -> exprs.add(dim(v, node)));
      default -> invalid(node, "A list of extents is expected.");
    }
    return exprs;
  }
}
