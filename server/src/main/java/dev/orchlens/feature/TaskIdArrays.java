package dev.orchlens.feature;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Finds what is stored in the arrays of TaskIds of a function. */
final class TaskIdArrays {
  /** The largest number of slots, or iterations, that are gone through one by one. */
  static final int MAX_SLOTS = 10_000;

  /**
   * An array of TaskIds.
   *
   * @param name the name it was made under
   * @param origin the statement that makes it
   * @param slots the number of its slots
   * @param writes every statement that fills a slot, in the order of the text
   * @param written the slots that are filled whatever way the program takes
   * @param writesAreKnown whether no other slot can be filled
   */
  record ArrayUse(
      String name,
      Origin origin,
      long slots,
      List<Write> writes,
      Set<Long> written,
      boolean writesAreKnown) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * A statement that fills slots.
   *
   * @param index the slot as written
   * @param slots the slots it fills over all iterations, ascending; nothing when that shows at run
   *     time
   * @param certain whether the statement runs whatever way the program takes
   * @param value what is stored
   * @param launch the number of the launch whose TaskId that is
   */
  record Write(
      Expr index, Optional<List<Long>> slots, boolean certain, Expr value, OptionalInt launch) {}

  private record Made(String name, Origin origin, long slots) {}

  private final Map<Var, Made> arrays = new HashMap<>();
  private final Map<Made, List<Write>> writes = new LinkedHashMap<>();
  private final Map<Var, Integer> launches = new HashMap<>();
  private final Map<Var, Optional<List<Long>>> ranges = new LinkedHashMap<>();

  private TaskIdArrays() {}

  /** Returns the arrays of a function in the order of the text. */
  static List<ArrayUse> of(Function function) {
    TaskIdArrays finder = new TaskIdArrays();
    finder.statements(function.body(), true);
    return finder.writes.entrySet().stream().map(e -> use(e.getKey(), e.getValue())).toList();
  }

  private static ArrayUse use(Made made, List<Write> writes) {
    Set<Long> written = new TreeSet<>();
    boolean known = true;
    for (Write write : writes) {
      known &= write.certain() && write.slots().isPresent();
      if (write.certain()) {
        write.slots().ifPresent(written::addAll);
      }
    }
    return new ArrayUse(
        made.name(), made.origin(), made.slots(), List.copyOf(writes), written, known);
  }

