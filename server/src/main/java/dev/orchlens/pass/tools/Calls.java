package dev.orchlens.pass.tools;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Visits the calls in statements, in program order and outer ones before those in their operands.
 */
public final class Calls {
  /**
   * Whether a function calls no other function, so that what is found out about it depends on
   * itself alone.
   */
  public static final PassMemory.Question<Boolean> NONE_OF_FUNCTIONS =
      function -> !any(function.body(), call -> call.callee() instanceof Callee.Function);

  private Calls() {}

  /** Calls {@code visit} on every call anywhere in {@code body}. */
  public static void forEach(List<Stmt> body, Consumer<? super Expr.Invocation> visit) {
    Walk.expressions(
        body,
        expr -> {
          if (expr instanceof Expr.Invocation call) {
            visit.accept(call);
          }
        });
  }

  /**
   * Returns whether {@code wanted} holds for any call in {@code body}; those behind the first such
   * are not visited.
   */
  public static boolean any(List<Stmt> body, Predicate<? super Expr.Invocation> wanted) {
    return Walk.first(body, new Anywhere(wanted)::isIn).isPresent();
  }

  /**
   * Returns whether {@code wanted} holds for a call in {@code function}. In kernels, which are most
   * of a program, only the whole values of statements and the elements of tuples are looked at, as
   * FlattenCallExpr made other calls such.
   */
  public static boolean any(Function function, Predicate<? super Expr.Invocation> wanted) {
    return switch (function.type()) {
      case IN_CORE, AIC, AIV -> Walk.first(function.body(), new Whole(wanted)::isIn).isPresent();
      case GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> any(function.body(), wanted);
    };
  }

  /** Looks for a call in all that statements use, until one is found; one object for a walk. */
  private static final class Anywhere implements Consumer<Expr> {
    private final Predicate<? super Expr.Invocation> wanted;
    private boolean found;

    Anywhere(Predicate<? super Expr.Invocation> wanted) {
      this.wanted = wanted;
    }

    boolean isIn(Stmt stmt) {
      Walk.usedBy(stmt, this);
      return found;
    }

    @Override
    public void accept(Expr expr) {
      found = found || expr instanceof Expr.Invocation call && wanted.test(call);
      if (!found && !(expr instanceof Var || expr instanceof Expr.Const)) {
        Walk.operands(expr, this);
      }
    }
  }

  /** Looks for a call among the whole values of statements, until one is found. */
  private static final class Whole implements Consumer<Expr> {
    private final Predicate<? super Expr.Invocation> wanted;
    private boolean found;

    Whole(Predicate<? super Expr.Invocation> wanted) {
      this.wanted = wanted;
    }

    boolean isIn(Stmt stmt) {
      if (stmt.bodies().isEmpty()) {
        Walk.usedBy(stmt, this);
      }
      return found;
    }

    @Override
    public void accept(Expr expr) {
      switch (expr) {
        case Expr.Invocation call -> found = found || wanted.test(call);
        case Expr.MakeTuple e -> e.elements().forEach(this);
        case Expr.TupleGet e -> accept(e.tuple());
        case Var _, Expr.Const _, Expr.Unknown _, Expr.Binary _, Expr.Unary _ -> {}
      }
    }
  }
}
