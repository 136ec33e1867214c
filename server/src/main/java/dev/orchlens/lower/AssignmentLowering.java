package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ErrorExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.Subscript;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt.AnnAssign;
import dev.orchlens.syntax.Stmt.Assign;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lowers assignments: names, tuples of names, subscripts, submits and yields (reference:
 * docs/en/dev/language/01-statements.md, "Assignment").
 */
final class AssignmentLowering {
  private final FunctionLowering in;
  private final SubscriptWriteLowering writes;

  AssignmentLowering(FunctionLowering in) {
    this.in = in;
    this.writes = new SubscriptWriteLowering(in);
  }

  /** Lowers {@code target = value}. */
  void plain(Assign node) {
    if (node.targets().size() != 1) {
      in.error(
          Code.ASSIGNMENT_TARGET,
          node,
          "One value is assigned to one target at a time. Write one assignment " + "for each.");
      node.targets().forEach(t -> defineUnknown(t, node));
      return;
    }
    if (HostCalls.isWindowBuffer(node.value())) {
      windowBuffer(node.targets().getFirst(), (Call) node.value(), node);
      return;
    }
    switch (node.targets().getFirst()) {
      case TupleExpr target -> unpacked(target, node);
      case Name target -> named(target, node);
      case Subscript target -> writes.write(target, node.value());
      case ErrorExpr _ -> in.expressions.lower(node.value());
      default -> {
        in.error(
            Code.ASSIGNMENT_TARGET,
            node,
            "'"
                + in.origins().quote(node.targets().getFirst())
                + "' cannot be assigned to. Assign to a name, several names,"
                + " or a subscript of a name.");
        in.expressions.lower(node.value());
      }
    }
  }

  private void windowBuffer(Node target, Call call, Node statement) {
    Expr buffer = in.hostCalls.windowBuffer(target, call);
    if (target instanceof Name name) {
      in.bind(name.id(), buffer, statement);
    } else {
      defineUnknown(target, statement);
    }
  }

  private void named(Name target, Assign node) {
    if (Syntax.isMethodCall(node.value(), "yield_")) {
      in.operators.yielded((Call) node.value(), List.of(target.id()));
      return;
    }
    Expr value = value(node.value());
    if (value.type() instanceof Type.None) {
      value = Expr.Unknown.noValue(value.origin());
    }
    in.bind(target.id(), value, node);
  }

  /** Returns the value of the right side, which may be a submit that is kept as one tuple. */
  private Expr value(dev.orchlens.syntax.Expr node) {
    for (boolean spmd : new boolean[] {false, true}) {
      if (Syntax.isLanguageCall(node, spmd ? "spmd_submit" : "submit")) {
        return in.kernelCalls
            .submit((Call) node, spmd)
            .orElseGet(() -> in.unknown(node, "the submit names no kernel"));
      }
    }
    return in.expressions.lower(node);
  }

  private void unpacked(TupleExpr target, Assign node) {
    if (Syntax.isMethodCall(node.value(), "yield_")) {
      List<String> names = new ArrayList<>();
      target.elements().forEach(e -> names.add(e instanceof Name name ? name.id() : ""));
      in.operators.yielded((Call) node.value(), names);
      return;
    }
    for (boolean spmd : new boolean[] {false, true}) {
      if (Syntax.isLanguageCall(node.value(), spmd ? "spmd_submit" : "submit")) {
        submitted(target, (Call) node.value(), spmd, node);
        return;
      }
    }
    Expr value = in.expressions.lower(node.value());
    if (value instanceof Expr.Unknown || value.type() instanceof Type.Unknown) {
      target.elements().forEach(e -> defineUnknown(e, node));
      return;
    }
    Var tuple = in.let("_tuple_tmp", value, value.type(), in.at(node));
    for (int i = 0; i < target.elements().size(); i++) {
      if (target.elements().get(i) instanceof Name name) {
        in.bind(name.id(), element(tuple, i, node), node);
      } else {
        in.error(
            Code.ASSIGNMENT_TARGET,
            target.elements().get(i),
            "The targets of an unpacking must be names: a, b = f(x).");
      }
    }
  }

  /** Returns an element of a value that is unpacked. */
  private Expr element(Expr value, int index, Node node) {
    if (value.type() instanceof Type.Tuple tuple) {
      return in.subscripts.tupleElement(value, tuple, index, node);
    }
    String message =
        "The value is "
            + TypeText.kind(value.type())
            + " and cannot be unpacked into several names.";
    in.errorOfFunction(Code.ASSIGNMENT_UNPACKING, node, message);
    return in.unknown(node, message);
  }

