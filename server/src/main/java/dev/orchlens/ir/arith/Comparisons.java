package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.ConstInt;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Concludes how two integers compare from known comparisons, also over others between them ({@code
 * a <= b} and {@code b <= c + 1}). Expressions are told apart by identity.
 */
final class Comparisons {
  /** The possible orders of two values, as bits. */
  static final int EQ = 1;

  static final int LT = 2;
  static final int LE = EQ | LT;
  static final int GT = 4;
  static final int GE = EQ | GT;
  static final int NE = LT | GT;
  static final int UNKNOWN = EQ | LT | GT;

  /** {@code left <relation> right + offset}; the relation is EQ, LE, GE or NE. */
  record Known(Object left, Object right, long offset, int relation) {

    static Known of(Object left, Object right, long offset, int relation) {
      return switch (relation) {
        case LT -> new Known(left, right, offset - 1, LE);
        case GT -> new Known(left, right, offset + 1, GE);
        default -> new Known(left, right, offset, relation);
      };
    }

    Optional<Known> from(Object start) {
      if (start == left) {
        return Optional.of(this);
      }
      return start == right
          ? Optional.of(
              new Known(/* left= */ right, /* right= */ left, -offset, mirrored(relation)))
          : Optional.empty();
    }

    boolean implies(Known o) {
      if (relation == o.relation && offset == o.offset) {
        return true;
      }
      return switch (o.relation) {
        case LE -> offset <= o.offset && (relation == EQ || relation == LE);
        case GE -> offset >= o.offset && (relation == EQ || relation == GE);
        case NE ->
            (relation == EQ && offset != o.offset)
                || (relation == LE && offset < o.offset)
                || (relation == GE && offset > o.offset);
        default -> false;
      };
    }
  }

  /** An expression without its constant part; the expression is {@link #ZERO} for a constant. */
  private record Term(Object base, long offset) {}

  private static final Object ZERO = new Object();

  /** Contradictory knowledge, as in a branch that never runs, could be combined without end. */
  private static final int MAX_STEPS = 1000;

  private final List<Known> lasting = new ArrayList<>();
  private final List<Known> scoped = new ArrayList<>();

  private static int mirrored(int relation) {
    int swapped = relation & EQ;
    swapped |= (relation & LT) != 0 ? GT : 0;
    return swapped | ((relation & GT) != 0 ? LT : 0);
  }

  // ---------------------------------------------------------------- what is known

  /** Learns that {@code var} equals {@code value}. */
  void equal(Var var, Expr value) {
    add(Scalars.binary(BinaryOp.EQ, var, value, Origin.none()), lasting);
  }

  /** Learns that {@code var} lies in {@code [min, end)}. */
  void range(Var var, long min, long end) {
    DataType dtype = Scalars.dtype(var);
    Expr low = Scalars.constant(min, dtype, Origin.none());
    if (end - min == 1) {
      add(Scalars.binary(BinaryOp.EQ, var, low, Origin.none()), lasting);
      return;
    }
    add(Scalars.binary(BinaryOp.GE, var, low, Origin.none()), lasting);
    add(
        Scalars.binary(
            BinaryOp.LT, var, Scalars.constant(end, dtype, Origin.none()), Origin.none()),
        lasting);
  }

  /** Returns how many comparisons are known. */
  int count() {
    return lasting.size() + scoped.size();
  }

  /** Returns the lasting comparisons with {@code var}. */
  List<Known> about(Var var) {
    return lasting.isEmpty()
        ? List.of()
        : lasting.stream().filter(k -> k.left == var || k.right == var).toList();
  }

  /** Learns comparisons that were known before. */
  void learn(List<Known> known) {
    lasting.addAll(known);
  }

  void forget(Var var) {
    lasting.removeIf(k -> k.left == var || k.right == var);
  }

  /** Takes {@code condition} for true until the returned action runs. */
  Runnable enter(Expr condition) {
    int size = scoped.size();
    add(condition, scoped);
    return () -> scoped.subList(size, scoped.size()).clear();
  }

  private static void add(Expr condition, List<Known> to) {
    if (!(condition instanceof Expr.Binary e)) {
      return;
    }
    if (e.op() == BinaryOp.AND) {
      add(e.left(), to);
      add(e.right(), to);
      return;
    }
    int relation = relation(e.op());
    if (relation == UNKNOWN || (e.left() instanceof ConstInt && e.right() instanceof ConstInt)) {
      return;
    }
    Term left = term(e.left());
    Term right = term(e.right());
    to.add(Known.of(left.base, right.base, right.offset - left.offset, relation));
  }

