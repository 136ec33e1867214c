package dev.orchlens.pass.dist;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rejects window buffers of host orchestrators that no device works on: which devices share a
 * buffer follows from the launches that take its windows (reference:
 * docs/en/dev/passes/materialize_comm_domain_scopes). A window that is used in any other way counts
 * as used.
 */
public final class CheckWindowBuffers implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (isHostOrchestrator(function)) {
        check(function, found::add);
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static boolean isHostOrchestrator(Function function) {
    return function.attrs().isOnHost()
        && function.attrs().role().filter(role -> role == Role.ORCHESTRATOR).isPresent();
  }

  private static void check(Function function, Consumer<Problem> problems) {
    Map<Var, List<Var>> windows = new IdentityHashMap<>();
    Set<Var> used = Collections.newSetFromMap(new IdentityHashMap<>());
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, Origin _)
              && call.isOp(Ops.PLD_TENSOR_WINDOW)
              && call.args().getFirst() instanceof Var buffer) {
            windows.computeIfAbsent(buffer, _ -> new ArrayList<>()).add(var);
          } else if (!(stmt instanceof Stmt.Return)) {
            Walk.usedBy(stmt, expr -> use(expr, used));
          }
        });
    // A branch or loop may turn out never to run, and with it the allocation: only those that
    // always run are judged.
    for (Stmt stmt : function.body()) {
      if (stmt instanceof Stmt.Assign(Var buffer, Expr.Call call, Origin at)
          && call.isOp(Ops.PLD_TENSOR_ALLOC_WINDOW_BUFFER)
          && !used.contains(buffer)) {
        List<Var> own = windows.getOrDefault(buffer, List.of());
        if (own.isEmpty()) {
          problems.accept(
              error(
                  "'"
                      + buffer.sourceName()
                      + "' is allocated, but no window of it is made. Make one with pld.window("
                      + buffer.sourceName()
                      + ", ...), or leave the allocation out.",
                  at));
        } else if (own.stream().noneMatch(used::contains)) {
          problems.accept(
              error(
                  "No launch takes a window of '"
                      + buffer.sourceName()
                      + "', so it is not known which devices share it. Pass a window to a launch"
                      + " with device=..., or leave the allocation out.",
                  at));
        }
      }
    }
  }

  /** A launch that names no device says nothing about who shares the windows that it takes. */
  private static void use(Expr expr, Set<Var> used) {
    if (expr instanceof Var var) {
      used.add(var);
    } else if (!(expr instanceof Expr.Invocation call)
        || call.function().isEmpty()
        || call.attrs().device().isPresent()) {
      Walk.operands(expr, e -> use(e, used));
    }
  }

  private static Problem error(String message, Origin origin) {
    return new Problem(Code.DISTRIBUTED_UNUSED_BUFFER, message, origin);
  }
}
