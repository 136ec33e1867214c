package dev.orchlens.pass.tools;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
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
    any(
        body,
        call -> {
          visit.accept(call);
          return false;
        });
  }

  /**
   * Returns whether {@code wanted} holds for any call in {@code body}; those behind the first such
   * are not visited.
   */
  public static boolean any(List<Stmt> body, Predicate<? super Expr.Invocation> wanted) {
    for (Stmt stmt : body) {
      if (any(stmt, wanted)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether {@code wanted} holds for a call in {@code function}. In kernels, which are most
   * of a program, only the whole values of statements and the elements of tuples are looked at, as
   * FlattenCallExpr made other calls such.
   */
  public static boolean any(Function function, Predicate<? super Expr.Invocation> wanted) {
    return switch (function.type()) {
      case IN_CORE, AIC, AIV -> anyWhole(function.body(), wanted);
      case GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> any(function.body(), wanted);
    };
  }

  private static boolean anyWhole(List<Stmt> body, Predicate<? super Expr.Invocation> wanted) {
    for (Stmt stmt : body) {
      boolean found =
          switch (stmt) {
            case Stmt.Assign s -> isWhole(s.value(), wanted);
            case Stmt.Eval s -> isWhole(s.expr(), wanted);
            case Stmt.If s ->
                anyWhole(s.then(), wanted)
                    || (s.orElse().isPresent() && anyWhole(s.orElse().get(), wanted));
            case Stmt.Loop s -> anyWhole(s.body(), wanted);
            case Stmt.Scope s -> anyWhole(s.body(), wanted);
            case Stmt.Yield s -> anyOf(s.values(), wanted);
            case Stmt.Return s -> anyOf(s.values(), wanted);
            case Stmt.Break _, Stmt.Continue _ -> false;
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWhole(Expr value, Predicate<? super Expr.Invocation> wanted) {
    return switch (value) {
      case Expr.Invocation call -> wanted.test(call);
      case Expr.MakeTuple e -> anyOf(e.elements(), wanted);
      case Expr.TupleGet e -> isWhole(e.tuple(), wanted);
      case Var _, Expr.Const _, Expr.Unknown _, Expr.Binary _, Expr.Unary _ -> false;
    };
  }

  private static boolean any(Stmt stmt, Predicate<? super Expr.Invocation> wanted) {
    return switch (stmt) {
      case Stmt.Assign s -> any(s.value(), wanted);
      case Stmt.Eval s -> any(s.expr(), wanted);
      case Stmt.Yield s -> anyOf(s.values(), wanted);
      case Stmt.Return s -> anyOf(s.values(), wanted);
      case Stmt.If s ->
          any(s.condition(), wanted)
              || any(s.then(), wanted)
              || (s.orElse().isPresent() && any(s.orElse().get(), wanted));
      case Stmt.For s ->
          any(s.start(), wanted)
              || any(s.stop(), wanted)
              || any(s.step(), wanted)
              || anyInit(s, wanted)
              || any(s.body(), wanted);
      case Stmt.While s ->
          anyInit(s, wanted) || any(s.condition(), wanted) || any(s.body(), wanted);
      case Stmt.Scope s ->
          (s instanceof Stmt.SpmdScope spmd && any(spmd.coreNum(), wanted))
              || anyOf(s.attrs().deps(), wanted)
              || (s.attrs().predicate().isPresent() && any(s.attrs().predicate().get(), wanted))
              || any(s.body(), wanted);
      case Stmt.Break _, Stmt.Continue _ -> false;
    };
  }

  private static boolean anyInit(Stmt.Loop loop, Predicate<? super Expr.Invocation> wanted) {
    for (Carry carry : loop.carries()) {
      if (any(carry.init(), wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyOf(List<Expr> exprs, Predicate<? super Expr.Invocation> wanted) {
    for (int i = 0; i < exprs.size(); i++) {
      if (any(exprs.get(i), wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean any(Expr expr, Predicate<? super Expr.Invocation> wanted) {
    return switch (expr) {
      case Var _, Expr.Const _, Expr.Unknown _ -> false;
      case Expr.Invocation call ->
          wanted.test(call) || anyOf(call.args(), wanted) || anyBeside(call, wanted);
      case Expr.Binary e -> any(e.left(), wanted) || any(e.right(), wanted);
      case Expr.Unary e -> any(e.operand(), wanted);
      case Expr.MakeTuple e -> anyOf(e.elements(), wanted);
      case Expr.TupleGet e -> any(e.tuple(), wanted);
    };
  }

  /** The values of a call that are no arguments. */
  private static boolean anyBeside(
      Expr.Invocation call, Predicate<? super Expr.Invocation> wanted) {
    if (call instanceof Expr.Submit submit
        && (anyOf(submit.deps(), wanted)
            || (submit.predicate().isPresent() && any(submit.predicate().get(), wanted)))) {
      return true;
    }
    CallAttrs attrs = call.attrs();
    return (attrs.coreNum().isPresent() && any(attrs.coreNum().get(), wanted))
        || (attrs.device().isPresent() && any(attrs.device().get(), wanted))
        || anyOf(attrs.manualDeps(), wanted)
        || anyOf(attrs.compilerDeps(), wanted);
  }
}
