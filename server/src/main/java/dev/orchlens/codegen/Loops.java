package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes counted loops (reference: docs/en/dev/codegen/01-orchestration_codegen.md, "ForStmt"). */
final class Loops {
  private static final String COLLECTION = "dynamic_compiler_dep_tids";

  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final CppBlocks blocks;
  private final TaskIds taskIds;
  private final LoopCarries carries;
  private final Yields yields;
  private final Barriers barriers;
  private final LoopCompression compression;
  private boolean usesVector;

  /** The C++ of a loop's variable and bounds. */
  private record Range(String var, String start, String stop, String step) {}

  Loops(
      Emitter emitter,
      Names names,
      ExprText text,
      CppBlocks blocks,
      TaskIds taskIds,
      LoopCarries carries,
      Yields yields,
      Barriers barriers,
      LoopCompression compression) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.blocks = blocks;
    this.taskIds = taskIds;
    this.carries = carries;
    this.yields = yields;
    this.barriers = barriers;
    this.compression = compression;
  }

  /** Returns whether the text so far needs the header of C++ vectors. */
  boolean usesVector() {
    return usesVector;
  }

  /** Writes a loop; {@code body} writes the statements in it. */
  void emit(Stmt.For loop, Runnable body) {
    if (loop.kind() != ForKind.SEQUENTIAL && loop.kind() != ForKind.PARALLEL) {
      throw Failures.internal(
          "this loop should have been unrolled or pipelined before.", loop.origin());
    }
    Range range = range(loop);
    List<LoopCarries.Plan> plans = carries.plans(loop);
    int collected = (int) plans.stream().filter(LoopCarries.Plan::collected).count();
    Optional<Yields.Collection> collection = Optional.empty();
    for (int i = 0; i < plans.size(); i++) {
      carries.declare(loop, i, plans.get(i));
      if (plans.get(i).collected()) {
        collection = Optional.of(collection.orElseGet(() -> collection(range, collected)));
        yields.collect(loop.results().get(i), collection.get());
      }
    }
    List<Optional<Var>> targets = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      targets.add(plans.get(i).rebind() ? Optional.of(loop.results().get(i)) : Optional.empty());
    }
    compression.around(
        loop,
        () -> {
          emitter.line(header(loop, range));
          emitter.inside(
              loop,
              () -> blocks.block(() -> yields.intoLoop(targets, position(loop, range), body)));
          emitter.line("}");
        });
    barriersBehind(loop, plans);
  }

  private Range range(Stmt.For loop) {
    String var = names.of(loop.var());
    if (var.isEmpty()) {
      var = names.fresh("i");
      names.alias(loop.var(), var);
    }
    return new Range(var, text.of(loop.start()), text.of(loop.stop()), text.of(loop.step()));
  }

  private static String header(Stmt.For loop, Range range) {
    String up = range.var + " < " + range.stop;
    String down = range.var + " > " + range.stop;
    Optional<Long> step = loop.step().constant();
    String condition;
    if (step.isEmpty()) {
      condition =
          "((("
              + range.step
              + ") > 0 && "
              + up
              + ") || (("
              + range.step
              + ") < 0 && "
              + down
              + "))";
    } else {
      condition = step.get() > 0 ? up : step.get() < 0 ? down : "false";
    }
    return "for (int64_t "
        + range.var
        + " = "
        + range.start
        + "; "
        + condition
        + "; "
        + range.var
        + " += "
        + range.step
        + ") {";
  }

  /** Returns the number of the present iteration, from 0. */
  private static String position(Stmt.For loop, Range range) {
    boolean counts =
        loop.start() instanceof Expr.ConstInt start
            && start.value() == 0
            && loop.step() instanceof Expr.ConstInt step
            && step.value() == 1;
    return counts ? range.var : "((" + range.var + " - " + range.start + ") / " + range.step + ")";
  }

  /**
   * Declares a vector for the TaskIds of all iterations, of which each adds {@code perIteration} at
   * most.
   */
  private Yields.Collection collection(Range range, int perIteration) {
    String data = names.fresh(COLLECTION);
    String count = names.fresh(data + "_count");
    String capacity = names.fresh(data + "_capacity");
    String start = names.fresh(capacity + "_start");
    String stop = names.fresh(capacity + "_stop");
    String step = names.fresh(capacity + "_step");
    emitter.line("const int64_t " + start + " = " + range.start + ";");
    emitter.line("const int64_t " + stop + " = " + range.stop + ";");
    emitter.line("const int64_t " + step + " = " + range.step + ";");
    String up =
        "("
            + step
            + " > 0 && "
            + start
            + " < "
            + stop
            + ") ? (("
            + stop
            + " - "
            + start
            + " + "
            + step
            + " - 1) / "
            + step
            + ")";
    String down =
        "("
            + step
            + " < 0 && "
            + start
            + " > "
            + stop
            + ") ? (("
            + start
            + " - "
            + stop
            + " + (-"
            + step
            + ") - 1) / (-"
            + step
            + "))";
    emitter.line(
        "const int64_t " + capacity + " = (" + up + " : " + down + " : 0) * " + perIteration + ";");
    String profile = names.fresh(data + "_profile_start");
    Profiling.begin(emitter, profile);
    emitter.line("std::vector<PTO2TaskId> " + data + "(static_cast<size_t>(" + capacity + "));");
    emitter.line("uint32_t " + count + " = 0;");
    Profiling.end(emitter, profile, 0);
    usesVector = true;
    return new Yields.Collection(data, count);
  }

  private void barriersBehind(Stmt.For loop, List<LoopCarries.Plan> plans) {
    Map<String, String> taskIdOf = new HashMap<>();
    for (int i = 0; i < plans.size(); i++) {
      Var result = loop.results().get(i);
      if (plans.get(i).collected()) {
        Yields.Collection collection = yields.collection(result).orElseThrow();
        String taskId =
            taskIdOf.computeIfAbsent(
                collection.data(),
                data ->
                    barriers.behindLoop(data, collection.count(), "all tasks of the loop above"));
        taskIds.bindDerived(result, new TaskIds.Single(taskId));
      }
    }
  }
}