  private void defineUnknown(Node target, Node statement) {
    switch (target) {
      case Name name ->
          in.bind(name.id(), in.unknown(statement, "the assigned value is not known"), statement);
      case TupleExpr tuple -> tuple.elements().forEach(e -> defineUnknown(e, statement));
      default -> {}
    }
  }

  /** Lowers {@code result, tid = pl.submit(...)}; several results stand in a tuple of their own. */
  private void submitted(TupleExpr target, Call call, boolean spmd, Assign node) {
    String construct = spmd ? "pl.spmd_submit" : "pl.submit";
    Optional<List<Name>> results = submitTargets(target, construct, call);
    Optional<Expr> submit = in.kernelCalls.submit(call, spmd);
    if (results.isEmpty()
        || submit.isEmpty()
        || !(submit.get().type() instanceof Type.Tuple tuple)) {
      target.elements().forEach(e -> defineUnknown(e, node));
      return;
    }
    int available = tuple.elements().size() - 1;
    Name taskId = (Name) target.elements().getLast();
    Var launched = in.let("_submit_tmp", submit.get(), tuple, in.at(call));
    if (available != results.get().size()) {
      in.error(
          Code.SUBMIT_RESULTS,
          call,
          "The kernel has "
              + count(available)
              + ", but the submit is unpacked into "
              + count(results.get().size())
              + " and the TaskId.");
    }
    List<Var> produced = new ArrayList<>();
    for (int i = 0; i < results.get().size(); i++) {
      Expr value =
          i < available
              ? element(launched, i, call)
              : in.unknown(call, "the kernel has no such result");
      if (in.bind(results.get().get(i).id(), value, call) instanceof Var v) {
        produced.add(v);
      }
    }
    if (in.bind(taskId.id(), element(launched, available, call), call) instanceof Var v) {
      in.producers.launched(v, produced);
    }
  }

  private static String count(int results) {
    return results == 1 ? "1 result" : results + " results";
  }

  private Optional<List<Name>> submitTargets(TupleExpr target, String construct, Call call) {
    String form =
        "Write out, tid = " + construct + "(...) or (a, b), tid = " + construct + "(...).";
    if (target.elements().size() != 2 || !(target.elements().get(1) instanceof Name)) {
      in.error(
          Code.SUBMIT_FORM,
          call,
          construct + " gives a result and a TaskId, which are unpacked into two targets. " + form);
      return Optional.empty();
    }
    List<Name> names = new ArrayList<>();
    List<dev.orchlens.syntax.Expr> written =
        target.elements().getFirst() instanceof TupleExpr several
            ? several.elements()
            : List.of(target.elements().getFirst());
    for (var each : written) {
      if (!(each instanceof Name name)) {
        in.error(
            Code.SUBMIT_FORM,
            call,
            "The results of " + construct + " are bound to plain names. " + form);
        return Optional.empty();
      }
      names.add(name);
    }
    return Optional.of(names);
  }

  /** Lowers {@code name: type = value}. */
  void annotated(AnnAssign node) {
    if (!(node.target() instanceof Name target)) {
      in.error(Code.ASSIGNMENT_TARGET, node.target(), "Only a name can be annotated.");
      return;
    }
    if (node.value().isEmpty()) {
      in.error(
          Code.ASSIGNMENT_TARGET,
          node,
          "'" + target.id() + "' is declared without a value. Assign one here.");
      return;
    }
    if (Syntax.isMethodCall(node.value().get(), "yield_")) {
      in.operators.yielded((Call) node.value().get(), List.of(target.id()));
      return;
    }
    if (HostCalls.isWindowBuffer(node.value().get())
        && AnnotationReader.isPointer(node.annotation())) {
      windowBuffer(target, (Call) node.value().get(), node);
      return;
    }
    Expr value = value(node.value().get());
    int before = in.problems.count();
    Optional<Type> annotated = in.annotations.assigned(node.annotation());
    if (!in.problems.hasErrorsSince(before)) {
      annotated.ifPresent(
          type -> checkConsistency(target.id(), type, flattened(type, value), node));
    }
    Optional<Type> taken = annotated.flatMap(type -> takenType(type, flattened(type, value)));
    in.bind(target.id(), retyped(value, taken), taken, node);
  }

