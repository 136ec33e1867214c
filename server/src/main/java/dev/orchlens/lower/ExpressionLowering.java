package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.op.ScalarArithmetic;
import dev.orchlens.lower.decl.ClosureValues;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.BinaryOp;
import dev.orchlens.syntax.Expr.BoolOp;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Compare;
import dev.orchlens.syntax.Expr.ErrorExpr;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.Subscript;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Expr.UnaryOp;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Operator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers expressions (reference: docs/en/dev/language/00-python_syntax.md, "Expressions"). A name
 * is looked up among the statements of the function first and in the code around it second;
 * arithmetic over nothing but constants from around the function is done at once.
 */
final class ExpressionLowering {
  private static final Map<Operator.Binary, Expr.BinaryOp> BINARY =
      Map.of(
          Operator.Binary.ADD, Expr.BinaryOp.ADD,
          Operator.Binary.SUBTRACT, Expr.BinaryOp.SUB,
          Operator.Binary.MULTIPLY, Expr.BinaryOp.MUL,
          Operator.Binary.DIVIDE, Expr.BinaryOp.FLOAT_DIV,
          Operator.Binary.FLOOR_DIVIDE, Expr.BinaryOp.FLOOR_DIV,
          Operator.Binary.MODULO, Expr.BinaryOp.FLOOR_MOD,
          Operator.Binary.LEFT_SHIFT, Expr.BinaryOp.SHIFT_LEFT,
          Operator.Binary.RIGHT_SHIFT, Expr.BinaryOp.SHIFT_RIGHT);

  private static final Map<Operator.Comparison, Expr.BinaryOp> COMPARISONS =
      Map.of(
          Operator.Comparison.EQUAL, Expr.BinaryOp.EQ,
          Operator.Comparison.NOT_EQUAL, Expr.BinaryOp.NE,
          Operator.Comparison.LESS, Expr.BinaryOp.LT,
          Operator.Comparison.LESS_EQUAL, Expr.BinaryOp.LE,
          Operator.Comparison.GREATER, Expr.BinaryOp.GT,
          Operator.Comparison.GREATER_EQUAL, Expr.BinaryOp.GE);

  private final FunctionLowering in;

  ExpressionLowering(FunctionLowering in) {
    this.in = in;
  }

  /** Returns the value of an expression; one of unknown type after a mistake, which is reported. */
  Expr lower(dev.orchlens.syntax.Expr node) {
    try {
      return lowered(node);
    } catch (Rejection rejection) {
      // Arithmetic on extents and offsets is simplified while types are found, which fails where it
      // divides by 0.
      in.problems.add(rejection.problem());
      return in.unknown(node, rejection.problem().message());
    }
  }

  private Expr lowered(dev.orchlens.syntax.Expr node) {
    return switch (node) {
      case Name name -> name(name);
      case Literal literal -> literal(literal);
      case BinaryOp operation -> binary(operation);
      case Compare comparison -> comparison(comparison);
      case Call call -> in.operators.call(call);
      case Attribute attribute -> attribute(attribute);
      case UnaryOp operation -> unary(operation);
      case ListExpr list -> sequence(list, list.elements());
      case TupleExpr tuple -> sequence(tuple, tuple.elements());
      case Subscript subscript -> in.subscripts.read(subscript);
      case BoolOp operation -> connective(operation);
      case ErrorExpr error -> in.unknown(error, "the syntax is broken here");
      case dev.orchlens.syntax.Expr.Slice _,
          dev.orchlens.syntax.Expr.SetExpr _,
          dev.orchlens.syntax.Expr.DictExpr _,
          dev.orchlens.syntax.Expr.ListComp _,
          dev.orchlens.syntax.Expr.SetComp _,
          dev.orchlens.syntax.Expr.DictComp _,
          dev.orchlens.syntax.Expr.GeneratorExpr _,
          dev.orchlens.syntax.Expr.Lambda _,
          dev.orchlens.syntax.Expr.Conditional _,
          dev.orchlens.syntax.Expr.Starred _,
          dev.orchlens.syntax.Expr.Await _,
          dev.orchlens.syntax.Expr.Yield _,
          dev.orchlens.syntax.Expr.YieldFrom _,
          dev.orchlens.syntax.Expr.NamedExpr _ ->
          in.fail(
              Code.EXPRESSION_UNSUPPORTED,
              node,
              "A "
                  + noun(node)
                  + " cannot be used in a function of the language. Use names, constants,"
                  + " arithmetic, subscripts and calls.");
    };
  }

