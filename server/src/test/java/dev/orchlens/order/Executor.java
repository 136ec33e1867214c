package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs a function of the final program with numbers, under the runtime's rules and nothing else: a
 * map of recorded writers, edges, and their closure. It knows no symbol and no proof, so that
 * proofs can be held against it.
 */
final class Executor {
  /** A rectangle of a buffer. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Region(int buffer, long[] from, long[] to) {
    boolean meets(Region other) {
      if (buffer != other.buffer) {
        return false;
      }
      for (int i = 0; i < from.length; i++) {
        if (Math.max(from[i], other.from[i]) >= Math.min(to[i], other.to[i])) {
          return false;
        }
      }
      return true;
    }

    boolean covers(Region other) {
      for (int i = 0; i < from.length; i++) {
        if (from[i] > other.from[i] || to[i] < other.to[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** A tensor: its part of a buffer, and whether the runtime follows it. */
  private record Tensor(Region region, boolean followed) {}

  private record Entry(int task, Region region) {}

  private record Access(int task, Region region, boolean writes) {}

  /** The results of a launch, the last of them its TaskId where it yields one. */
  private record Results(List<Object> values) {}

  private final Program program;
  private final long number;
  private final Map<Var, Object> values = new HashMap<>();
  private final Map<Expr.Invocation, String> names = new IdentityHashMap<>();
  private final List<String> taskNames = new ArrayList<>();
  private final List<BitSet> before = new ArrayList<>();
  private final List<Entry> recorded = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private final List<String> buffers = new ArrayList<>();
  private int manualDepth;
  private boolean legal = true;

  private Executor(Program program, Function function, long number) {
    this.program = program;
    this.number = number;
    int[] tasks = {0};
    Walk.statements(
        function.body(),
        stmt ->
            Walk.usedBy(
                stmt,
                e -> {
                  if (e instanceof Expr.Invocation call
                      && call.callee() instanceof Callee.Function) {
                    names.put(call, "t" + tasks[0]++);
                  }
                }));
  }

  /**
   * Returns the unordered pairs of accesses of a run, as {@code first second tensor kind}; null for
   * a run that leaves buffers or arrays.
   *
   * @param number the value of every integer parameter
   */
  static Set<String> unordered(Program program, Function function, long number) {
    Executor executor = new Executor(program, function, number);
    for (var param : function.params()) {
      executor.values.put(
          param.var(),
          param.var().type() instanceof Type.Tensor t
              ? executor.buffer(param.var(), t, true)
              : (Object) number);
    }
    executor.body(function.body());
    return executor.legal ? executor.pairs() : null;
  }