  private static int relation(BinaryOp op) {
    return switch (op) {
      case EQ -> EQ;
      case NE -> NE;
      case LT -> LT;
      case LE -> LE;
      case GT -> GT;
      case GE -> GE;
      default -> UNKNOWN;
    };
  }

  private static Term term(Expr expr) {
    if (expr instanceof ConstInt c) {
      return new Term(ZERO, c.value());
    }
    if (expr instanceof Expr.Binary e && e.op() == BinaryOp.ADD) {
      if (e.right() instanceof ConstInt c) {
        return new Term(e.left(), c.value());
      }
      if (e.left() instanceof ConstInt c) {
        return new Term(e.right(), c.value());
      }
    }
    if (expr instanceof Expr.Binary e
        && e.op() == BinaryOp.SUB
        && e.right() instanceof ConstInt c) {
      return new Term(e.left(), -c.value());
    }
    return new Term(expr, 0);
  }

  // ---------------------------------------------------------------- conclusions

  /** Returns whether {@code left <relation> right} follows. */
  boolean proves(Expr left, Expr right, int relation) {
    int result = compare(left, right);
    return result != 0 && result != UNKNOWN && (result & relation) == result;
  }

  private int compare(Expr left, Expr right) {
    if (!Scalars.isInteger(left) || !Scalars.isInteger(right)) {
      return UNKNOWN;
    }
    Term l = term(left);
    Term r = term(right);
    long offset = r.offset - l.offset;
    if (l.base == r.base) {
      return offset < 0 ? GT : offset > 0 ? LT : EQ;
    }
    if (lasting.isEmpty() && scoped.isEmpty()) {
      return UNKNOWN;
    }
    List<Known> found = new ArrayList<>(reachable(l.base, r.base));
    reachable(r.base, l.base).forEach(k -> found.add(k.from(l.base).orElseThrow()));
    return merged(found, offset);
  }

  private static int merged(List<Known> known, long offset) {
    int result = UNKNOWN;
    for (Known k : known) {
      result &=
          switch (k.relation) {
            case EQ -> offset == k.offset ? EQ : NE;
            case LE -> k.offset < offset ? LT : k.offset == offset ? LE : UNKNOWN;
            case GE -> k.offset > offset ? GT : k.offset == offset ? GE : UNKNOWN;
            case NE -> offset == k.offset ? NE : UNKNOWN;
            default -> UNKNOWN;
          };
    }
    return result;
  }

  /**
   * Returns what follows about {@code from} and {@code to}, going over the expressions compared
   * with both.
   */
  private List<Known> reachable(Object from, Object to) {
    Map<Object, List<Known>> about = new IdentityHashMap<>();
    Deque<Object> open = new ArrayDeque<>();
    forEachKnown(from, k -> declare(k, to, about, open));
    for (int steps = 0; !open.isEmpty() && steps < MAX_STEPS; steps++) {
      Object middle = open.removeFirst();
      List<Known> derived = new ArrayList<>();
      List<Known> reached = List.copyOf(about.get(middle));
      forEachKnown(
          middle,
          k -> {
            if (k.right != from) {
              reached.forEach(r -> chained(r, k).ifPresent(derived::add));
            }
          });
      derived.forEach(k -> declare(k, to, about, open));
    }
    return about.getOrDefault(to, List.of());
  }

  private void forEachKnown(Object from, Consumer<Known> visit) {
    for (Known k : lasting) {
      k.from(from).ifPresent(visit);
    }
    for (Known k : scoped) {
      k.from(from).ifPresent(visit);
    }
  }

  private static Optional<Known> chained(Known first, Known second) {
    int relation;
    if (first.relation == EQ) {
      relation = second.relation;
    } else if (second.relation == EQ
        || (first.relation == second.relation && first.relation != NE)) {
      relation = first.relation;
    } else {
      return Optional.empty();
    }
    return Optional.of(new Known(first.left, second.right, first.offset + second.offset, relation));
  }

  private static void declare(
      Known known, Object to, Map<Object, List<Known>> about, Deque<Object> open) {
    List<Known> list = about.computeIfAbsent(known.right, _ -> new ArrayList<>());
    for (Known previous : list) {
      if (previous.implies(known)) {
        return;
      }
    }
    int weaker = 0;
    while (weaker < list.size() && !known.implies(list.get(weaker))) {
      weaker++;
    }
    if (weaker < list.size()) {
      list.set(weaker, known);
    } else {
      list.add(known);
    }
    if (known.right != to && open.stream().noneMatch(o -> o == known.right)) {
      open.addLast(known.right);
    }
  }
}
