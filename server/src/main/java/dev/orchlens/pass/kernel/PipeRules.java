package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a kernel for one core has to say of the pipe to the other core: where it exchanges tiles, it
 * sets the pipe up before, with a buffer for each direction, and frees what it takes (reference:
 * docs/en/dev/passes/expand_mixed_kernel and 99, "MixedKernelExpanded").
 */
final class PipeRules {
  private static final int TO_VECTOR = 1;
  private static final int TO_CUBE = 2;
  private static final int BOTH = TO_VECTOR | TO_CUBE;
  private static final String RESERVE = Ops.SYSTEM_RESERVE_BUFFER;
  private static final String IMPORT = Ops.SYSTEM_IMPORT_PEER_BUFFER;
  private static final Set<String> INITIALIZE =
      Set.of(Ops.SYSTEM_AIC_INITIALIZE_PIPE, Ops.SYSTEM_AIV_INITIALIZE_PIPE);
  private static final Set<String> FREE = Set.of(Ops.SYSTEM_TFREE_TO_AIC, Ops.SYSTEM_TFREE_TO_AIV);

  private final Function kernel;
  private final boolean cube;
  private final Consumer<Problem> problems;

  private PipeRules(Function kernel, boolean cube, Consumer<Problem> problems) {
    this.kernel = kernel;
    this.cube = cube;
    this.problems = problems;
  }

  /** Returns whether the rules have something to say of a kernel. */
  static boolean concern(Function kernel) {
    return Calls.any(kernel, PipeRules::concernsPipe) && !hasRegion(kernel);
  }

  /** Checks a kernel for the cube core or for the vector core. */
  static void check(Function kernel, boolean cube, Consumer<Problem> problems) {
    if (concern(kernel)) {
      PipeRules rules = new PipeRules(kernel, cube, problems);
      if (rules.isSetUp()) {
        rules.buffers();
      }
      Calls.forEach(kernel.body(), rules::options);
      rules.freed(kernel.body());
    }
  }

  private static boolean hasRegion(Function kernel) {
    boolean[] found = {false};
    Walk.statements(kernel.body(), stmt -> found[0] |= stmt instanceof Stmt.Scope);
    return found[0];
  }

  private static boolean concernsPipe(Expr.Invocation call) {
    return direction(call) != 0
        || call.isOp(RESERVE)
        || call.isOp(IMPORT)
        || INITIALIZE.contains(call.callee().name())
        || FREE.contains(call.callee().name());
  }

  private static int direction(Expr.Invocation call) {
    return switch (call.callee().name()) {
      case Ops.TILE_TPUSH_TO_AIV, Ops.TILE_TPOP_FROM_AIC -> TO_VECTOR;
      case Ops.TILE_TPUSH_TO_AIC, Ops.TILE_TPOP_FROM_AIV -> TO_CUBE;
      default -> 0;
    };
  }

  /**
   * The set-up stands at the top of the kernel, before the first statement that exchanges a tile.
   */
  private boolean isSetUp() {
    int used = 0;
    boolean initialized = false;
    boolean reserved = false;
    boolean imported = false;
    Origin first = kernel.origin();
    for (Stmt stmt : kernel.body()) {
      int directions = directions(List.of(stmt));
      if (directions != 0 && used == 0) {
        first = stmt.origin();
      }
      used |= directions;
      if (used == 0) {
        initialized |= calls(stmt, initialize());
        reserved |= calls(stmt, RESERVE);
        imported |= calls(stmt, IMPORT);
      }
    }
    boolean takes = (used & (cube ? TO_CUBE : TO_VECTOR)) != 0;
    boolean gives = (used & (cube ? TO_VECTOR : TO_CUBE)) != 0;
    List<String> missing = new ArrayList<>();
    if (takes && !reserved) {
      missing.add("pl.reserve_buffer(...) for what it takes");
    }
    if (gives && !imported) {
      missing.add("pl.import_peer_buffer(...) for what it gives");
    }
    if (used != 0 && !initialized) {
      missing.add(written(initialize()) + "(...)");
    }
    if (!missing.isEmpty()) {
      error(
          Code.PIPE_SET_UP,
          "'"
              + kernel.name()
              + "' exchanges tiles with the other core here, but has not set up the pipe. Write"
              + " before it, at the top of the kernel: "
              + String.join(", and ", missing)
              + ".",
          first);
    }
    return missing.isEmpty();
  }

  private String initialize() {
    return cube ? Ops.SYSTEM_AIC_INITIALIZE_PIPE : Ops.SYSTEM_AIV_INITIALIZE_PIPE;
  }

  private static int directions(List<Stmt> body) {
    int[] found = {0};
    Calls.forEach(body, call -> found[0] |= direction(call));
    return found[0];
  }

  private static boolean calls(Stmt stmt, String operator) {
    return stmt.computed().orElse(null) instanceof Expr.Call call && call.isOp(operator);
  }

  /** Each direction that a pipe is set up for has one buffer: reserved on the core that takes. */
  private void buffers() {
    int[] reserved = {0, 0};
    int[] imported = {0, 0};
    boolean[] known = {true};
    Calls.forEach(
        kernel.body(),
        call -> {
          reserved[0] += call.isOp(RESERVE) ? 1 : 0;
          imported[0] += call.isOp(IMPORT) ? 1 : 0;
          if (INITIALIZE.contains(call.callee().name())) {
            OptionalLong mask = number(call, "dir_mask");
            known[0] &= mask.isPresent();
            reserved[1] += (mask.orElse(0) & (cube ? TO_CUBE : TO_VECTOR)) != 0 ? 1 : 0;
            imported[1] += (mask.orElse(0) & (cube ? TO_VECTOR : TO_CUBE)) != 0 ? 1 : 0;
          }
        });
    if (known[0]) {
      counted("pl.reserve_buffer", "takes", reserved[0], reserved[1]);
      counted("pl.import_peer_buffer", "gives", imported[0], imported[1]);
    }
  }

