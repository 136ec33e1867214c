package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.ConstInt;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes integer expressions as a constant plus a sum of terms {@code (index % upper) // lower *
 * scale}, so that equal terms cancel. Used for one expression, then thrown away.
 */
final class CanonicalForm {
  /**
   * {@code (index % upper) // lower * scale}; {@code upper} is {@link Bounds#INFINITE} where there
   * is no remainder.
   */
  private record Term(Expr index, long lower, long upper, long scale) {
    static Term of(Expr index) {
      return new Term(index, 1, Bounds.INFINITE, 1);
    }

    Term scaled(long factor) {
      return new Term(index, lower, upper, Math.multiplyExact(scale, factor));
    }
  }

  /** A constant plus terms. */
  private record Sum(long base, List<Term> terms, DataType dtype) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final Map<Expr, Sum> sums = new IdentityHashMap<>();

  /** Returns {@code expr} with equal terms combined; as it is when a coefficient would overflow. */
  static Expr of(Expr expr) {
    try {
      return new CanonicalForm().visit(expr);
    } catch (ArithmeticException overflow) {
      return expr;
    }
  }

  private Expr visit(Expr expr) {
    if (!Scalars.isInteger(expr)) {
      return expr;
    }
    return switch (expr) {
      case Expr.Binary e -> binary(e);
      case Expr.Unary e when e.op() == UnaryOp.NEG -> {
        Expr operand = visit(e.operand());
        Expr folded = Fold.unary(e.op(), operand, e.origin());
        yield folded != null ? folded : written(scaled(sum(operand), -1));
      }
      case Expr.Unary e -> {
        Expr operand = visit(e.operand());
        yield operand == e.operand() ? e : Scalars.unary(e.op(), operand, e.type(), e.origin());
      }
      default -> expr;
    };
  }

  private Expr binary(Expr.Binary e) {
    Expr left = visit(e.left());
    Expr right = visit(e.right());
    Expr folded = Fold.binary(e.op(), left, right, e.origin());
    if (folded != null) {
      return folded;
    }
    if (e.op() == BinaryOp.ADD) {
      return written(added(sum(left), sum(right)));
    }
    if (e.op() == BinaryOp.SUB) {
      return written(added(sum(left), scaled(sum(right), -1)));
    }
    if (e.op() == BinaryOp.MUL && right instanceof ConstInt c) {
      return written(scaled(sum(left), c.value()));
    }
    if (e.op() == BinaryOp.MUL && left instanceof ConstInt c) {
      return written(scaled(sum(right), c.value()));
    }
    boolean same = left == e.left() && right == e.right();
    boolean divides = e.op() == BinaryOp.FLOOR_DIV || e.op() == BinaryOp.FLOOR_MOD;
    if (divides && right instanceof ConstInt c && c.value() > 0) {
      boolean isQuotient = e.op() == BinaryOp.FLOOR_DIV;
      Sum reduced = isQuotient ? quotient(sum(left), c.value()) : remainder(sum(left), c.value());
      if (reduced != null) {
        return written(reduced);
      }
      Expr out = same ? e : Scalars.binary(e.op(), left, right, e.origin());
      Term term =
          isQuotient
              ? new Term(left, c.value(), Bounds.INFINITE, 1)
              : new Term(left, 1, c.value(), 1);
      sums.put(out, new Sum(0, List.of(term), Scalars.dtype(out)));
      return out;
    }
    return same ? e : Scalars.binary(e.op(), left, right, e.origin());
  }

  // ---------------------------------------------------------------- sums

  private Sum sum(Expr expr) {
    Sum known = sums.get(expr);
    if (known != null) {
      return known;
    }
    DataType dtype = Scalars.dtype(expr);
    return expr instanceof ConstInt c
        ? new Sum(c.value(), List.of(), dtype)
        : new Sum(0, List.of(Term.of(expr)), dtype);
  }

  private static Sum scaled(Sum sum, long factor) {
    if (factor == 0) {
      return new Sum(0, List.of(), sum.dtype);
    }
    List<Term> terms = sum.terms.stream().map(t -> t.scaled(factor)).toList();
    return new Sum(Math.multiplyExact(sum.base, factor), terms, sum.dtype);
  }