  /**
   * Returns the type that the annotation gives the variable instead of the value's: memory, views
   * and a scalar type for an index are told by annotations only.
   */
  private static Optional<Type> takenType(Type annotated, Type actual) {
    return switch (annotated) {
      case Type _ when actual instanceof Type.Unknown -> Optional.of(annotated);
      case Type.Tile a when actual instanceof Type.Tile t -> Optional.of(merged(a, t));
      case Type.Tensor a when a.memRef().isPresent() || a.view().isPresent() ->
          Optional.of(annotated);
      case Type.Scalar _ when actual.equals(Type.INDEX) -> Optional.of(annotated);
      default -> Optional.empty();
    };
  }

  /**
   * Returns the type of a value, with the two dimensions that the annotation gives a new tile of
   * more: programs that the compiler prints tell there what FlattenTileNdTo2D made of it
   * (reference: docs/en/dev/passes/flatten_tile_nd_to_2d).
   */
  private static Type flattened(Type annotated, Expr value) {
    boolean fresh =
        value instanceof Expr.Call call && (call.isOp(Ops.TILE_LOAD) || call.isOp(Ops.TILE_CREATE));
    return fresh
            && annotated instanceof Type.Tile a
            && value.type() instanceof Type.Tile t
            && a.shape().size() <= 2
            && t.shape().size() > 2
        ? new Type.Tile(a.shape(), t.dtype(), List.of(), t.space())
        : value.type();
  }

  private static Type merged(Type.Tile annotated, Type.Tile actual) {
    return new Type.Tile(
        annotated.shape(),
        annotated.dtype(),
        annotated.validShape().isEmpty() && annotated.shape().size() == actual.shape().size()
            ? actual.validShape()
            : annotated.validShape(),
        annotated.space().or(actual::space));
  }

  /** Returns the value with the type the variable takes where the value can have it. */
  private static Expr retyped(Expr value, Optional<Type> taken) {
    if (taken.isEmpty()) {
      return value;
    }
    if (value instanceof Expr.ConstInt c && taken.get() instanceof Type.Scalar(DataType dtype)) {
      return new Expr.ConstInt(c.value(), dtype, c.origin());
    }
    boolean retyped =
        value.type() instanceof Type.Unknown || !TypeRules.same(value.type(), taken.get());
    if (value instanceof Expr.Call call && retyped) {
      return new Expr.Call(
          call.callee(), call.args(), call.kwargs(), call.attrs(), taken.get(), call.origin());
    }
    return value;
  }

  private void checkConsistency(String name, Type annotated, Type actual, AnnAssign node) {
    if (actual instanceof Type.Unknown || annotated instanceof Type.Unknown) {
      return;
    }
    String found = disagreement(annotated, actual);
    if (!found.isEmpty()) {
      in.error(
          Code.ANNOTATION_MISMATCH,
          node,
          "'"
              + name
              + "' is annotated with "
              + found
              + " Annotate "
              + TypeText.of(actual)
              + ", or change the value.");
    }
  }

  private static String disagreement(Type annotated, Type actual) {
    if (!annotated.getClass().equals(actual.getClass())) {
      return TypeText.of(annotated) + ", but the value is " + TypeText.kind(actual) + ".";
    }
    Optional<DataType> wanted = annotated.elementType();
    Optional<DataType> given = actual.elementType();
    if (wanted.isPresent()
        && given.isPresent()
        && !TypeRules.compatibleElements(wanted.get(), given.get())) {
      return "elements of type " + wanted.get() + ", but the value has " + given.get() + ".";
    }
    if (annotated instanceof Type.Shaped a && actual instanceof Type.Shaped b) {
      return shapeDisagreement(a, b);
    }
    return "";
  }

  private static String shapeDisagreement(Type.Shaped annotated, Type.Shaped actual) {
    if (annotated.shape().size() != actual.shape().size()) {
      return "the shape "
          + TypeText.shape(annotated.shape())
          + ", but the value has the shape "
          + TypeText.shape(actual.shape())
          + ".";
    }
    for (int i = 0; i < annotated.shape().size(); i++) {
      if (annotated.shape().get(i) instanceof Expr.ConstInt a
          && actual.shape().get(i) instanceof Expr.ConstInt b
          && a.value() != b.value()) {
        return "the extent "
            + a.value()
            + " in dimension "
            + i
            + ", but the value has "
            + b.value()
            + " there.";
      }
    }
    return "";
  }
}
