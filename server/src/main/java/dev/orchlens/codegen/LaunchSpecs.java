package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Var;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes over how many blocks a task is launched: the launch says it, or else the function that it
 * launches (reference: docs/en/dev/codegen/01-orchestration_codegen.md).
 */
final class LaunchSpecs {
  private static final String CLUSTERS = Ops.SYSTEM_AVAILABLE_CLUSTER_COUNT;
  private static final String VECTOR_CORES = Ops.SYSTEM_AVAILABLE_AIV_COUNT;

  private final Callees callees;
  private final Emitter emitter;
  private final ExprText text;

  LaunchSpecs(Callees callees, Emitter emitter, ExprText text) {
    this.callees = callees;
    this.emitter = emitter;
    this.text = text;
  }

  /** Returns the number of blocks of a launch over blocks. */
  Optional<Expr> blocks(Expr.Invocation launch) {
    return launch.attrs().coreNum().or(() -> ofFunction(launch));
  }

  private Optional<Expr> ofFunction(Expr.Invocation launch) {
    OptionalLong blocks = attrs(launch).blocks();
    return blocks.isPresent()
        ? Optional.of(new Expr.ConstInt(blocks.getAsLong(), DataType.INDEX, launch.origin()))
        : Optional.empty();
  }

  private FunctionAttrs attrs(Expr.Invocation launch) {
    return callees.of(launch.callee()).map(Function::attrs).orElse(FunctionAttrs.defaults());
  }

  /** Returns whether a call asks the device for its number of cores. */
  static boolean isDeviceQuery(Expr.Invocation call) {
    return call.isOp(CLUSTERS) || call.isOp(VECTOR_CORES);
  }

  /** Returns the text of a question for the number of cores. */
  static String deviceQuery(Expr.Invocation call) {
    return call.isOp(VECTOR_CORES) ? "rt_available_aiv_count()" : "rt_available_cluster_count()";
  }

  /** Returns the text of a number of blocks. */
  String text(Expr blocks) {
    return switch (blocks) {
      case Expr.Invocation call when isDeviceQuery(call) -> deviceQuery(call);
      case Expr.ConstInt _, Expr.Binary _, Expr.Unary _, Var _ -> text.of(blocks);
      case Expr.ConstFloat _,
          Expr.ConstBool _,
          Expr.MakeTuple _,
          Expr.TupleGet _,
          Expr.Invocation _,
          Expr.Unknown _ ->
          throw Failures.internal(
              "the number of blocks must be a number, a name, arithmetic on them, or a device"
                  + " query.",
              blocks.origin());
    };
  }

  /** Returns whether all blocks of a task must start together. */
  boolean startTogether(Expr.Invocation launch) {
    return launch.attrs().coreNum().isPresent()
        ? launch.attrs().syncStart()
        : attrs(launch).startsTogether();
  }

  /** Adds the launch specification of a task to its arguments {@code args}. */
  void emit(Expr.Invocation launch, String args) {
    Optional<Expr> blocks = blocks(launch);
    blocks.ifPresent(
        count -> emitter.line(args + ".launch_spec.set_block_num(" + text(count) + ");"));
    if (startTogether(launch)) {
      emitter.line(args + ".launch_spec.set_require_sync_start(true);");
    }
  }
}
