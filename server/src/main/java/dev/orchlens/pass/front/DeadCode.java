package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Visits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Drops scalars that nothing reads and that call nothing, and results of branches that nothing
 * reads (reference: docs/en/dev/passes/simplify, "Dead code"). The TaskId taken out of a launch's
 * results stays: later passes find producers by it.
 *
 * <p>The body is read once, into a graph of who reads whom; what is dead is then found in the
 * graph.
 */
final class DeadCode {
  /** What could go: scalars that calls do not define, and results of branches. */
  private final Map<Var, Value> values = new IdentityHashMap<>();

  private final List<Value> scalars = new ArrayList<>();
  private final List<Value> results = new ArrayList<>();

  /** What is read whatever goes. */
  private final Value root = new Value(false);

  /** The value for whose sake the present expression is read. */
  private Value reader = root;

  /**
   * What launches wait for was read once it was read for the sake of the root, which reads all
   * launches.
   */
  private final SharedList.Once<Expr> once = new SharedList.Once<>();

  private final Consumer<Expr> read = this::read;
  private final Consumer<Expr> readInType = this::readInType;

  /**
   * A value that could go, with the values that are read for its sake: by what defines it, or
   * yielded for it.
   */
  private static final class Value {
    private final boolean isScalar;
    private final List<Value> reads = new ArrayList<>(2);
    private boolean live;

    Value(boolean isScalar) {
      this.isScalar = isScalar;
    }
  }

  /** What is remembered of regions; null where one is read alone. */
  private final PassMemory memory;

  /** What is known of the regions. */
  private final Map<Stmt, Region> sound = new IdentityHashMap<>();

  /** What could go, in program order, and which of it is in each region that something could. */
  private final List<Var> ordered = new ArrayList<>();

  private final Map<Stmt, List<Var>> inRegion = new IdentityHashMap<>();

  /** The variables that are read, and those that types name; null unless a region is read alone. */
  private final Set<Var> mentioned;

  private final Set<Var> mentionedInTypes;

  private static final Visits.Kind<Region> REGIONS = new Visits.Kind<>();
  private static final Visits.Kind<Pruned> PRUNED = new Visits.Kind<>();

  /**
   * What a region reads, by itself.
   *
   * @param isSound whether nothing can go out of it, wherever it stands
   * @param read the variables that it reads
   * @param inTypes the scalars that types in it name
   */
  private record Region(boolean isSound, List<Var> read, List<Var> inTypes) {}

  /** A region without what was dead in it. */
  private record Pruned(List<Var> dead, Stmt region) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private DeadCode(List<Stmt> body, PassMemory memory) {
    this.memory = memory;
    mentioned = null;
    mentionedInTypes = null;
    collect(body);
    if (!values.isEmpty()) {
      readAll(body, List.of());
    }
  }

