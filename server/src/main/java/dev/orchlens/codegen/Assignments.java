package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes assignments and calls: operators, launches, dependency-only tasks and plain values. */
final class Assignments {
  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final ShapeText shapes;
  private final CppBlocks blocks;
  private final TaskIds taskIds;
  private final TupleParts tuples;
  private final Allocations allocations;
  private final Launches launches;
  private final Barriers barriers;
  private final ResultAliases aliases;
  private final DerivedCapture capture;
  private final Map<String, String> contexts;
  private final Map<String, OpEmitter> operators = new HashMap<>();

  /**
   * Makes a writer.
   *
   * @param contexts the communication context of each distributed tensor parameter, by their names
   */
  Assignments(
      Emitter emitter,
      Names names,
      ExprText text,
      ShapeText shapes,
      CppBlocks blocks,
      TaskIds taskIds,
      TupleParts tuples,
      Allocations allocations,
      Launches launches,
      Barriers barriers,
      ResultAliases aliases,
      DerivedCapture capture,
      ArrayOps arrays,
      Map<String, String> contexts) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.shapes = shapes;
    this.blocks = blocks;
    this.taskIds = taskIds;
    this.tuples = tuples;
    this.allocations = allocations;
    this.launches = launches;
    this.barriers = barriers;
    this.aliases = aliases;
    this.capture = capture;
    this.contexts = contexts;
    operators.putAll(arrays.table());
    operators.putAll(new ViewOps(emitter, names, text, shapes).table());
    operators.putAll(new DataOps(emitter, names, text, shapes).table());
  }

  /** Writes an assignment. */
  void assign(Stmt.Assign s) {
    String name = names.declare(s.var());
    shapes.named(name, s.var().type());
    switch (s.value()) {
      case Expr.Invocation call when Calls.isBuiltin(call) -> operator(s, call, name);
      case Expr.Invocation call -> launch(s.var(), call, name);
      case Expr.MakeTuple tuple -> tuple(s.var(), tuple);
      case Expr.TupleGet _ -> {}
      case Var source -> copy(s, source, name);
      case Expr.Const _, Expr.Binary _, Expr.Unary _, Expr.Unknown _ -> {
        String value = text.of(s.value());
        blocks.declare(CppTypes.variable(s.var().type(), s.origin()), name, value);
      }
    }
  }

  /** Writes a call whose result nobody takes. */
  void evaluate(Stmt.Eval s) {
    if (!(s.expr() instanceof Expr.Invocation call)) {
      return;
    }
    if (Calls.isBuiltin(call)) {
      operator(call).emit(call, "");
      return;
    }
    List<Var> awaited = capture.awaitedOutputs(call);
    int task = launches.launch(call, !awaited.isEmpty());
    awaited.forEach(var -> capture.keep(var, Names.base(var.name()), Launches.taskId(task)));
  }

  private OpEmitter operator(Expr.Invocation call) {
    OpEmitter operator = operators.get(call.callee().name());
    if (operator == null) {
      throw Failures.internal(
          call.callee().name()
              + " works only inside a kernel. Move it into one: a pl.at region, or a function that"
              + " is launched.",
          call.origin());
    }
    return operator;
  }

  private void operator(Stmt.Assign s, Expr.Invocation call, String name) {
    switch (call.callee().name()) {
      case Ops.SYSTEM_TASK_DUMMY -> {
        barriers.dummy(call, name);
        taskIds.bind(s.var(), new TaskIds.Single(name));
      }
      case Ops.SYSTEM_TASK_INVALID -> {
        emitter.line("PTO2TaskId " + name + " = PTO2TaskId::invalid();");
        taskIds.bind(s.var(), new TaskIds.Single(name));
      }
      case Ops.SYSTEM_TASK_IS_VALID ->
          emitter.line("bool " + name + " = " + text.of(call.args().getFirst()) + ".is_valid();");
      case Ops.SYSTEM_AVAILABLE_CLUSTER_COUNT, Ops.SYSTEM_AVAILABLE_AIV_COUNT ->
          emitter.line("int32_t " + name + " = " + LaunchSpecs.deviceQuery(call) + ";");
      case Ops.PLD_SYSTEM_GET_COMM_CTX ->
          emitter.line("uint64_t " + name + " = " + context(call) + ";");
      case Ops.TENSOR_ASSEMBLE -> assemble(s.var(), call);
      case Ops.TENSOR_CREATE -> allocations.here(s, call);
      case Ops.ARRAY_CREATE, Ops.ARRAY_GET_ELEMENT, Ops.ARRAY_UPDATE_ELEMENT ->
          array(s.var(), call, name);
      default -> operator(call).emit(call, name);
    }
  }

  private String context(Expr.Invocation call) {
    return names
        .of(call.args().getFirst())
        .map(contexts::get)
        .orElseThrow(
            () ->
                Failures.internal(
                    "the communication context of a tensor is no parameter.", call.origin()));
  }

  /** The kernel that made the part wrote it into the target already; only the name remains. */
  private void assemble(Var result, Expr.Invocation call) {
    if (call.kwargs().get("atomic").filter(a -> !isNone(a)).isPresent()) {
      throw Failures.rule(
          Code.CODEGEN_ATOMIC_ASSEMBLE,
          "pl.assemble with atomic= works only inside a kernel: an orchestration function cannot"
              + " combine values. Move it into the region that computes the part.",
          call.origin());
    }
    names.alias(result, names.tensor(text.of(call.args().getFirst())));
  }

  private static boolean isNone(Attr attr) {
    return switch (attr) {
      case Attr.Int(long value) -> value == 0;
      case Attr.Text(String value) -> value.endsWith("None_");
      case Attr.Float _, Attr.Bool _, Attr.DType _, Attr.Values _ -> false;
    };
  }

  private void array(Var var, Expr.Invocation call, String name) {
    boolean updates = call.isOp(Ops.ARRAY_UPDATE_ELEMENT);
    if (updates) {
      names.alias(var, text.of(call.args().getFirst()));
      if (call.args().getFirst() instanceof Var source) {
        taskIds.copyArray(source, var);
        taskIds.copyLocal(source, var);
      }
    }
    operator(call).emit(call, name);
    if (call.isOp(Ops.ARRAY_CREATE) && var.type() instanceof Type.Array type) {
      taskIds.bindArray(var, name, type.extent());
    } else if (call.isOp(Ops.ARRAY_GET_ELEMENT) && var.type().isTaskId()) {
      taskIds.bind(var, new TaskIds.Single(name));
    }
  }

  private void launch(Var result, Expr.Invocation call, String name) {
    boolean awaited = capture.isAwaited(result);
    List<Var> outputs = capture.awaitedOutputs(call);
    int task = launches.launch(call, awaited || !outputs.isEmpty());
    String taskId = Launches.taskId(task);
    if (awaited) {
      capture.keep(result, Names.base(name), taskId);
    }
    outputs.forEach(var -> capture.keep(var, Names.base(var.name()), taskId));
    if (outputs.isEmpty() && !awaited && blocks.isInManual()) {
      taskIds.bind(result, new TaskIds.Launch(task));
    }
    if (!(call.type() instanceof Type.Tuple)) {
      aliases.single(result, call, name);
    } else if (Calls.yieldsTaskId(call)) {
      aliases.submitted(result, call, task);
    } else {
      aliases.several(result, call);
    }
  }

  private void tuple(Var result, Expr.MakeTuple tuple) {
    for (TupleParts.Part part : tuples.of(result)) {
      if (part.index() < tuple.elements().size()
          && tuple.elements().get(part.index()) instanceof Var source) {
        if (names.isNamed(source)) {
          names.alias(part.var(), names.of(source));
        }
        taskIds.copyLocal(source, part.var());
        taskIds.copyArray(source, part.var());
      }
    }
  }

  private void copy(Stmt.Assign s, Var source, String name) {
    String value = text.of(source);
    String type = CppTypes.variable(s.var().type(), s.origin());
    taskIds.copyLocal(source, s.var());
    if (value.equals(name)) {
      return;
    }
    if (type.equals(CppTypes.TENSOR) && isOneTensor(name, value)) {
      names.alias(s.var(), value);
    } else {
      blocks.declare(type, name, value);
    }
  }

  /**
   * Returns whether a copy in a MANUAL scope may be one tensor with its source, so that tasks
   * behind it see it.
   */
  private boolean isOneTensor(String name, String source) {
    return blocks.isKnownOutside(source)
        && !blocks.isAssignableHere(source)
        && !blocks.isAssignableHere(name)
        && (!blocks.isHoistedCarry(source) || blocks.isManualBody());
  }
}
