package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Loops of kernels that put a tile together part by part, where the whole is stored afterwards:
 * each part is stored where it belongs, and the tile is not needed any more (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops, "Algorithm", step 4, and
 * docs/en/dev/passes/optimize_orch_tensors, "Pattern 3").
 */
final class AssembleLoops {
  private AssembleLoops() {}

  /**
   * Returns {@code body} with the loop whose result is {@code whole} storing its parts into {@code
   * out}; empty when there is no such loop, or it does more with the tile than to put parts into
   * it.
   *
   * @param tiles finds the tensors of the kernel that are tiles
   * @param ifUnused whether what the tile began with stays when something else uses it
   */
  static Optional<List<Stmt>> storingParts(
      List<Stmt> body, Expr whole, Var out, Supplier<Set<Var>> tiles, boolean ifUnused) {
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i) instanceof Stmt.For loop
          && loop.carries().size() == 1
          && loop.results().size() == 1
          && loop.results().getFirst() == whole) {
        int index = i;
        return assembling(loop, tiles.get())
            .map(assemble -> rewritten(body, index, assemble, out, ifUnused));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the one statement of a loop that puts a part into the tile it carries and whose result
   * it yields.
   */
  private static Optional<Stmt.Assign> assembling(Stmt.For loop, Set<Var> tiles) {
    Var carried = loop.carries().getFirst().var();
    Stmt.Assign found = null;
    for (Stmt stmt : loop.body()) {
      boolean assembles =
          stmt instanceof Stmt.Assign(Var _, Expr.Call call, var _)
              && (call.isOp(Ops.TILE_ASSEMBLE)
                  || call.isOp(Ops.TENSOR_ASSEMBLE) && tiles.contains(carried))
              && call.args().size() == 3
              && call.args().getFirst() == carried;
      if (assembles && found == null) {
        found = (Stmt.Assign) stmt;
        List<Expr> others = ((Expr.Call) found.value()).args().subList(1, 3);
        if (others.stream().anyMatch(e -> uses(e, carried))) {
          return Optional.empty();
        }
      } else if (!(stmt instanceof Stmt.Yield) && uses(List.of(stmt), carried)) {
        return Optional.empty();
      }
    }
    boolean yieldsIt =
        found != null
            && loop.body().getLast() instanceof Stmt.Yield last
            && last.values().equals(List.of(found.var()));
    return yieldsIt ? Optional.of(found) : Optional.empty();
  }

  private static List<Stmt> rewritten(
      List<Stmt> body, int index, Stmt.Assign assemble, Var out, boolean ifUnused) {
    Stmt.For loop = (Stmt.For) body.get(index);
    Carry carry = loop.carries().getFirst();
    Expr.Call call = (Expr.Call) assemble.value();
    Expr store =
        Expr.Call.op(
            Ops.TILE_STORE,
            List.of(call.args().get(1), call.args().get(2), carry.var()),
            out.type(),
            call.origin());
    List<Stmt> inner = new ArrayList<>(loop.body());
    inner.set(inner.indexOf(assemble), new Stmt.Assign(assemble.var(), store, assemble.origin()));
    List<Stmt> result = new ArrayList<>(body);
    result.set(
        index,
        new Stmt.For(
            loop.var(),
            loop.start(),
            loop.stop(),
            loop.step(),
            List.of(new Carry(carry.var(), out)),
            inner,
            loop.results(),
            loop.kind(),
            loop.attrs(),
            loop.origin()));
    if (carry.init() instanceof Var init && !(ifUnused && uses(result, init))) {
      result.removeIf(s -> s instanceof Stmt.Assign a && a.var() == init);
    }
    return result;
  }

  private static boolean uses(List<Stmt> body, Var var) {
    boolean[] found = {false};
    Walk.expressions(body, e -> found[0] |= e == var);
    return found[0];
  }

  private static boolean uses(Expr expr, Var var) {
    boolean[] found = {false};
    Walk.expression(expr, e -> found[0] |= e == var);
    return found[0];
  }
}
