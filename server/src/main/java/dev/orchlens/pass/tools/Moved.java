package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;

/** Nodes that stand for another place of the source than before. */
final class Moved {
  private Moved() {}

  /** Returns the same statement at another place; its parts stay where they are. */
  static Stmt statement(Stmt stmt, Origin to) {
    return switch (stmt) {
      case Stmt.Assign s -> new Stmt.Assign(s.var(), s.value(), to);
      case Stmt.Eval s -> new Stmt.Eval(s.expr(), to);
      case Stmt.If s -> new Stmt.If(s.condition(), s.then(), s.orElse(), s.results(), to);
      case Stmt.For s ->
          new Stmt.For(
              s.var(),
              s.start(),
              s.stop(),
              s.step(),
              s.carries(),
              s.body(),
              s.results(),
              s.kind(),
              s.attrs(),
              to);
      case Stmt.While s -> new Stmt.While(s.condition(), s.carries(), s.body(), s.results(), to);
      case Stmt.Yield s -> new Stmt.Yield(s.values(), to);
      case Stmt.Return s -> new Stmt.Return(s.values(), to);
      case Stmt.Break _ -> new Stmt.Break(to);
      case Stmt.Continue _ -> new Stmt.Continue(to);
      case Stmt.InCoreScope s -> new Stmt.InCoreScope(s.split(), s.attrs(), s.body(), to);
      case Stmt.ClusterScope s -> new Stmt.ClusterScope(s.attrs(), s.body(), to);
      case Stmt.HierarchyScope s ->
          new Stmt.HierarchyScope(s.level(), s.role(), s.attrs(), s.body(), to);
      case Stmt.SpmdScope s ->
          new Stmt.SpmdScope(s.coreNum(), s.syncStart(), s.attrs(), s.body(), to);
      case Stmt.SplitAivScope s ->
          new Stmt.SplitAivScope(s.split(), s.count(), s.attrs(), s.body(), to);
      case Stmt.RuntimeScope s -> new Stmt.RuntimeScope(s.manual(), s.attrs(), s.body(), to);
    };
  }

  /**
   * Returns the same expression at another place; a variable is not moved, as it would not be the
   * same one.
   */
  static Expr expr(Expr expr, Origin to) {
    return switch (expr) {
      case Var v -> v;
      case Expr.ConstInt e -> new Expr.ConstInt(e.value(), e.dtype(), to);
      case Expr.ConstFloat e -> new Expr.ConstFloat(e.value(), e.dtype(), to);
      case Expr.ConstBool e -> new Expr.ConstBool(e.value(), to);
      case Expr.Binary e -> new Expr.Binary(e.op(), e.left(), e.right(), e.type(), to);
      case Expr.Unary e -> new Expr.Unary(e.op(), e.operand(), e.type(), to);
      case Expr.MakeTuple e -> new Expr.MakeTuple(e.elements(), e.type(), to);
      case Expr.TupleGet e -> new Expr.TupleGet(e.tuple(), e.index(), e.type(), to);
      case Expr.Call e -> new Expr.Call(e.callee(), e.args(), e.kwargs(), e.attrs(), e.type(), to);
      case Expr.Submit e ->
          new Expr.Submit(
              e.callee(), e.args(), e.deps(), e.predicate(), e.kwargs(), e.attrs(), e.type(), to);
      case Expr.Unknown e -> new Expr.Unknown(e.reason(), e.type(), to);
    };
  }
}