  private static Sum added(Sum a, Sum b) {
    List<Term> terms = new ArrayList<>(a.terms);
    terms.addAll(b.terms);
    for (int i = 0; i < terms.size(); i++) {
      for (int j = i + 1; j < terms.size(); j++) {
        Term merged = merged(terms.get(i), terms.get(j));
        if (merged != null) {
          terms.set(i, merged);
          terms.remove(j);
          j = i;
        }
      }
    }
    terms.removeIf(t -> t.scale == 0);
    return new Sum(Math.addExact(a.base, b.base), terms, a.dtype);
  }

  /** Returns the one term that two add up to, or null. */
  private static Term merged(Term a, Term b) {
    if (a.index != b.index) {
      return null;
    }
    if (a.lower == b.lower && a.upper == b.upper) {
      return new Term(a.index, a.lower, a.upper, Math.addExact(a.scale, b.scale));
    }
    Term whole = recombined(a, b);
    return whole != null ? whole : recombined(b, a);
  }

  /** Recognises {@code x // n * n + x % n}. */
  private static Term recombined(Term quotient, Term remainder) {
    boolean fits =
        remainder.lower == 1
            && remainder.upper != Bounds.INFINITE
            && quotient.lower == remainder.upper
            && quotient.scale == Math.multiplyExact(quotient.lower, remainder.scale);
    return fits ? new Term(remainder.index, 1, quotient.upper, remainder.scale) : null;
  }

  private static Sum quotient(Sum sum, long divisor) {
    boolean allDivide =
        sum.base % divisor == 0 && sum.terms.stream().allMatch(t -> t.scale % divisor == 0);
    if (allDivide) {
      List<Term> terms =
          sum.terms.stream()
              .map(t -> new Term(t.index, t.lower, t.upper, t.scale / divisor))
              .toList();
      return new Sum(sum.base / divisor, terms, sum.dtype);
    }
    if (sum.terms.size() != 1 || sum.base != 0) {
      return null;
    }
    Term term = sum.terms.getFirst();
    if (term.scale <= 0 || divisor % term.scale != 0) {
      return null;
    }
    long lower = Math.multiplyExact(term.lower, divisor / term.scale);
    boolean fits = term.upper == Bounds.INFINITE || term.upper % lower == 0;
    return fits ? new Sum(0, List.of(new Term(term.index, lower, term.upper, 1)), sum.dtype) : null;
  }

  private static Sum remainder(Sum sum, long divisor) {
    if (sum.terms.stream().allMatch(t -> t.scale % divisor == 0)) {
      return new Sum(Math.floorMod(sum.base, divisor), List.of(), sum.dtype);
    }
    if (sum.terms.size() != 1 || sum.base != 0) {
      return null;
    }
    Term term = sum.terms.getFirst();
    boolean nested =
        term.scale == 1
            && term.lower == 1
            && term.upper != Bounds.INFINITE
            && term.upper % divisor == 0;
    return nested ? new Sum(0, List.of(new Term(term.index, 1, divisor, 1)), sum.dtype) : null;
  }

  // ---------------------------------------------------------------- back to expressions

  private Expr written(Sum sum) {
    Expr out = null;
    for (Term term : sum.terms) {
      Expr next = written(term, sum.dtype);
      out = out == null ? next : Scalars.binary(BinaryOp.ADD, out, next, Origin.none());
    }
    if (out == null) {
      return Scalars.constant(sum.base, sum.dtype, Origin.none());
    }
    if (sum.base != 0) {
      Expr base = Scalars.constant(sum.base, sum.dtype, Origin.none());
      out = Scalars.binary(BinaryOp.ADD, out, base, Origin.none());
    }
    sums.put(out, sum);
    return out;
  }

  private static Expr written(Term term, DataType dtype) {
    Expr out = term.index;
    if (term.upper != Bounds.INFINITE) {
      out =
          Scalars.binary(
              BinaryOp.FLOOR_MOD,
              out,
              Scalars.constant(term.upper, dtype, Origin.none()),
              Origin.none());
    }
    if (term.lower != 1) {
      out =
          Scalars.binary(
              BinaryOp.FLOOR_DIV,
              out,
              Scalars.constant(term.lower, dtype, Origin.none()),
              Origin.none());
    }
    if (term.scale == 1) {
      return out;
    }
    return term.scale == -1
        ? Scalars.negated(out, Origin.none())
        : Scalars.binary(
            BinaryOp.MUL, out, Scalars.constant(term.scale, dtype, Origin.none()), Origin.none());
  }
}
