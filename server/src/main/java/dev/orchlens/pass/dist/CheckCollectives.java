package dev.orchlens.pass.dist;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rejects collectives that the compiler cannot carry out. Those of a host orchestrator are started
 * on each device: they work on windows of different buffers, and where the compiler makes the
 * signal it does so once (reference: docs/en/dev/passes/synthesize_allreduce_signals, 41 and 42).
 * Those of kernels are cut into steps (docs/en/dev/passes/lower_composite_ops). What depends on how
 * many devices take part is not looked at.
 */
public final class CheckCollectives implements RememberingPass {
  private static final String ALL_REDUCE = Ops.PLD_TENSOR_ALLREDUCE;
  private static final String ALL_TO_ALL_COUNTED = Ops.PLD_TENSOR_ALL_TO_ALL_V;

  /** The vector cores of the largest device that the compiler knows. */
  private static final long MOST_CORES = 72;

  /** The windows that each collective takes, by argument. */
  private static final Map<String, List<String>> WINDOWS =
      Map.of(
          ALL_REDUCE,
          List.of("src", "signal"),
          Ops.PLD_TENSOR_BARRIER,
          List.of("signal"),
          Ops.PLD_TENSOR_BROADCAST,
          List.of("target", "signal"),
          Ops.PLD_TENSOR_REDUCE_SCATTER,
          List.of("target", "signal"),
          Ops.PLD_TENSOR_ALLGATHER,
          List.of("input", "target", "signal"),
          Ops.PLD_TENSOR_ALL_TO_ALL,
          List.of("input", "target", "signal"),
          ALL_TO_ALL_COUNTED,
          List.of("input", "target", "signal", "send_counts", "recv_counts"));

