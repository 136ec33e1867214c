package dev.orchlens.ir;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Visits the nodes of the IR in program order. */
public final class Walk {
  private Walk() {}

  /**
   * Calls {@code visit} on every statement of {@code body}, outer ones before the ones inside them.
   */
  public static void statements(List<Stmt> body, Consumer<? super Stmt> visit) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      visit.accept(stmt);
      List<List<Stmt>> inside = stmt.bodies();
      for (int j = 0; j < inside.size(); j++) {
        statements(inside.get(j), visit);
      }
    }
  }

  /**
   * Returns the first statement of {@code body} that is {@code wanted}, outer ones before the ones
   * inside them; those behind it are not looked at.
   */
  public static Optional<Stmt> first(List<Stmt> body, Predicate<? super Stmt> wanted) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (wanted.test(stmt)) {
        return Optional.of(stmt);
      }
      List<List<Stmt>> inside = stmt.bodies();
      for (int j = 0; j < inside.size(); j++) {
        Optional<Stmt> found = first(inside.get(j), wanted);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Calls {@code visit} on every expression used anywhere in {@code body}, outer expressions before
   * their operands.
   */
  public static void expressions(List<Stmt> body, Consumer<? super Expr> visit) {
    Consumer<Expr> deep = new Deep(visit);
    statements(body, s -> usedBy(s, deep));
  }

  /**
   * Calls {@code visit} on each expression that a statement itself uses, without going into bodies
   * or operands.
   */
  public static void usedBy(Stmt stmt, Consumer<? super Expr> visit) {
    switch (stmt) {
      case Stmt.Assign s -> visit.accept(s.value());
      case Stmt.Eval s -> visit.accept(s.expr());
      case Stmt.If s -> visit.accept(s.condition());
      case Stmt.For s -> {
        visit.accept(s.start());
        visit.accept(s.stop());
        visit.accept(s.step());
        s.carries().forEach(c -> visit.accept(c.init()));
      }
      case Stmt.While s -> {
        s.carries().forEach(c -> visit.accept(c.init()));
        visit.accept(s.condition());
      }
      case Stmt.Yield s -> s.values().forEach(visit);
      case Stmt.Return s -> s.values().forEach(visit);
      case Stmt.Break _, Stmt.Continue _ -> {}
      case Stmt.Scope s -> {
        if (s instanceof Stmt.SpmdScope spmd) {
          visit.accept(spmd.coreNum());
        }
        if (s.attrs() != ScopeAttrs.none()) {
          s.attrs().deps().forEach(visit);
          s.attrs().noDepVars().forEach(visit);
          s.attrs().dumpVars().forEach(visit);
          s.attrs().predicate().ifPresent(visit);
        }
      }
    }
  }

  /**
   * Calls {@code visit} on the variables a statement itself defines, without those inside its
   * bodies.
   */
  public static void definedBy(Stmt stmt, Consumer<? super Var> visit) {
    switch (stmt) {
      case Stmt.Assign s -> visit.accept(s.var());
      case Stmt.If s -> s.results().forEach(visit);
      case Stmt.For s -> {
        visit.accept(s.var());
        s.carries().forEach(c -> visit.accept(c.var()));
        s.results().forEach(visit);
      }
      case Stmt.While s -> {
        s.carries().forEach(c -> visit.accept(c.var()));
        s.results().forEach(visit);
      }
      case Stmt.Scope s -> s.attrs().taskId().ifPresent(visit);
      case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
    }
  }

  /**
   * Calls {@code visit} on an expression and then on all its operands, attributes that name values
   * included.
   */
  public static void expression(Expr expr, Consumer<? super Expr> visit) {
    new Deep(visit).accept(expr);
  }

  /** Visits an expression and then its operands; one object for a whole walk. */
  private record Deep(Consumer<? super Expr> visit) implements Consumer<Expr> {
    @Override
    public void accept(Expr expr) {
      visit.accept(expr);
      if (!isLeaf(expr)) {
        operands(expr, this);
      }
    }
  }

  private static boolean isLeaf(Expr expr) {
    return expr instanceof Var || expr instanceof Expr.Const || expr instanceof Expr.Unknown;
  }

  /**
   * Calls {@code visit} on the direct operands of an expression, attributes that name values
   * included.
   */
  public static void operands(Expr expr, Consumer<? super Expr> visit) {
    written(expr, visit);
    if (expr instanceof Expr.Invocation e) {
      each(e.attrs().compilerDeps(), visit);
    }
  }

  /**
   * Calls {@code visit} on the direct operands of an expression, attributes that name values
   * included.
   *
   * @param once has visited the tasks that earlier calls wait for; those that this one shares with
   *     them are left out
   */
  public static void operands(Expr expr, Consumer<? super Expr> visit, SharedList.Once<Expr> once) {
    written(expr, visit);
    if (expr instanceof Expr.Invocation e) {
      once.each(e.attrs().compilerDeps(), visit);
    }
  }

  /** Calls {@code visit} on the operands that were there before dependencies were derived. */
  private static void written(Expr expr, Consumer<? super Expr> visit) {
    switch (expr) {
      case Var _, Expr.Const _, Expr.Unknown _ -> {}
      case Expr.Binary e -> {
        visit.accept(e.left());
        visit.accept(e.right());
      }
      case Expr.Unary e -> visit.accept(e.operand());
      case Expr.MakeTuple e -> each(e.elements(), visit);
      case Expr.TupleGet e -> visit.accept(e.tuple());
      case Expr.Invocation e -> {
        each(e.args(), visit);
        if (e instanceof Expr.Submit submit) {
          each(submit.deps(), visit);
          submit.predicate().ifPresent(visit);
        }
        if (e.attrs() != CallAttrs.none()) {
          attributes(e.attrs(), visit);
        }
      }
    }
  }

  private static void attributes(CallAttrs attrs, Consumer<? super Expr> visit) {
    attrs.coreNum().ifPresent(visit);
    attrs.device().ifPresent(visit);
    each(attrs.manualDeps(), visit);
    each(attrs.dumpVars(), visit);
  }

  private static void each(List<? extends Expr> exprs, Consumer<? super Expr> visit) {
    if (exprs instanceof SharedList<? extends Expr>) {
      exprs.forEach(visit);
      return;
    }
    for (int i = 0; i < exprs.size(); i++) {
      visit.accept(exprs.get(i));
    }
  }
}
