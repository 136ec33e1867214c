package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rejects launches over blocks whose kernel meets a barrier that they can never pass: the barrier
 * in hardware waits for every core of a kind, so the launch has to fill them all, and all at once
 * (reference: docs/en/dev/passes/verifier, "HardSyncallOccupancyValid"). Numbers of blocks that
 * fill some device are left alone, whichever the user has.
 */
public final class CheckSyncAll implements RememberingPass {
  private static final String CLUSTERS = Ops.SYSTEM_AVAILABLE_CLUSTER_COUNT;
  private static final String VECTOR_CORES = Ops.SYSTEM_AVAILABLE_AIV_COUNT;

  /** The cores of a device. */
  private record Device(String name, long cubes, long vectors) {}

  /** The devices that the compiler knows. */
  private static final List<Device> DEVICES =
      List.of(new Device("Ascend 910B", 24, 48), new Device("Ascend 950", 36, 72));

  /** A barrier in hardware. */
  private record Barrier(String cores, Origin origin) {}

  /** A launch over blocks. */
  private record Launch(Expr blocks, boolean together) {}

  private static final PassMemory.Question<List<Barrier>> BARRIERS = CheckSyncAll::barriers;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    if (program.functions().values().stream().allMatch(f -> memory.ask(BARRIERS, f).isEmpty())) {
      return program;
    }
    List<Problem> found = new ArrayList<>();
    Map<Var, Expr> queries = queries(program);
    for (Function function : program.functions().values()) {
      Calls.forEach(function.body(), call -> launch(call, program, queries, found::add));
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  /** Returns the variables that hold how many cores the device has. */
  private static Map<Var, Expr> queries(Program program) {
    Map<Var, Expr> queries = new IdentityHashMap<>();
    for (Function function : program.functions().values()) {
      Walk.statements(
          function.body(),
          stmt -> {
            if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, Origin _)
                && (call.isOp(CLUSTERS) || call.isOp(VECTOR_CORES))) {
              queries.put(var, call);
            }
          });
    }
    return queries;
  }

  private static void launch(
      Expr.Invocation call, Program program, Map<Var, Expr> queries, Consumer<Problem> problems) {
    Optional<Expr> blocks = call.attrs().coreNum();
    Optional<Function> callee = call.function().map(program.functions()::get);
    if (blocks.isEmpty() || callee.isEmpty()) {
      return;
    }
    Expr known =
        blocks.get() instanceof Var v && queries.containsKey(v) ? queries.get(v) : blocks.get();
    Launch launch = new Launch(known, call.attrs().syncStart());
    Function target = callee.get();
    boolean wrapper =
        target.type() == FunctionType.SPMD
            || target.type() == FunctionType.GROUP && target.attrs().spmdUnwrapped();
    if (wrapper) {
      callees(target, program).forEach(kernel -> kernel(kernel, launch, program, problems));
    } else {
      kernel(target, launch, program, problems);
    }
  }

  private static Set<Function> callees(Function function, Program program) {
    Set<Function> callees = new LinkedHashSet<>();
    Calls.forEach(
        function.body(),
        call -> call.function().map(program.functions()::get).ifPresent(callees::add));
    return callees;
  }

  private static void kernel(
      Function kernel, Launch launch, Program program, Consumer<Problem> problems) {
    switch (kernel.type()) {
      case AIV -> {
        if (!kernel.attrs().dualAiv()) {
          barriers(kernel).forEach(b -> alone(b, "aiv_only", launch, problems));
        }
      }
      case AIC -> barriers(kernel).forEach(b -> alone(b, "aic_only", launch, problems));
      case GROUP -> {
        Optional<Barrier> first =
            callees(kernel, program).stream()
                .filter(f -> f.type() == FunctionType.AIC || f.type() == FunctionType.AIV)
                .flatMap(f -> barriers(f).stream())
                .findFirst();
        first.ifPresent(b -> filled(b, false, launch, problems));
      }
      case IN_CORE, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> {}
    }
  }

  /** A kernel that runs on one kind of core can only wait for that kind. */
  private static void alone(
      Barrier barrier, String own, Launch launch, Consumer<Problem> problems) {
    if (barrier.cores().equals(own)) {
      filled(barrier, own.equals("aiv_only"), launch, problems);
    } else if (isKnown(launch)) {
      problems.accept(
          new Problem(
              Code.SPMD_BARRIER,
              "This barrier waits for cores that the launch does not have (core_type=\""
                  + barrier.cores()
                  + "\"): the"
                  + " kernel runs on "
                  + (own.equals("aiv_only") ? "vector" : "cube")
                  + " cores only. Write core_type=\""
                  + own
                  + "\".",
              barrier.origin()));
    }
  }

  private static boolean isKnown(Launch launch) {
    return launch.blocks() instanceof Expr.ConstInt
        || isQuery(launch, CLUSTERS)
        || isQuery(launch, VECTOR_CORES);
  }

  private static boolean isQuery(Launch launch, String query) {
    return launch.blocks() instanceof Expr.Invocation call && call.isOp(query);
  }

  private static void filled(
      Barrier barrier, boolean vector, Launch launch, Consumer<Problem> problems) {
    String query =
        vector ? "pl.system.available_aiv_count()" : "pl.system.available_cluster_count()";
    boolean fills =
        launch.blocks() instanceof Expr.ConstInt(long blocks, var _, var _)
            ? DEVICES.stream().anyMatch(d -> blocks == (vector ? d.vectors() : d.cubes()))
            : isQuery(launch, vector ? VECTOR_CORES : CLUSTERS);
    if (isKnown(launch) && !fills) {
      problems.accept(
          new Problem(
              Code.SPMD_BARRIER,
              "This barrier waits for all "
                  + (vector ? "vector" : "cube")
                  + " cores of the device, but the kernel is"
                  + " not launched on all of them. Launch it over "
                  + query
                  + " blocks ("
                  + counts(vector)
                  + "), or write mode=\"soft\".",
              barrier.origin()));
    } else if (isKnown(launch) && !launch.together()) {
      problems.accept(
          new Problem(
              Code.SPMD_BARRIER,
              "This barrier waits for all blocks of the launch, which may not all run at a time."
                  + " Add sync_start=True to the launch, or write mode=\"soft\".",
              barrier.origin()));
    }
  }

  private static String counts(boolean vector) {
    return String.join(
        ", ",
        DEVICES.stream()
            .map(d -> (vector ? d.vectors() : d.cubes()) + " on an " + d.name())
            .toList());
  }

  private static List<Barrier> barriers(Function kernel) {
    List<Barrier> barriers = new ArrayList<>();
    Calls.any(
        kernel,
        call -> {
          if (call.isOp(Ops.SYSTEM_SYNCALL)
              && !text(call.kwargs(), "mode", "hard").equals("soft")) {
            barriers.add(new Barrier(text(call.kwargs(), "core_type", "mix"), call.origin()));
          }
          return false;
        });
    return barriers;
  }

  private static String text(Kwargs kwargs, String key, String fallback) {
    return kwargs
        .get(key)
        .map(a -> a instanceof Attr.Text(String text) ? text : fallback)
        .orElse(fallback);
  }
}