  private static String noun(Node node) {
    return switch (node) {
      case dev.orchlens.syntax.Expr.Lambda _ -> "lambda";
      case dev.orchlens.syntax.Expr.Conditional _ -> "conditional expression";
      case dev.orchlens.syntax.Expr.Slice _ -> "slice";
      case dev.orchlens.syntax.Expr.SetExpr _ -> "set";
      case dev.orchlens.syntax.Expr.DictExpr _ -> "dictionary";
      case dev.orchlens.syntax.Expr.ListComp _,
          dev.orchlens.syntax.Expr.SetComp _,
          dev.orchlens.syntax.Expr.DictComp _,
          dev.orchlens.syntax.Expr.GeneratorExpr _ ->
          "comprehension";
      case dev.orchlens.syntax.Expr.Starred _ -> "starred expression";
      case dev.orchlens.syntax.Expr.NamedExpr _ -> "walrus assignment";
      case dev.orchlens.syntax.Expr.Await _ -> "await expression";
      default -> "yield expression";
    };
  }

  private Expr name(Name name) {
    Optional<Expr> bound =
        in.closure().substitutes(name.id()) ? Optional.empty() : in.names.lookup(name.id());
    if (bound.isPresent()) {
      return bound.get();
    }
    Optional<Value> value = in.closure().lookup(name.id());
    if (value.isPresent()) {
      return constant(value.get(), name);
    }
    String reason =
        in.closure()
            .hidden(name.id())
            .map(
                v ->
                    "' is "
                        + ClosureValues.describe(v)
                        + " outside of the function. A specialised function sees only the numbers"
                        + " and truth values of its own module; bind the one it needs to a name"
                        + " there.")
            .orElse("' is not defined at this point.");
    return in.fail(Code.NAME_UNDEFINED, name, "'" + name.id() + reason);
  }

  /** Returns a value from around the function as an expression. */
  Expr constant(Value value, Node node) {
    Optional<Expr> expr = ClosureValues.toExpr(value, in::dimension, in.at(node));
    return expr.orElseGet(
        () ->
            in.fail(
                Code.NAME_UNUSABLE_VALUE,
                node,
                "'"
                    + in.origins().quote(node)
                    + "' is "
                    + ClosureValues.describe(value)
                    + ", which a function of the language cannot use as a value."
                    + " Use a number, a truth value, or a list or tuple of them."));
  }

  private Expr literal(Literal literal) {
    return switch (literal) {
      case Literal.BooleanLiteral(_, boolean value) -> new Expr.ConstBool(value, in.at(literal));
      case Literal.IntLiteral(_, BigInteger value) -> integer(literal, value);
      case Literal.FloatLiteral(_, _, double value) ->
          new Expr.ConstFloat(value, DataType.FP32, in.at(literal));
      case Literal.NoneLiteral _ -> noTask(literal);
      case Literal.StringLiteral _,
          Literal.BytesLiteral _,
          Literal.FString _,
          Literal.ImaginaryLiteral _,
          Literal.EllipsisLiteral _ ->
          in.fail(
              Code.EXPRESSION_LITERAL,
              literal,
              "Only numbers, True, False and None (no task) can be written as values.");
    };
  }

  private Expr integer(Node node, BigInteger value) {
    if (value.bitLength() > 63) {
      return in.fail(Code.EXPRESSION_LITERAL, node, "This number does not fit into 64 bits.");
    }
    return new Expr.ConstInt(value.longValue(), DataType.INDEX, in.at(node));
  }

  /** Returns the TaskId that names no task, which {@code None} stands for. */
  Expr noTask(Node node) {
    return Expr.Call.op(Ops.SYSTEM_TASK_INVALID, List.of(), Type.TASK_ID, in.at(node));
  }

  /**
   * Returns whether an expression is arithmetic over nothing but constants and names from around
   * the function.
   */
  private boolean isForeignArithmetic(Node node) {
    return switch (node) {
      case Name name -> in.closure().substitutes(name.id()) || !in.names.knows(name.id());
      case Literal _ -> true;
      case BinaryOp operation ->
          isForeignArithmetic(operation.left()) && isForeignArithmetic(operation.right());
      case UnaryOp operation -> isForeignArithmetic(operation.operand());
      default -> false;
    };
  }

  private Optional<Expr> folded(dev.orchlens.syntax.Expr node) {
    if (!isForeignArithmetic(node)) {
      return Optional.empty();
    }
    return in.closure()
        .evaluate(node)
        .flatMap(v -> ClosureValues.toExpr(v, in::dimension, in.at(node)));
  }

  private Expr binary(BinaryOp node) {
    Optional<Expr> folded = folded(node);
    if (folded.isPresent()) {
      return folded.get();
    }
    Expr left = lower(node.left());
    Expr right = lower(node.right());
    Expr.BinaryOp op = BINARY.get(node.operator());
    if (op == null) {
      return in.fail(
          Code.EXPRESSION_OPERATOR,
          node,
          "The operator '"
              + node.operator().symbol()
              + "' does not exist for scalars."
              + " Use +, -, *, /, //, %, << or >>.");
    }
    return combine(op, left, right, node);
  }

