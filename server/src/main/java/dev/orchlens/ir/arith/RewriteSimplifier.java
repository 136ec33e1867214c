package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites integer and truth expressions by {@link Rules}, operands first; calls and floats stay as
 * they are.
 */
final class RewriteSimplifier {
  private static final int MAX_DEPTH = 5;
  private static final Rules RULES = new Rules();

  private final Rule.Facts facts;
  private final Map<Var, Expr> values = new IdentityHashMap<>();
  private final Pattern.Match match = new Pattern.Match();
  private int depth;

  RewriteSimplifier(Rule.Facts facts) {
    this.facts = facts;
  }

  /** Replaces {@code var} by {@code value} from now on. */
  void set(Var var, Expr value) {
    values.put(var, value);
  }

  /** Returns what replaces {@code var}, or null. */
  Expr value(Var var) {
    return values.get(var);
  }

  void forget(Var var) {
    values.remove(var);
  }

  /** Returns {@code expr} rewritten, the same object when no rule applies. */
  Expr simplify(Expr expr) {
    return switch (expr) {
      case Var v -> {
        Expr value = values.get(v);
        yield value == null || isFloat(v) ? v : value;
      }
      case Expr.Binary e -> isFloat(e) ? e : binary(e);
      case Expr.Unary e -> isFloat(e) ? e : unary(e);
      case Expr.Const _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Invocation _, Expr.Unknown _ ->
          expr;
    };
  }

  private static boolean isFloat(Expr expr) {
    return expr.type() instanceof Type.Scalar s && s.dtype().isFloat();
  }

  private Expr binary(Expr.Binary e) {
    if (e.op() == BinaryOp.GT) {
      return simplify(
          Scalars.binary(BinaryOp.LT, /* left= */ e.right(), /* right= */ e.left(), e.origin()));
    }
    if (e.op() == BinaryOp.GE) {
      return simplify(
          Scalars.binary(BinaryOp.LE, /* left= */ e.right(), /* right= */ e.left(), e.origin()));
    }
    Expr left = simplify(e.left());
    Expr right = simplify(e.right());
    Expr folded = Fold.binary(e.op(), left, right, e.origin());
    if (folded != null) {
      return folded;
    }
    boolean same = left == e.left() && right == e.right();
    Expr.Binary out = same ? e : (Expr.Binary) Scalars.binary(e.op(), left, right, e.origin());
    if (e.op().isComparison() && isFloat(left)) {
      return out;
    }
    List<Rule> rules = RULES.of(e.op());
    return rules.isEmpty() ? out : rewrite(rules, out, e.op().isComparison() ? left : out);
  }

  private Expr unary(Expr.Unary e) {
    Expr operand = simplify(e.operand());
    Expr folded = Fold.unary(e.op(), operand, e.origin());
    if (folded != null) {
      return folded;
    }
    Expr out = operand == e.operand() ? e : rebuilt(e, operand);
    List<Rule> rules = RULES.of(e.op());
    return rules.isEmpty() ? out : rewrite(rules, out, out);
  }

  private static Expr rebuilt(Expr.Unary e, Expr operand) {
    boolean keepsType = e.op() == UnaryOp.CAST || e.op() == UnaryOp.NOT;
    return Scalars.unary(e.op(), operand, keepsType ? e.type() : operand.type(), e.origin());
  }

  private Expr rewrite(List<Rule> rules, Expr expr, Expr typedLikeZero) {
    long left =
        1L << Rule.shape(expr instanceof Expr.Binary e ? e.left() : ((Expr.Unary) expr).operand());
    long right = expr instanceof Expr.Binary e ? 1L << Rule.shape(e.right()) : 1;
    for (int i = 0; i < rules.size(); i++) {
      Rule rule = rules.get(i);
      if (rule.mayMatch(left, right)
          && match.match(rule.from(), expr)
          && rule.when().test(match, facts)) {
        DataType zero = Scalars.dtype(typedLikeZero);
        Expr result = match.build(rule.to(), zero, expr.origin());
        return rule.again() ? again(result) : result;
      }
    }
    return expr;
  }

  private Expr again(Expr expr) {
    if (depth >= MAX_DEPTH) {
      return expr;
    }
    depth++;
    try {
      return simplify(expr);
    } finally {
      depth--;
    }
  }
}