  /**
   * Returns whether every arm of a branch hands on as many values as the branch has results. Where
   * Simplify removed a result it leaves a value too many in an arm that ends in a MANUAL scope;
   * what that program means is not said.
   */
  static boolean isJudgeable(Function function) {
    boolean[] fits = {true};
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.If s) {
            fits[0] &= count(s.then()) == s.results().size();
            fits[0] &= s.orElse().isEmpty() || count(s.orElse().get()) == s.results().size();
          }
        });
    return fits[0];
  }

  private static int count(List<Stmt> body) {
    if (body.isEmpty()) {
      return 0;
    }
    return switch (body.getLast()) {
      case Stmt.Yield y -> y.values().size();
      case Stmt.Scope s -> count(s.body());
      default -> 0;
    };
  }

  private Tensor buffer(Var var, Type.Tensor type, boolean followed) {
    buffers.add(var.sourceName());
    long[] extents = type.shape().stream().mapToLong(this::integer).toArray();
    return new Tensor(new Region(buffers.size() - 1, new long[extents.length], extents), followed);
  }

  private Set<String> pairs() {
    Set<String> pairs = new TreeSet<>();
    for (int j = 0; j < accesses.size(); j++) {
      for (int i = 0; i < j; i++) {
        Access a = accesses.get(i);
        Access b = accesses.get(j);
        boolean isHazard = a.task != b.task && (a.writes || b.writes) && a.region.meets(b.region);
        if (isHazard && !before.get(b.task).get(a.task)) {
          String kind = a.writes ? b.writes ? "WAW" : "RAW" : "WAR";
          pairs.add(
              taskNames.get(a.task)
                  + " "
                  + taskNames.get(b.task)
                  + " "
                  + buffers.get(a.region.buffer)
                  + " "
                  + kind);
        }
      }
    }
    return pairs;
  }

  // ---------------------------------------------------------------- statements

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (!legal) {
        return;
      }
      switch (stmt) {
        case Stmt.Assign s -> values.put(s.var(), value(s.value()));
        case Stmt.Eval s -> value(s.expr());
        case Stmt.RuntimeScope s -> {
          manualDepth += s.manual() ? 1 : 0;
          body(s.body());
          manualDepth -= s.manual() ? 1 : 0;
        }
        case Stmt.Scope s -> body(s.body());
        case Stmt.If s -> {
          List<Stmt> arm = (Boolean) value(s.condition()) ? s.then() : s.orElse().orElse(List.of());
          body(arm);
          give(yielded(arm), s.results());
        }
        case Stmt.For s -> loop(s);
        case Stmt.While _ -> throw new AssertionError("no program has a while loop");
        case Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
  }

  private void loop(Stmt.For s) {
    List<Var> carried = s.carries().stream().map(c -> c.var()).toList();
    give(s.carries().stream().map(c -> value(c.init())).toList(), carried);
    long step = integer(s.step());
    for (long i = integer(s.start());
        step > 0 ? i < integer(s.stop()) : i > integer(s.stop());
        i += step) {
      values.put(s.var(), i);
      body(s.body());
      give(yielded(s.body()), carried);
    }
    give(carried.stream().map(values::get).toList(), s.results());
  }

  private List<Object> yielded(List<Stmt> body) {
    if (body.isEmpty()) {
      return List.of();
    }
    return switch (body.getLast()) {
      case Stmt.Yield y -> y.values().stream().map(this::value).toList();
      case Stmt.Scope s -> yielded(s.body());
      default -> List.of();
    };
  }

  private void give(List<Object> given, List<Var> targets) {
    for (int i = 0; i < given.size(); i++) {
      values.put(targets.get(i), given.get(i));
    }
  }

  // ---------------------------------------------------------------- values

  private long integer(Expr expr) {
    return (Long) value(expr);
  }

  private Object value(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> c.value();
      case Expr.ConstBool c -> c.value();
      case Expr.ConstFloat c -> c.value();
      case Var var ->
          values.getOrDefault(var, var.type().isTaskId() ? (Object) Integer.valueOf(-1) : number);
      case Expr.Unary u ->
          u.op() == Expr.UnaryOp.NEG ? (Object) (-integer(u.operand())) : value(u.operand());
      case Expr.Binary b -> binary(b);
      case Expr.TupleGet get -> ((Results) value(get.tuple())).values().get(get.index());
      case Expr.MakeTuple t -> t.elements().stream().mapToLong(this::integer).toArray();
      case Expr.Invocation call -> call(call);
      case Expr.Unknown u -> throw new AssertionError(u.reason());
    };
  }

  private Object binary(Expr.Binary b) {
    long left = integer(b.left());
    long right = integer(b.right());
    return switch (b.op()) {
      case ADD -> left + right;
      case SUB -> left - right;
      case MUL -> left * right;
      case FLOOR_DIV -> Math.floorDiv(left, right);
      case FLOOR_MOD -> Math.floorMod(left, right);
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case LT -> left < right;
      case LE -> left <= right;
      case GT -> left > right;
      case GE -> left >= right;
      case EQ -> left == right;
      case NE -> left != right;
      default -> throw new AssertionError(b.op());
    };
  }

  private Object call(Expr.Invocation call) {
    if (call.callee() instanceof Callee.Function) {
      return launch(call);
    }
    if (call.isOp("system.task_dummy")) {
      return submitted("barrier", call.attrs().manualDeps());
    }
    return switch (call.callee().name()) {
      case "tensor.create" ->
          buffer(
              new Var("s", call.type(), call.origin()),
              (Type.Tensor) call.type(),
              !call.kwargs().isTrue("manual_dep"));
      case "tensor.slice" -> {
        Tensor source = (Tensor) value(call.args().getFirst());
        long[] lengths = (long[]) value(call.args().get(1));
        yield new Tensor(window(source.region, (long[]) value(call.args().get(2)), lengths), true);
      }
      case "array.create" -> {
        int[] slots = new int[(int) ((Type.Array) call.type()).extent()];
        Arrays.fill(slots, -1);
        yield slots;
      }
      case "array.get_element" -> {
        int[] slots = (int[]) value(call.args().getFirst());
        int index = slot(slots, call);
        yield index < 0 ? -1 : slots[index];
      }
      case "array.update_element" -> {
        int[] slots = (int[]) value(call.args().getFirst());
        int index = slot(slots, call);
        if (index >= 0) {
          slots[index] = (Integer) value(call.args().get(2));
        }
        yield slots;
      }
      default -> throw new AssertionError(call.callee().name());
    };
  }

  private int slot(int[] slots, Expr.Invocation call) {
    long index = integer(call.args().get(1));
    legal &= index >= 0 && index < slots.length;
    return legal ? (int) index : -1;
  }

  private Region window(Region in, long[] starts, long[] lengths) {
    long[] from = new long[starts.length];
    long[] to = new long[starts.length];
    for (int i = 0; i < from.length; i++) {
      from[i] = in.from[i] + starts[i];
      to[i] = from[i] + lengths[i];
      legal &= starts[i] >= 0 && to[i] <= in.to[i];
    }
    return new Region(in.buffer, from, to);
  }

  // ---------------------------------------------------------------- launches

  private Object launch(Expr.Invocation call) {
    int task =
        submitted(
            names.get(call), call instanceof Expr.Submit s ? s.deps() : call.attrs().manualDeps());
    BitSet behind = before.get(task);
    Function callee = program.function(call.callee()).orElseThrow();
    List<Object> args = call.args().stream().map(this::value).toList();
    if (manualDepth == 0) {
      follow(call, args, task, behind);
    }
    kernel(callee, args, task);
    List<Object> results = new ArrayList<>();
    if (callee.body().getLast() instanceof Stmt.Return last) {
      for (Expr result : last.values()) {
        int index = callee.params().stream().map(p -> p.var()).toList().indexOf(result);
        results.add(args.get(index));
      }
    }
    if (call.type() instanceof Type.Tuple) {
      results.add(task);
      return new Results(results);
    }
    return results.isEmpty() ? task : results.getFirst();
  }

  private int submitted(String name, List<Expr> named) {
    taskNames.add(name);
    BitSet behind = new BitSet();
    before.add(behind);
    for (Expr dep : named) {
      Object awaited = value(dep);
      for (int one : awaited instanceof int[] slots ? slots : new int[] {(Integer) awaited}) {
        waits(behind, one);
      }
    }
    return taskNames.size() - 1;
  }

  private void waits(BitSet behind, int task) {
    if (task >= 0) {
      behind.set(task);
      behind.or(before.get(task));
    }
  }

  private void follow(Expr.Invocation call, List<Object> args, int task, BitSet behind) {
    List<ArgDirection> directions = call.attrs().argDirections();
    for (int i = 0; i < args.size(); i++) {
      boolean looksUp =
          directions.get(i) == ArgDirection.INPUT || directions.get(i) == ArgDirection.IN_OUT;
      if (looksUp && args.get(i) instanceof Tensor tensor && tensor.followed) {
        recorded.stream()
            .filter(e -> e.region.meets(tensor.region))
            .forEach(e -> waits(behind, e.task));
        if (directions.get(i) == ArgDirection.IN_OUT) {
          recorded.removeIf(e -> e.region.meets(tensor.region) && tensor.region.covers(e.region));
        }
      }
    }
    for (int i = 0; i < args.size(); i++) {
      boolean isRecorded =
          directions.get(i) == ArgDirection.OUTPUT_EXISTING
              || directions.get(i) == ArgDirection.IN_OUT;
      if (isRecorded && args.get(i) instanceof Tensor tensor && tensor.followed) {
        recorded.add(new Entry(task, tensor.region));
      }
    }
  }

  /** Kernels load and store windows at places that their scalars give. */
  private void kernel(Function callee, List<Object> args, int task) {
    for (int i = 0; i < args.size(); i++) {
      values.put(callee.params().get(i).var(), args.get(i));
    }
    for (Stmt stmt : callee.body()) {
      if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)) {
        if (call.isOp("tile.load")) {
          Tensor source = (Tensor) value(call.args().getFirst());
          accesses.add(
              new Access(
                  task,
                  window(
                      source.region,
                      (long[]) value(call.args().get(1)),
                      (long[]) value(call.args().get(2))),
                  false));
        } else if (call.isOp("tile.store")) {
          Tensor target = (Tensor) value(call.args().get(2));
          long[] lengths =
              ((Type.Tile) call.args().getFirst().type())
                  .shape().stream().mapToLong(this::integer).toArray();
          accesses.add(
              new Access(
                  task, window(target.region, (long[]) value(call.args().get(1)), lengths), true));
          values.put(var, target);
        }
      }
    }
  }
}
