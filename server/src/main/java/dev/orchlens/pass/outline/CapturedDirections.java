package dev.orchlens.pass.outline;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The directions of what a region captures (reference: docs/en/dev/passes/outline_incore_scopes,
 * "Algorithm"): what it stores or assembles into, or hands to a callee that writes, is an output;
 * it is an input as well when anything else reads it.
 */
final class CapturedDirections {
  private final Set<Var> carried;
  private final Map<Var, Var> names = new HashMap<>();
  private final Set<Var> read = new HashSet<>();
  private final Map<Var, ParamDirection> directions = new HashMap<>();
  private final Consumer<Expr> reads = this::reads;

  private CapturedDirections(Set<Var> captured, Set<Var> carried) {
    this.carried = carried;
    captured.forEach(
        v -> {
          names.put(v, v);
          directions.put(v, ParamDirection.IN);
        });
  }

  /**
   * Returns the direction of each captured variable, in their order.
   *
   * @param contents what the region does
   * @param body its statements
   * @param stored the captured tensors that it stores to
   * @param carried the variables that loops of the function carry
   * @param program where callees are found; nothing when only the region itself counts
   */
  static List<ParamDirection> of(
      RegionContents contents,
      List<Stmt> body,
      Set<Var> stored,
      Set<Var> carried,
      Optional<Program> program) {
    CapturedDirections all = new CapturedDirections(contents.captured(), carried);
    all.reads(body);
    stored.forEach(all::written);
    contents.assembled().forEach(all::assembledInto);
    if (program.isPresent()) {
      for (Expr.Call call : contents.calls()) {
        program.get().function(call.callee()).ifPresent(f -> all.passed(call, f));
      }
    }
    List<ParamDirection> out = new ArrayList<>();
    contents.captured().forEach(v -> out.add(all.directions.get(v)));
    return out;
  }

  private void written(Var var) {
    if (directions.containsKey(var)) {
      directions.put(var, read.contains(var) ? ParamDirection.IN_OUT : ParamDirection.OUT);
    }
  }

  private void assembledInto(Var target) {
    if (!carried.contains(target) && directions.get(target) == ParamDirection.IN) {
      written(target);
    }
  }

  private void passed(Expr.Call call, Function callee) {
    for (int i = 0; i < Math.min(call.args().size(), callee.params().size()); i++) {
      ParamDirection theirs = callee.params().get(i).direction();
      if (call.args().get(i) instanceof Var var
          && !carried.contains(var)
          && directions.containsKey(var)
          && theirs.compareTo(directions.get(var)) > 0) {
        directions.put(var, theirs);
      }
    }
  }

  private void reads(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)) {
        int slot = destination(call);
        if (slot < call.args().size()
            && call.args().get(slot) instanceof Var target
            && names.containsKey(target)) {
          names.putIfAbsent(var, names.get(target));
        }
      }
      if (stmt instanceof Stmt.Scope scope) {
        scope.attrs().deps().forEach(reads);
        scope.attrs().predicate().ifPresent(reads);
        if (scope instanceof Stmt.SpmdScope spmd) {
          reads(spmd.coreNum());
        }
      } else {
        Walk.usedBy(stmt, reads);
      }
      stmt.bodies().forEach(this::reads);
    }
  }

  private void reads(Expr expr) {
    switch (expr) {
      case Var var -> {
        Var name = names.get(var);
        if (name != null) {
          read.add(name);
        }
      }
      case Expr.Const _, Expr.Unknown _ -> {}
      case Expr.Call call -> {
        int slot = destination(call);
        for (int i = 0; i < call.args().size(); i++) {
          if (i != slot) {
            reads(call.args().get(i));
          }
        }
        call.attrs().coreNum().ifPresent(reads);
        call.attrs().device().ifPresent(reads);
        call.attrs().manualDeps().forEach(reads);
        call.attrs().compilerDeps().forEach(reads);
      }
      case Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Submit _ ->
          Walk.operands(expr, reads);
    }
  }

  /**
   * Returns the argument that a call overwrites without reading it, or their number when there is
   * none.
   */
  private static int destination(Expr.Call call) {
    boolean assembles = call.isOp(Ops.TENSOR_ASSEMBLE) && !call.args().isEmpty();
    boolean stores = call.isOp(Ops.TILE_STORE) && call.args().size() >= 3;
    if (!assembles && !stores) {
      return call.args().size();
    }
    boolean combines =
        call.kwargs().get("atomic").filter(a -> !a.equals(new Attr.Int(0))).isPresent();
    return combines ? call.args().size() : assembles ? 0 : 2;
  }
}
