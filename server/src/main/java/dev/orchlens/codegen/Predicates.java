package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.List;

/**
 * Writes dispatch predicates: a comparison of a tensor element with a constant, made when a task is
 * dispatched.
 */
final class Predicates {
  private static final int MOST_INDICES = 5;

  private final Emitter emitter;
  private final Names names;
  private final ExprText text;

  /**
   * A predicate taken apart: the element compared with the constant, the comparison from the
   * element's side.
   */
  private record Parts(Expr.Invocation read, String comparison, long target) {}

  Predicates(Emitter emitter, Names names, ExprText text) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
  }

  /** Adds the predicate of a launch, if it has one, to the task's {@code args}. */
  void emit(Expr.Invocation launch, String args) {
    if (launch instanceof Expr.Submit submit) {
      submit.predicate().ifPresent(predicate -> emit(parts(predicate), args));
    }
  }

  private void emit(Parts parts, String args) {
    Expr operand = parts.read.args().getFirst();
    requireSigned(operand);
    List<Expr> indices =
        parts.read.args().get(1) instanceof Expr.MakeTuple tuple
            ? tuple.elements()
            : List.of(parts.read.args().get(1));
    if (indices.size() > MOST_INDICES) {
      throw Failures.rule(
          Code.PREDICATE_OPERAND,
          "A predicate can read a tensor of at most "
              + MOST_INDICES
              + " dimensions, but this one has "
              + indices.size()
              + ".",
          parts.read.origin());
    }
    String tensor =
        names
            .of(operand)
            .map(names::tensor)
            .orElseThrow(
                () ->
                    Failures.rule(
                        Code.PREDICATE_OPERAND,
                        "The tensor of a predicate must be a name. Bind it to one first.",
                        parts.read.origin()));
    String predicate = args + "_pred";
    emitter.line("CoreTaskPredicate " + predicate + ";");
    emitter.line(predicate + ".operand.tensor = &" + tensor + ";");
    emitter.line(predicate + ".operand.ndims = " + indices.size() + ";");
    for (int i = 0; i < indices.size(); i++) {
      requireNotNegative(indices.get(i));
      emitter.line(predicate + ".operand.indices[" + i + "] = " + text.of(indices.get(i)) + ";");
    }
    emitter.line(predicate + ".op = PredicateOp::" + parts.comparison + ";");
    emitter.line(predicate + ".target = " + parts.target + ";");
    emitter.line(args + ".set_predicate(" + predicate + ");");
  }

  private static Parts parts(Expr predicate) {
    if (predicate instanceof Expr.Binary b && b.op().isComparison()) {
      Expr left = withoutCasts(b.left());
      Expr right = withoutCasts(b.right());
      if (isRead(left) && right instanceof Expr.ConstInt c) {
        return new Parts((Expr.Invocation) left, b.op().name(), c.value());
      }
      if (isRead(right) && left instanceof Expr.ConstInt c) {
        return new Parts((Expr.Invocation) right, mirrored(b.op()), c.value());
      }
    }
    throw Failures.rule(
        Code.PREDICATE_FORM,
        "The scheduler can only compare one tensor element with a whole number, as in"
            + " predicate=(counts[i] > 0).",
        predicate.origin());
  }

  private static Expr withoutCasts(Expr expr) {
    Expr inner = expr;
    while (inner instanceof Expr.Unary u && u.op() == Expr.UnaryOp.CAST) {
      inner = u.operand();
    }
    return inner;
  }

  private static boolean isRead(Expr expr) {
    return expr instanceof Expr.Invocation call
        && call.isOp(Ops.TENSOR_READ)
        && call.args().size() >= 2;
  }

  private static String mirrored(Expr.BinaryOp op) {
    return switch (op) {
      case GT -> "LT";
      case LT -> "GT";
      case GE -> "LE";
      case LE -> "GE";
      default -> op.name();
    };
  }

  private static void requireSigned(Expr operand) {
    DataType dtype = operand.type() instanceof Type.Tensor t ? t.dtype() : DataType.BOOL;
    if (dtype.family() != DataType.Family.SIGNED || dtype.bits() < 8) {
      throw Failures.rule(
          Code.PREDICATE_OPERAND,
          "A predicate can read a tensor of INT8, INT16, INT32 or INT64, not of "
              + dtype.name()
              + ": the runtime reads the element as a signed number.",
          operand.origin());
    }
  }

  private static void requireNotNegative(Expr index) {
    if (index instanceof Expr.ConstInt c && c.value() < 0) {
      throw Failures.rule(
          Code.PREDICATE_OPERAND,
          "A predicate counts its indices from the start, so "
              + c.value()
              + " is no element. Use an index of 0 or"
              + " more.",
          index.origin());
    }
  }
}
