package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where each variable of a body is read last, counted in statements, and which variables each loop
 * assigns.
 */
final class LastReads {
  private final Map<Var, Integer> lastRead = new IdentityHashMap<>();

  /** The loops; where one loop object stands more than once, its first copy. */
  private final Map<Stmt.Loop, Extent> loops = new IdentityHashMap<>();

  /**
   * The variables assigned, in program order; one assigned more than once stands here more than
   * once.
   */
  private final List<Var> assigned = new ArrayList<>();

  private final Consumer<Expr> read = this::read;
  private int position;

  /** Where a loop ends, and which of the assignments are in it, from and to. */
  private record Extent(int end, int firstAssigned, int endAssigned) {}

  LastReads(List<Stmt> body) {
    visit(body);
  }

  private void visit(List<Stmt> body) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      position++;
      if (stmt instanceof Stmt.Assign a) {
        read(a.value());
        assigned.add(a.var());
        continue;
      }
      int firstAssigned = assigned.size();
      Walk.usedBy(stmt, read);
      Walk.bodies(stmt).forEach(this::visit);
      if (stmt instanceof Stmt.Loop loop) {
        loops.putIfAbsent(loop, new Extent(position, firstAssigned, assigned.size()));
      }
    }
  }

  private void read(Expr expr) {
    if (expr instanceof Var var) {
      lastRead.put(var, position);
      if (var.type() instanceof Type.Tensor tensor) {
        for (int i = 0; i < tensor.shape().size(); i++) {
          read(tensor.shape().get(i));
        }
      }
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, read);
    }
  }

  /** Returns whether any statement behind {@code loop} reads {@code var}. */
  boolean isReadBehind(Var var, Stmt.Loop loop) {
    Integer last = lastRead.get(var);
    return last != null && last > loops.get(loop).end;
  }

  /**
   * Returns the variables assigned anywhere in {@code loop}, in program order, but no results of
   * loops or branches.
   */
  List<Var> assigned(Stmt.Loop loop) {
    Extent extent = loops.get(loop);
    return assigned.subList(extent.firstAssigned, extent.endAssigned);
  }
}