  private void counted(String name, String what, int written, int needed) {
    if (written != needed) {
      error(
          Code.PIPE_BUFFERS,
          "'"
              + kernel.name()
              + "' calls "
              + name
              + " "
              + times(written)
              + ", but its pipes are set up for "
              + (needed == 1
                  ? "one direction"
                  : needed == 0 ? "no direction" : needed + " directions")
              + " in which it "
              + what
              + " tiles. Write one call for each.",
          kernel.origin());
    }
  }

  private static String times(int count) {
    return switch (count) {
      case 0 -> "never";
      case 1 -> "once";
      default -> count + " times";
    };
  }

  private void options(Expr.Invocation call) {
    if (!INITIALIZE.contains(call.callee().name()) || call.args().size() != 2) {
      return;
    }
    String name = written(call.callee().name());
    OptionalLong mask = number(call, "dir_mask");
    if (mask.isPresent() && (mask.getAsLong() < 1 || mask.getAsLong() > BOTH)) {
      error(
          Code.PIPE_OPTIONS,
          name
              + " has dir_mask="
              + mask.getAsLong()
              + ", but it is 1 for cube to vector, 2 for vector to cube, and 3"
              + " for both.",
          call.origin());
      return;
    }
    for (String key : List.of("slot_size", "slot_num", "local_slot_num")) {
      OptionalLong value = number(call, key);
      if (value.isPresent() && value.getAsLong() <= 0) {
        error(
            Code.PIPE_OPTIONS,
            name + " needs a positive " + key + ", not " + value.getAsLong() + ".",
            call.origin());
        return;
      }
    }
    if (mask.isPresent()) {
      slots(call, name, mask.getAsLong());
      operand(call, 0, name, (mask.getAsLong() & TO_VECTOR) != 0, "c2v_consumer_buf");
      operand(call, 1, name, (mask.getAsLong() & TO_CUBE) != 0, "v2c_consumer_buf");
    }
  }

  private void slots(Expr.Invocation call, String name, long mask) {
    OptionalLong local = number(call, "local_slot_num");
    long slots = number(call, "slot_num").orElse(mask == BOTH ? 4 : 8);
    boolean known = call.kwargs().get("slot_num").isEmpty() || number(call, "slot_num").isPresent();
    if (known && local.isPresent() && local.getAsLong() > slots) {
      error(
          Code.PIPE_OPTIONS,
          name
              + " has local_slot_num="
              + local.getAsLong()
              + ", but the pipe has only "
              + slots
              + " slots.",
          call.origin());
    }
  }

  private void operand(Expr.Invocation call, int index, String name, boolean used, String operand) {
    boolean absent = call.args().get(index) instanceof Expr.ConstInt number && number.value() == 0;
    if (used == absent) {
      error(
          Code.PIPE_OPTIONS,
          used
              ? name
                  + " uses this direction by its dir_mask and needs "
                  + operand
                  + ": what pl.reserve_buffer or"
                  + " pl.import_peer_buffer returned."
              : name
                  + " does not use the direction of "
                  + operand
                  + " by its dir_mask. Leave it out.",
          call.origin());
    }
  }

  private static OptionalLong number(Expr.Invocation call, String key) {
    return call.kwargs().get(key).orElse(null) instanceof Attr.Int(long value)
        ? OptionalLong.of(value)
        : OptionalLong.empty();
  }

  /** What a block takes it frees in the same block. */
  private void freed(List<Stmt> body) {
    Map<Var, Stmt> taken = new IdentityHashMap<>();
    List<Var> order = new ArrayList<>();
    boolean renamed = false;
    for (Stmt stmt : body) {
      stmt.bodies().forEach(this::freed);
      if (stmt instanceof Stmt.Assign(Var var, Expr value, Origin _)) {
        renamed |= value instanceof Var other && taken.containsKey(other);
        if (value instanceof Expr.Call call
            && call.isOp(cube ? Ops.TILE_TPOP_FROM_AIV : Ops.TILE_TPOP_FROM_AIC)) {
          taken.put(var, stmt);
          order.add(var);
        }
      } else if (stmt instanceof Stmt.Eval(Expr.Call call, Origin at)
          && FREE.contains(call.callee().name())) {
        boolean known = call.args().getFirst() instanceof Var var && taken.containsKey(var);
        if (!known && !renamed) {
          error(
              Code.PIPE_FREE,
              written(call.callee().name())
                  + " frees what this block took with pl."
                  + take()
                  + ", but this value is none of it, or is free already.",
              at);
        } else if (known && call.isOp(free())) {
          taken.remove((Var) call.args().getFirst());
        }
      }
    }
    for (Var var : order) {
      if (taken.containsKey(var) && !renamed) {
        error(
            Code.PIPE_FREE,
            "'"
                + var.sourceName()
                + "' is taken from the other core and never given free in the same block. Write"
                + " "
                + written(free())
                + "("
                + var.sourceName()
                + ") where it is no longer needed.",
            taken.get(var).origin());
      }
    }
  }

  /** Returns an operator as programs write it. */
  private static String written(String operator) {
    return "pl." + new Callee.Op(operator).simpleName();
  }

  private String free() {
    return cube ? Ops.SYSTEM_TFREE_TO_AIV : Ops.SYSTEM_TFREE_TO_AIC;
  }

  private String take() {
    return cube ? "tpop_from_aiv" : "tpop_from_aic";
  }

  private void error(Code code, String message, Origin origin) {
    problems.accept(new Problem(code, message, origin));
  }
}