  /** Prepares to read one region alone. */
  private DeadCode() {
    memory = null;
    mentioned = Collections.newSetFromMap(new IdentityHashMap<>());
    mentionedInTypes = Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /**
   * Returns {@code body} without dead scalars, then without dead results of branches, then without
   * scalars that only those read; results that only such scalars read stay, as in the reference.
   */
  static List<Stmt> without(List<Stmt> body, PassMemory memory) {
    DeadCode found = new DeadCode(body, memory);
    return found.hasDead() ? found.new Pruner().body(body) : body;
  }

  // ---------------------------------------------------------------- regions

  /** Reads a region for itself. */
  private static Region alone(Stmt region) {
    DeadCode inside = new DeadCode();
    inside.collect(List.of(region));
    inside.readAll(List.of(region), List.of());
    reach(List.of(inside.root), true);
    boolean isSound = inside.results.isEmpty() && inside.scalars.stream().allMatch(s -> s.live);
    return isSound
        ? new Region(true, List.copyOf(inside.mentioned), List.copyOf(inside.mentionedInTypes))
        : new Region(false, List.of(), List.of());
  }

  /** Returns what is known of a region if nothing can go out of it, or else null. */
  private Region sound(Stmt stmt) {
    if (memory == null || !Visits.isRegion(stmt)) {
      return null;
    }
    return sound.computeIfAbsent(
                stmt,
                _ -> {
                  memory.poll();
                  Region known = memory.visits().earlier(REGIONS, stmt);
                  Region region = known == null ? alone(stmt) : known;
                  memory.visits().keep(REGIONS, stmt, region);
                  return region;
                })
            .isSound
        ? sound.get(stmt)
        : null;
  }

  /** All that a region reads where nothing can go out of it is read for the sake of the root. */
  private void readAll(Region region) {
    for (Var var : region.read) {
      Value value = values.get(var);
      if (value != null) {
        root.reads.add(value);
      }
    }
    for (Var var : region.inTypes) {
      Value value = values.get(var);
      if (value != null && value.isScalar) {
        root.reads.add(value);
      }
    }
  }

  // ---------------------------------------------------------------- reading

  private void collect(List<Stmt> body) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (stmt instanceof Stmt.Assign a) {
        if (isRemovable(a) && !values.containsKey(a.var())) {
          Value scalar = new Value(true);
          scalars.add(scalar);
          values.put(a.var(), scalar);
          ordered.add(a.var());
        }
        continue;
      }
      if (sound(stmt) != null) {
        continue;
      }
      int first = ordered.size();
      if (stmt instanceof Stmt.If branch) {
        for (Var var : branch.results()) {
          Value result = new Value(false);
          results.add(result);
          values.put(var, result);
          ordered.add(var);
        }
      }
      stmt.bodies().forEach(this::collect);
      if (Visits.isRegion(stmt)) {
        inRegion.put(stmt, List.copyOf(ordered.subList(first, ordered.size())));
      }
    }
  }

  /**
   * Reads statements.
   *
   * @param into the results of the branch whose body this is; none for another body
   */
  private void readAll(List<Stmt> body, List<Var> into) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (stmt instanceof Stmt.Assign a) {
        assignment(a);
        continue;
      }
      if (stmt instanceof Stmt.Yield yield && !into.isEmpty() && i == body.size() - 1) {
        yielded(yield, into);
        continue;
      }
      Region region = sound(stmt);
      if (region != null) {
        readAll(region);
        continue;
      }
      statement(stmt);
      List<Var> inside = stmt instanceof Stmt.If branch ? branch.results() : List.of();
      stmt.bodies().forEach(inner -> readAll(inner, inside));
    }
  }

  private void assignment(Stmt.Assign a) {
    Value scalar = a.var().type() instanceof Type.Scalar ? values.get(a.var()) : null;
    if (scalar != null && isRemovable(a)) {
      reader = scalar;
    } else if (scalar != null) {
      root.reads.add(scalar);
    }
    read(a.value());
    TypeExprs.forEach(a.var().type(), readInType);
    reader = root;
  }

  private void yielded(Stmt.Yield yield, List<Var> into) {
    for (int i = 0; i < yield.values().size(); i++) {
      reader = i < into.size() ? values.get(into.get(i)) : root;
      read(yield.values().get(i));
    }
    reader = root;
  }

  private void statement(Stmt stmt) {
    if (stmt instanceof Stmt.Loop || stmt instanceof Stmt.If) {
      Walk.definedBy(stmt, v -> TypeExprs.forEach(v.type(), readInType));
    }
    Walk.usedBy(stmt, read);
    if (stmt instanceof Stmt.Scope scope) {
      scope.attrs().taskId().ifPresent(read);
    }
  }

  private void read(Expr expr) {
    if (expr instanceof Var var) {
      if (mentioned != null) {
        mentioned.add(var);
      }
      Value value = values.get(var);
      if (value != null) {
        reader.reads.add(value);
      }
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, read, once);
    }
  }

  /**
   * Reads the scalars in an expression of a type; that a type names a result of a branch does not
   * keep it.
   */
  private void readInType(Expr expr) {
    if (expr instanceof Var var) {
      if (mentionedInTypes != null) {
        mentionedInTypes.add(var);
      }
      Value value = values.get(var);
      if (value != null && value.isScalar) {
        reader.reads.add(value);
      }
    } else {
      Walk.operands(expr, readInType);
    }
  }

  private static boolean isRemovable(Stmt.Assign a) {
    return a.var().type() instanceof Type.Scalar && !isLaunchTaskId(a.value()) && !calls(a.value());
  }

  private static boolean isLaunchTaskId(Expr value) {
    return value instanceof Expr.TupleGet get
        && get.tuple() instanceof Var
        && get.tuple().type() instanceof Type.Tuple tuple
        && get.index() == tuple.elements().size() - 1
        && tuple.elements().getLast().isTaskId();
  }

  private static boolean calls(Expr expr) {
    return switch (expr) {
      case Var _, Expr.Const _, Expr.Unknown _ -> false;
      case Expr.Invocation _ -> true;
      case Expr.Binary e -> calls(e.left()) || calls(e.right());
      case Expr.Unary e -> calls(e.operand());
      case Expr.TupleGet e -> calls(e.tuple());
      case Expr.MakeTuple e -> e.elements().stream().anyMatch(DeadCode::calls);
    };
  }

  // ---------------------------------------------------------------- finding

  /** Finds what is dead, and returns whether anything is. */
  private boolean hasDead() {
    if (values.isEmpty()) {
      return false;
    }
    // At first what is yielded for any result counts as read.
    List<Value> open = new ArrayList<>(results);
    open.add(root);
    reach(open, true);
    if (results.stream().allMatch(r -> r.live)) {
      return scalars.stream().anyMatch(s -> !s.live);
    }
    // The scalars that stay count as read, so that only results can go.
    results.forEach(r -> r.live = false);
    open = new ArrayList<>(scalars.stream().filter(s -> s.live).toList());
    open.add(root);
    reach(open, false);
    // At last what is yielded for a dead result is not read any more.
    scalars.forEach(s -> s.live = false);
    open = new ArrayList<>(results.stream().filter(r -> r.live).toList());
    open.add(root);
    reach(open, true);
    return true;
  }

  /**
   * Makes live what {@code readers} read, and what those values read if they are scalars, or else
   * results.
   */
  private static void reach(List<Value> readers, boolean throughScalars) {
    Deque<Value> open = new ArrayDeque<>(readers);
    while (!open.isEmpty()) {
      for (Value value : open.poll().reads) {
        if (!value.live) {
          value.live = true;
          if (value.isScalar == throughScalars) {
            open.add(value);
          }
        }
      }
    }
  }

  // ---------------------------------------------------------------- dropping

  /** Drops dead scalars, dead results of branches, and the values yielded for those. */
  private final class Pruner extends Rewriter {
    private boolean isDead(Var var) {
      Value value = values.get(var);
      return value != null && !value.live;
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      if (stmt instanceof Stmt.Assign a) {
        boolean goes = a.var().type() instanceof Type.Scalar && isDead(a.var()) && isRemovable(a);
        return goes ? List.of() : List.of(a);
      }
      if (sound(stmt) != null) {
        return List.of(stmt);
      }
      return memory != null && Visits.isRegion(stmt) ? List.of(region(stmt)) : pruned(stmt);
    }

    /** Prunes a region, or takes over what was left when the same was dead in it. */
    private Stmt region(Stmt region) {
      List<Var> dead = inRegion.get(region).stream().filter(this::isDead).toList();
      Pruned known = memory.visits().earlier(PRUNED, region);
      Pruned pruned =
          known != null && known.dead.equals(dead)
              ? known
              : new Pruned(dead, pruned(region).getFirst());
      memory.visits().keep(PRUNED, region, pruned);
      return pruned.region;
    }

    private List<Stmt> pruned(Stmt stmt) {
      Stmt inner = rebuild(stmt);
      if (!(inner instanceof Stmt.If s) || s.results().stream().noneMatch(this::isDead)) {
        return List.of(inner);
      }
      List<Integer> kept = new ArrayList<>();
      for (int i = 0; i < s.results().size(); i++) {
        if (!isDead(s.results().get(i))) {
          kept.add(i);
        }
      }
      List<Var> left = kept.stream().map(s.results()::get).toList();
      List<Stmt> then = withYielded(s.then(), kept);
      Optional<List<Stmt>> orElse = s.orElse().map(b -> withYielded(b, kept));
      return List.of(new Stmt.If(s.condition(), then, orElse, left, s.origin()));
    }

    private static List<Stmt> withYielded(List<Stmt> body, List<Integer> kept) {
      if (body.isEmpty() || !(body.getLast() instanceof Stmt.Yield yield)) {
        return body;
      }
      List<Stmt> out = new ArrayList<>(body.subList(0, body.size() - 1));
      if (!kept.isEmpty()) {
        out.add(new Stmt.Yield(kept.stream().map(yield.values()::get).toList(), yield.origin()));
      }
      return out;
    }
  }
}
