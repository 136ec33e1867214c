package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Where each variable of a body is read last, counted in statements. */
final class LastReads {
  private final Map<Var, Integer> lastRead = new IdentityHashMap<>();

  /** Where each loop ends; where one loop object stands more than once, where its first copy ends. */
  private final Map<Stmt.Loop, Integer> loopEnds = new IdentityHashMap<>();
  private final Consumer<Expr> read = this::read;
  private int position;

  LastReads(List<Stmt> body) {
    visit(body);
  }

  private void visit(List<Stmt> body) {
    for (Stmt stmt : body) {
      position++;
      Walk.usedBy(stmt, read);
      for (List<Stmt> inner : Walk.bodies(stmt)) {
        visit(inner);
      }
      if (stmt instanceof Stmt.Loop loop) {
        loopEnds.putIfAbsent(loop, position);
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
    return lastRead.getOrDefault(var, 0) > loopEnds.get(loop);
  }
}