  private void statements(List<Stmt> body, boolean certain) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> assign(s, certain);
        case Stmt.For s -> loop(s, s.carries(), s.results(), certain && runs(s));
        case Stmt.While s -> loop(s, s.carries(), s.results(), false);
        case Stmt.If s -> {
          statements(s.then(), false);
          s.orElse().ifPresent(orElse -> statements(orElse, false));
          results(s.then(), s.results());
        }
        default -> stmt.bodies().forEach(inner -> statements(inner, certain));
      }
    }
  }

  /** A loop with break or an unknown trip count may leave out what is in it. */
  private static boolean runs(Stmt.For loop) {
    boolean[] left = new boolean[1];
    Walk.statements(
        loop.body(), s -> left[0] |= s instanceof Stmt.Break || s instanceof Stmt.Continue);
    return !left[0] && TripCount.of(loop).orElse(0) > 0;
  }

  private void loop(Stmt.Loop loop, List<Carry> carries, List<Var> results, boolean certain) {
    for (Carry carry : carries) {
      if (carry.init() instanceof Var init && arrays.containsKey(init)) {
        arrays.put(carry.var(), arrays.get(init));
      }
    }
    if (loop instanceof Stmt.For counted) {
      ranges.put(counted.var(), values(counted));
    }
    statements(loop.body(), certain);
    results(loop.body(), results);
  }

  private void results(List<Stmt> body, List<Var> results) {
    if (!body.isEmpty() && body.getLast() instanceof Stmt.Yield yield) {
      for (int i = 0; i < Math.min(results.size(), yield.values().size()); i++) {
        if (yield.values().get(i) instanceof Var value && arrays.containsKey(value)) {
          arrays.put(results.get(i), arrays.get(value));
        }
      }
    } else if (body.size() == 1 && body.getFirst() instanceof Stmt.RuntimeScope scope) {
      results(scope.body(), results);
    }
  }

  private static Optional<List<Long>> values(Stmt.For loop) {
    OptionalLong trips = TripCount.of(loop);
    if (trips.isEmpty() || trips.getAsLong() > MAX_SLOTS) {
      return Optional.empty();
    }
    long start = loop.start().constant().orElseThrow();
    long step = loop.step().constant().orElseThrow();
    List<Long> values = new ArrayList<>();
    for (long i = 0; i < trips.getAsLong(); i++) {
      values.add(start + i * step);
    }
    return Optional.of(values);
  }

  private void assign(Stmt.Assign s, boolean certain) {
    switch (s.value()) {
      case Expr.Submit submit -> launches.put(s.var(), submit.attrs().launch());
      case Expr.TupleGet(Var tuple, int _, _, _) when launches.containsKey(tuple) ->
          launches.put(s.var(), launches.get(tuple));
      case Var alias -> {
        Optional.ofNullable(arrays.get(alias)).ifPresent(made -> arrays.put(s.var(), made));
        Optional.ofNullable(launches.get(alias)).ifPresent(launch -> launches.put(s.var(), launch));
      }
      case Expr.Invocation call
          when call.isOp(Ops.ARRAY_CREATE)
              && s.var().type() instanceof Type.Array array
              && s.var().type().isTaskIdArray() -> {
        Made made = new Made(s.var().sourceName(), s.origin(), array.extent());
        arrays.put(s.var(), made);
        writes.put(made, new ArrayList<>());
      }
      case Expr.Invocation call
          when call.isOp(Ops.ARRAY_UPDATE_ELEMENT)
              && call.args().size() == 3
              && call.args().getFirst() instanceof Var base
              && arrays.containsKey(base) -> {
        arrays.put(s.var(), arrays.get(base));
        writes.get(arrays.get(base)).add(write(call.args().get(1), call.args().get(2), certain));
      }
      default -> {}
    }
  }

  private Write write(Expr index, Expr value, boolean certain) {
    Integer launch = value instanceof Var var ? launches.get(var) : null;
    return new Write(
        index,
        slots(index),
        certain,
        value,
        launch == null ? OptionalInt.empty() : OptionalInt.of(launch));
  }

  /**
   * Returns the values an index takes over all iterations of the loops whose variables it is made
   * of.
   */
  private Optional<List<Long>> slots(Expr index) {
    Set<Var> used = new LinkedHashSet<>();
    Walk.expression(
        index,
        e -> {
          if (e instanceof Var var) {
            used.add(var);
          }
        });
    long combinations = 1;
    for (Var var : used) {
      Optional<List<Long>> values = ranges.getOrDefault(var, Optional.empty());
      combinations *= values.map(List::size).orElse(MAX_SLOTS + 1);
      if (combinations > MAX_SLOTS) {
        return Optional.empty();
      }
    }
    Set<Long> slots = new TreeSet<>();
    boolean known = collect(index, List.copyOf(used), new HashMap<>(), slots);
    return known ? Optional.of(List.copyOf(slots)) : Optional.empty();
  }

  private boolean collect(Expr index, List<Var> open, Map<Var, Long> chosen, Set<Long> slots) {
    if (open.isEmpty()) {
      OptionalLong slot = evaluate(index, chosen);
      slot.ifPresent(slots::add);
      return slot.isPresent();
    }
    for (long value : ranges.get(open.getFirst()).orElseThrow()) {
      chosen.put(open.getFirst(), value);
      if (!collect(index, open.subList(1, open.size()), chosen, slots)) {
        return false;
      }
    }
    return true;
  }

  private static OptionalLong evaluate(Expr expr, Map<Var, Long> values) {
    return switch (expr) {
      case Var v -> OptionalLong.of(values.get(v));
      case Expr.ConstInt c -> OptionalLong.of(c.value());
      case Expr.Unary u when u.op() == Expr.UnaryOp.CAST -> evaluate(u.operand(), values);
      case Expr.Binary b -> {
        OptionalLong left = evaluate(b.left(), values);
        OptionalLong right = evaluate(b.right(), values);
        yield left.isEmpty() || right.isEmpty()
            ? OptionalLong.empty()
            : evaluate(b.op(), left.getAsLong(), right.getAsLong());
      }
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong evaluate(Expr.BinaryOp op, long left, long right) {
    return switch (op) {
      case ADD -> OptionalLong.of(left + right);
      case SUB -> OptionalLong.of(left - right);
      case MUL -> OptionalLong.of(left * right);
      case FLOOR_DIV ->
          right == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(left, right));
      case FLOOR_MOD ->
          right == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorMod(left, right));
      case MIN -> OptionalLong.of(Math.min(left, right));
      case MAX -> OptionalLong.of(Math.max(left, right));
      default -> OptionalLong.empty();
    };
  }
}
