package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import java.util.List;
import java.util.Optional;

/**
 * Lowers dispatch predicates, which the scheduler evaluates (reference:
 * docs/en/dev/language/02-manual_dependencies.md, "Dispatch predicate"): one comparison of one
 * tensor element with an integer.
 */
final class PredicateLowering {
  private static final String FORM =
      "The scheduler compares one element of a tensor with one integer: predicate=(count[i] > 0).";

  private final FunctionLowering in;

  PredicateLowering(FunctionLowering in) {
    this.in = in;
  }

  /**
   * Returns the {@code predicate=} of a call; nothing without one, or when the scheduler could not
   * evaluate it.
   */
  Optional<Expr> predicate(String owner, Call call) {
    Optional<Part.Keyword> keyword = call.keyword("predicate");
    if (keyword.isEmpty()) {
      return Optional.empty();
    }
    Expr value = in.expressions.lower(keyword.get().value());
    if (value instanceof Expr.Unknown) {
      return Optional.empty();
    }
    return isValid(owner, value, keyword.get().value()) ? Optional.of(value) : Optional.empty();
  }

  private boolean isValid(String owner, Expr predicate, Node node) {
    if (!(predicate instanceof Expr.Binary comparison) || !comparison.op().isComparison()) {
      in.error(
          Code.PREDICATE_FORM,
          node,
          "The predicate of "
              + owner
              + " must be one comparison. "
              + FORM
              + " Leave it out to launch always.");
      return false;
    }
    Optional<Expr.Call> read = read(comparison);
    if (read.isEmpty()) {
      in.error(
          Code.PREDICATE_FORM, node, "The predicate of " + owner + " cannot be evaluated. " + FORM);
      return false;
    }
    if (!(read.get().args().getFirst().type() instanceof Type.Tensor tensor)) {
      in.error(
          Code.PREDICATE_OPERAND,
          node,
          "The predicate of " + owner + " must read a tensor. " + FORM);
      return false;
    }
    if (tensor.dtype().family() != DataType.Family.SIGNED || tensor.dtype().bits() < 8) {
      in.error(
          Code.PREDICATE_OPERAND,
          node,
          "The predicate of "
              + owner
              + " reads elements of type "
              + tensor.dtype()
              + ". The scheduler compares them as"
              + " signed integers, so they must be INT8, INT16, INT32 or INT64.");
      return false;
    }
    return indicesFit(owner, indices(read.get()), tensor, node);
  }

  private boolean indicesFit(String owner, List<Expr> indices, Type.Tensor tensor, Node node) {
    for (Expr index : indices) {
      boolean integer = index.type() instanceof Type.Scalar(DataType dtype) && dtype.isInteger();
      boolean negative = index.constant().orElse(0L) < 0;
      if (!integer || negative) {
        in.error(
            Code.PREDICATE_OPERAND,
            node,
            "The indices in the predicate of " + owner + " must be integers and not negative.");
        return false;
      }
    }
    if (indices.size() != tensor.shape().size()) {
      in.error(
          Code.PREDICATE_OPERAND,
          node,
          "The predicate of "
              + owner
              + " needs "
              + tensor.shape().size()
              + " indices to choose one element, but has "
              + indices.size()
              + ".");
      return false;
    }
    return true;
  }

  private static Expr withoutCasts(Expr expr) {
    return expr instanceof Expr.Unary u && u.op() == Expr.UnaryOp.CAST
        ? withoutCasts(u.operand())
        : expr;
  }

  private static Optional<Expr.Call> read(Expr.Binary comparison) {
    Expr left = withoutCasts(comparison.left());
    Expr right = withoutCasts(comparison.right());
    if (left instanceof Expr.Call call
        && call.isOp(Ops.TENSOR_READ)
        && right instanceof Expr.ConstInt) {
      return Optional.of(call);
    }
    return right instanceof Expr.Call call
            && call.isOp(Ops.TENSOR_READ)
            && left instanceof Expr.ConstInt
        ? Optional.of(call)
        : Optional.empty();
  }

  private static List<Expr> indices(Expr.Call read) {
    Expr index = read.args().get(1);
    return index instanceof Expr.MakeTuple tuple ? tuple.elements() : List.of(index);
  }

  /**
   * Reports a predicate over a tensor that a task of the function writes which is not among the
   * dependencies: the scheduler could read the old value. Arrays among the dependencies may name
   * that task, so with one nothing is said.
   *
   * @param depsAllowed whether the form of the launch has {@code deps=}
   */
  void requireProducer(
      String owner, Expr predicate, List<Expr> deps, boolean depsAllowed, Node node) {
    Optional<Expr.Call> read =
        predicate instanceof Expr.Binary comparison ? read(comparison) : Optional.empty();
    if (read.isEmpty() || !(read.get().args().getFirst() instanceof Var tensor)) {
      return;
    }
    Optional<TaskProducers.Producer> producer = in.producers.of(tensor);
    if (producer.isEmpty() || deps.stream().anyMatch(d -> d.type().isTaskIdArray())) {
      return;
    }
    Var taskId = producer.get().taskId();
    if (deps.contains(taskId) && in.producers.isCurrent(producer.get())) {
      return;
    }
    String advice =
        depsAllowed
            ? "Add it: deps=[" + taskId.sourceName() + "]."
            : "Use the form that names the task and lists it: with pl.spmd(n, deps=["
                + taskId.sourceName()
                + "], predicate=...) as tid.";
    in.error(
        Code.PREDICATE_PRODUCER_NOT_IN_DEPS,
        node,
        "The predicate of "
            + owner
            + " reads '"
            + tensor.sourceName()
            + "', which the task '"
            + taskId.sourceName()
            + "' writes, but 'deps=' does not list that task: the old value could be read. "
            + advice);
  }
}
