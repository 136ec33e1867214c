package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.CarryPlan;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Declares what a loop carries from one iteration to the next (reference:
 * docs/en/dev/passes/classify_iter_arg_carry, and docs/en/dev/codegen/01-orchestration_codegen.md,
 * "Array carry for pl.parallel TaskId iter_args").
 */
final class LoopCarries {
  private static final String INDEX = "__init_i";
  private static final String INVALID = "PTO2TaskId::invalid()";

  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final CppBlocks blocks;
  private final TaskIds taskIds;
  private final ArrayOps arrays;
  private final DerivedCapture capture;

  /**
   * How one carry is written.
   *
   * @param rebind whether it has a variable of its own
   * @param slots the slots of its array of TaskIds, 0 when it has none
   * @param awaited whether derived dependencies wait for what the loop produces
   * @param collected whether the TaskIds go to a vector, as their number is not known
   */
  record Plan(boolean rebind, long slots, boolean awaited, boolean collected) {}

  LoopCarries(
      Emitter emitter,
      Names names,
      ExprText text,
      CppBlocks blocks,
      TaskIds taskIds,
      ArrayOps arrays,
      DerivedCapture capture) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.blocks = blocks;
    this.taskIds = taskIds;
    this.arrays = arrays;
    this.capture = capture;
  }

  /**
   * Returns how the carries of a loop are written: as ClassifyIterArgCarry said, unless TaskIds are
   * awaited.
   */
  List<Plan> plans(Stmt.For loop) {
    List<Plan> plans = new ArrayList<>();
    List<CarryPlan> classified = loop.attrs().carryPlans();
    for (int i = 0; i < loop.carries().size(); i++) {
      if (capture.isAwaited(loop.results().get(i))) {
        long trips = TripCount.of(loop).orElse(0);
        plans.add(new Plan(true, trips, true, trips == 0 && loop.kind() == ForKind.PARALLEL));
      } else {
        CarryPlan plan = i < classified.size() ? classified.get(i) : new CarryPlan(false, 0);
        plans.add(new Plan(plan.rebind(), plan.arraySize(), false, false));
      }
    }
    return plans;
  }

  /** Declares carry {@code index} of a loop in front of it. */
  void declare(Stmt.For loop, int index, Plan plan) {
    Carry carry = loop.carries().get(index);
    Var result = loop.results().get(index);
    if (plan.slots > 0) {
      taskIdArray(loop, carry, result, plan);
    } else if (plan.rebind && carry.var().type() instanceof Type.Array array) {
      array(carry, result, array, loop);
    } else if (plan.rebind) {
      variable(carry, result);
    } else {
      String init = init(carry);
      names.alias(carry.var(), init);
      names.alias(result, init);
    }
  }

  private String init(Carry carry) {
    return names.of(carry.init()).map(names::tensor).orElseGet(() -> text.of(carry.init()));
  }

  private Optional<TaskIds.ArrayStore> initArray(Carry carry, long size) {
    return carry.init() instanceof Var var
        ? taskIds.array(var).filter(array -> array.size() == size)
        : Optional.empty();
  }

  private void taskIdArray(Stmt.For loop, Carry carry, Var result, Plan plan) {
    String init = init(carry);
    String name = names.fresh(result.name());
    emitter.line("PTO2TaskId " + name + "[" + plan.slots + "];");
    if (plan.awaited) {
      taskIds.markDerived(name);
    }
    Optional<TaskIds.ArrayStore> source = initArray(carry, plan.slots);
    if (source.isPresent()) {
      arrays.copy(plan.slots, name, source.get().name(), INDEX);
    } else {
      arrays.fill(plan.slots, name, plan.awaited ? INVALID : init, INDEX);
    }
    taskIds.bindArray(result, name, plan.slots);
    if (loop.kind() != ForKind.PARALLEL) {
      taskIds.bindArray(carry.var(), name, plan.slots);
    } else if (!plan.awaited) {
      // Every iteration of a parallel loop starts from the value that came in.
      if (source.isPresent()) {
        taskIds.bindArray(carry.var(), source.get().name(), plan.slots);
      } else {
        taskIds.bind(carry.var(), new TaskIds.Single(init));
        names.alias(carry.var(), init);
      }
    }
  }

  private void array(Carry carry, Var result, Type.Array type, Stmt.For loop) {
    String name =
        initArray(carry, type.extent())
            .map(TaskIds.ArrayStore::name)
            .orElseGet(
                () -> {
                  String source =
                      names
                          .of(carry.init())
                          .map(names::tensor)
                          .orElseThrow(
                              () ->
                                  Failures.internal(
                                      "a loop carries an array that does not start as a named one.",
                                      loop.origin()));
                  String copy = names.fresh(result.name());
                  DataType element = type.element();
                  emitter.line(CppTypes.element(element) + " " + copy + "[" + type.extent() + "];");
                  arrays.copy(type.extent(), copy, source, INDEX);
                  return copy;
                });
    names.alias(carry.var(), name);
    names.alias(result, name);
    taskIds.bindArray(carry.var(), name, type.extent());
    taskIds.bindArray(result, name, type.extent());
  }

  private void variable(Carry carry, Var result) {
    String init = init(carry);
    String name = names.fresh(result.name());
    String type = CppTypes.variable(result.type(), result.origin());
    if (type.equals(CppTypes.TENSOR)) {
      blocks.declareTensor(name, init);
    } else {
      blocks.declare(type, name, init);
    }
    names.alias(result, name);
    names.alias(carry.var(), name);
    if (blocks.isInManual() && carry.var().type().isTaskId()) {
      taskIds.bind(carry.var(), new TaskIds.Single(name));
      taskIds.bind(result, new TaskIds.Single(name));
    }
  }
}