  /** Returns {@code left op right}, or reports why there is no such value. */
  Expr combine(Expr.BinaryOp op, Expr left, Expr right, Node node) {
    if (FunctionLowering.isUnknown(left) || FunctionLowering.isUnknown(right)) {
      Type type = op.isComparison() ? Type.BOOL : new Type.Unknown("an operand is not known");
      return new Expr.Unknown("an operand is not known", type, in.at(node));
    }
    return ScalarArithmetic.binary(
        op, left, right, in.at(node), problem -> in.reportOfFunction(problem, node));
  }

  private Expr comparison(Compare node) {
    if (node.operators().size() != 1) {
      in.error(
          Code.EXPRESSION_CHAINED_COMPARISON,
          node,
          "Comparisons cannot be chained. Compare two values at a time.");
      return new Expr.Unknown("the comparison is chained", Type.BOOL, in.at(node));
    }
    Expr left = lower(node.left());
    Expr right = lower(node.rest().getFirst());
    Operator.Comparison operator = node.operators().getFirst();
    Expr.BinaryOp op = COMPARISONS.get(operator);
    if (op == null) {
      in.error(
          Code.EXPRESSION_OPERATOR,
          node,
          "The comparison '" + operator.symbol() + "' does not exist. Use ==, !=, <, <=, > or >=.");
      return new Expr.Unknown("the comparison does not exist", Type.BOOL, in.at(node));
    }
    return combine(op, left, right, node);
  }

  private Expr unary(UnaryOp node) {
    boolean pythonOnly =
        node.operator() == Operator.Unary.NOT || node.operator() == Operator.Unary.INVERT;
    Optional<Expr> folded = pythonOnly ? Optional.empty() : folded(node);
    if (folded.isPresent()) {
      return folded.get();
    }
    Expr operand = lower(node.operand());
    return switch (node.operator()) {
      case NEGATE -> negated(operand, node);
      case NOT -> unary(Expr.UnaryOp.NOT, operand, node);
      case INVERT -> unary(Expr.UnaryOp.BIT_NOT, operand, node);
      case PLUS ->
          in.fail(
              Code.EXPRESSION_OPERATOR,
              node,
              "The sign '+' in front of a value does not exist. Drop it.");
    };
  }

  private Expr negated(Expr operand, UnaryOp node) {
    return switch (operand) {
      case Expr.ConstInt c -> new Expr.ConstInt(-c.value(), c.dtype(), in.at(node));
      case Expr.ConstFloat c -> new Expr.ConstFloat(-c.value(), c.dtype(), in.at(node));
      default -> unary(Expr.UnaryOp.NEG, operand, node);
    };
  }

  private Expr unary(Expr.UnaryOp op, Expr operand, UnaryOp node) {
    if (FunctionLowering.isUnknown(operand)) {
      return op == Expr.UnaryOp.NOT
          ? new Expr.Unknown("the operand is not known", Type.BOOL, in.at(node))
          : operand;
    }
    return ScalarArithmetic.unary(
        op, operand, in.at(node), problem -> in.reportOfFunction(problem, node));
  }

  private Expr connective(BoolOp node) {
    Expr.BinaryOp op = node.operator() == Operator.Bool.AND ? Expr.BinaryOp.AND : Expr.BinaryOp.OR;
    Expr result = lower(node.operands().getFirst());
    for (var operand : node.operands().subList(1, node.operands().size())) {
      result = new Expr.Binary(op, result, lower(operand), Type.BOOL, in.at(node));
    }
    return result;
  }

  private Expr attribute(Attribute node) {
    Optional<Value> value = in.closure().evaluate(node);
    Optional<Expr> memory = value.flatMap(v -> ClosureValues.memorySpaceNumber(v, in.at(node)));
    if (memory.isPresent()) {
      return memory.get();
    }
    if (node.value() instanceof Name name
        && in.names.lookup(name.id()).filter(FunctionLowering::isUnknown).isPresent()) {
      return in.unknown(node, "nothing is known about '" + name.id() + "'");
    }
    return in.fail(
        Code.EXPRESSION_ATTRIBUTE,
        node,
        "'"
            + in.origins().quote(node)
            + "' cannot be used as a value here. Bind it to a name outside of the "
            + "function and"
            + " use that name.");
  }

  private Expr sequence(Node node, List<dev.orchlens.syntax.Expr> elements) {
    List<Expr> lowered = new ArrayList<>();
    elements.forEach(e -> lowered.add(lower(e)));
    return Expr.MakeTuple.of(lowered, in.at(node));
  }

  /**
   * Reports a condition that is no truth value (reference:
   * docs/en/user/language/02-control-flow.md).
   */
  void requireBool(Expr condition, String statement, Node node) {
    if (condition instanceof Expr.Unknown
        || FunctionLowering.isUnknown(condition)
        || condition.type().equals(Type.BOOL)) {
      return;
    }
    in.error(
        Code.CONDITION_NOT_BOOL,
        node,
        "The condition of '"
            + statement
            + "' must be a truth value, but it is "
            + TypeText.of(condition.type())
            + ". Write a comparison, such as '"
            + statement
            + " x != 0:'.");
  }
}