  private static final PassMemory.Question<List<Problem>> FAULTS = CheckCollectives::faults;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (isHostOrchestrator(function)) {
        new Host(function, found::add).check();
      } else {
        found.addAll(memory.ask(FAULTS, function));
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static List<Problem> faults(Function function) {
    List<Problem> found = new ArrayList<>();
    Calls.any(function, call -> inKernel(call, found::add));
    return found;
  }

  private static boolean isHostOrchestrator(Function function) {
    return function.attrs().isOnHost()
        && function.attrs().role().filter(role -> role == Role.ORCHESTRATOR).isPresent();
  }

  /** Checks a call outside of host orchestrators; always answers that the search goes on. */
  private static boolean inKernel(Expr.Invocation call, Consumer<Problem> problems) {
    List<String> roles = WINDOWS.get(call.callee().name());
    if (roles == null) {
      return false;
    }
    boolean reduction = call.isOp(ALL_REDUCE);
    String mode = mode(call);
    int signal = roles.indexOf("signal");
    if (signal >= call.args().size()) {
      problems.accept(
          error(
              "pld.tensor.allreduce outside of a host orchestrator needs a signal. Pass a window of"
                  + " INT32, [ranks, 1].",
              call));
    } else if (reduction && cores(call) != 1) {
      problems.accept(
          error(
              "pld.tensor.allreduce takes 'core_num=' in a host orchestrator only. Launch the"
                  + " kernel over blocks instead.",
              call));
    } else if (reduction && !mode.equals("ring") && !mode.equals("mesh")) {
      problems.accept(unknownMode(mode, call));
    } else if (mode.equals("mesh") && !isColumn(call.args().get(signal))) {
      problems.accept(
          error(
              call.callee().name()
                  + " counts in a signal of one column in a kernel, but this one has another shape."
                  + " Give it a signal of its own, [ranks, 1].",
              call));
    }
    return false;
  }

  private static boolean isColumn(Expr signal) {
    return !(signal.type() instanceof Type.Tensor type)
        || type.shape().size() == 2
            && !(type.shape().get(1) instanceof Expr.ConstInt columns && columns.value() != 1);
  }

  private static long cores(Expr.Invocation call) {
    return call.kwargs()
        .get("core_num")
        .map(a -> a instanceof Attr.Int(long n) ? n : 1L)
        .orElse(1L);
  }

  private static String mode(Expr.Invocation call) {
    return call.kwargs()
        .get("mode")
        .map(a -> a instanceof Attr.Text(String text) ? text : "mesh")
        .orElse("mesh");
  }

  private static Problem unknownMode(String mode, Expr.Invocation call) {
    return error(
        "pld.tensor.allreduce has the modes \"ring\" and \"mesh\", not \"" + mode + "\".", call);
  }

  private static Problem error(String message, Expr.Invocation call) {
    return new Problem(Code.DISTRIBUTED_COLLECTIVE, message, call.origin());
  }

  /** One host orchestrator. */
  private static final class Host {
    private final Function function;
    private final Consumer<Problem> problems;

    /** The buffer that each window lies in. */
    private final Map<Var, Var> buffers = new IdentityHashMap<>();

    Host(Function function, Consumer<Problem> problems) {
      this.function = function;
      this.problems = problems;
    }

    void check() {
      Walk.statements(function.body(), this::note);
      check(function.body(), false);
    }

    private void note(Stmt stmt) {
      if (stmt instanceof Stmt.Assign(Var var, Expr value, Origin _)) {
        window(value).ifPresent(buffer -> buffers.put(var, buffer));
      }
    }

    private Optional<Var> window(Expr value) {
      return switch (value) {
        case Var v -> Optional.ofNullable(buffers.get(v));
        case Expr.Call call
            when call.isOp(Ops.PLD_TENSOR_WINDOW) && call.args().getFirst() instanceof Var buffer ->
            Optional.of(buffer);
        case Expr.Call call when WINDOWS.containsKey(call.callee().name()) -> {
          int target = WINDOWS.get(call.callee().name()).indexOf("target");
          yield window(call.args().get(Math.max(target, 0)));
        }
        default -> Optional.empty();
      };
    }

    private void check(List<Stmt> body, boolean repeated) {
      for (Stmt stmt : body) {
        if (stmt.computed().orElse(null) instanceof Expr.Call call) {
          collective(call, repeated);
        }
        boolean inside = repeated || stmt instanceof Stmt.Loop;
        stmt.bodies().forEach(b -> check(b, inside));
      }
    }

    private void collective(Expr.Call call, boolean repeated) {
      String operator = call.callee().name();
      List<String> roles = WINDOWS.get(operator);
      if (roles == null) {
        return;
      }
      if (operator.equals(ALL_REDUCE)) {
        allReduce(call, repeated);
      } else if (operator.equals(ALL_TO_ALL_COUNTED) && repeated) {
        error(
            call,
            "pld.tensor.all_to_all_v cannot stand in a loop of a host orchestrator. Move it out of"
                + " the loop.");
      }
      for (int i = 0; i < call.args().size(); i++) {
        windowed(call, i, roles);
      }
    }

    private void windowed(Expr.Call call, int index, List<String> roles) {
      if (!(call.args().get(index) instanceof Var var)) {
        return;
      }
      boolean parameter = function.params().stream().map(Param::var).anyMatch(p -> p == var);
      if (parameter || var.type() instanceof Type.Tensor tensor && !tensor.distributed()) {
        error(
            call,
            "A collective of a host orchestrator works on windows of its own buffers, but '"
                + var.sourceName()
                + "' is none: make it with pld.window(buf, ...), where buf ="
                + " pld.alloc_window_buffer(...).");
        return;
      }
      Var buffer = buffers.get(var);
      for (int i = 0; i < index && buffer != null; i++) {
        if (call.args().get(i) instanceof Var other && buffers.get(other) == buffer) {
          error(
              call,
              "'"
                  + roles.get(i)
                  + "' and '"
                  + roles.get(index)
                  + "' of "
                  + call.callee().name()
                  + " are windows of one"
                  + " buffer, '"
                  + buffer.sourceName()
                  + "'. Allocate one for each.");
          return;
        }
      }
    }

    private void allReduce(Expr.Call call, boolean repeated) {
      if (call.args().size() == 1 && repeated) {
        error(
            call,
            "pld.tensor.allreduce in a loop of a host orchestrator needs a signal: the compiler"
                + " would have to allocate one in each iteration. Pass a window of INT32; it can be"
                + " used again and again.");
      }
      long cores = cores(call);
      String mode = mode(call);
      if (mode.equals("ring") && cores > 1) {
        error(
            call,
            "pld.tensor.allreduce with mode=\"ring\" runs on one core, so it takes no other"
                + " 'core_num'.");
      } else if (!mode.equals("ring") && !mode.equals("mesh")) {
        problems.accept(unknownMode(mode, call));
      } else if (cores > MOST_CORES) {
        error(
            call,
            "pld.tensor.allreduce runs on at most "
                + MOST_CORES
                + " vector cores, but 'core_num' is "
                + cores
                + ".");
      } else if (mode.equals("mesh") && cores > 1 && call.args().size() > 1) {
        lanes(call, cores);
      }
    }

    /** Each core has a counter of its own for each rank. */
    private void lanes(Expr.Call call, long cores) {
      if (!(call.args().get(1).type() instanceof Type.Tensor signal)) {
        return;
      }
      boolean single = signal.shape().size() == 1;
      boolean narrow =
          signal.shape().size() == 2
              && signal.shape().get(1) instanceof Expr.ConstInt c
              && c.value() < cores;
      if (single || narrow) {
        error(
            call,
            "pld.tensor.allreduce on "
                + cores
                + " cores needs a signal with a column for each: [ranks, "
                + cores
                + "].");
      }
    }

    private void error(Expr.Call call, String message) {
      problems.accept(CheckCollectives.error(message, call));
    }
  }
}
