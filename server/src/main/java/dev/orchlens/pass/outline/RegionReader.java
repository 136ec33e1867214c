package dev.orchlens.pass.outline;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads everything that outlining has to know about a region off its statements, in one walk. */
final class RegionReader {
  private final Class<? extends Stmt.Scope> kind;
  private final Set<Var> carried;
  private final Consumer<Var> definitions;
  private final Set<Var> captured = new LinkedHashSet<>();
  private final List<Var> defined = new ArrayList<>();
  private final Set<Var> stored = new LinkedHashSet<>();
  private final Map<Var, Var> afterStore = new HashMap<>();
  private final List<Var> assembled = new ArrayList<>();
  private final List<Expr.Call> calls = new ArrayList<>();
  private final List<Var> aside = new ArrayList<>();
  private final Set<SplitMode> splits = EnumSet.noneOf(SplitMode.class);
  private boolean waits;
  private boolean nests;

  /** What is defined where the walk is, and the order in which it came to be. */
  private final Set<Var> known = new HashSet<>();

  private final List<Var> journal = new ArrayList<>();
  private boolean captures = true;
  private final Consumer<Expr> uses = this::use;

  private RegionReader(
      Class<? extends Stmt.Scope> kind, Set<Var> carried, Consumer<Var> definitions) {
    this.kind = kind;
    this.carried = carried;
    this.definitions = definitions;
  }

  static RegionContents read(
      List<Stmt> body,
      Class<? extends Stmt.Scope> kind,
      Set<Var> carried,
      Consumer<Var> definitions) {
    RegionReader reader = new RegionReader(kind, carried, definitions);
    reader.body(body);
    return new RegionContents(
        reader.captured,
        reader.defined,
        reader.stored,
        reader.afterStore,
        reader.assembled,
        reader.calls,
        reader.aside,
        reader.splits,
        reader.waits,
        reader.nests);
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      statement(stmt);
    }
  }

  private void statement(Stmt stmt) {
    switch (stmt) {
      case Stmt.Assign s -> {
        use(s.value());
        define(s.var());
        if (s.value() instanceof Expr.Call call && storeTarget(call) instanceof Var target) {
          afterStore.putIfAbsent(s.var(), target);
        }
      }
      case Stmt.For s -> {
        inits(s);
        define(s.var());
        header(s);
        use(s.start());
        use(s.stop());
        use(s.step());
        body(s.body());
      }
      case Stmt.While s -> {
        inits(s);
        header(s);
        use(s.condition());
        body(s.body());
      }
      case Stmt.If s -> branch(s);
      case Stmt.Scope s -> scope(s);
      case Stmt.Eval s -> use(s.expr());
      case Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> Walk.usedBy(stmt, uses);
    }
  }

  private void inits(Stmt.Loop loop) {
    for (Carry carry : loop.carries()) {
      use(carry.init());
    }
  }

  private void header(Stmt.Loop loop) {
    loop.results().forEach(this::define);
    for (Carry carry : loop.carries()) {
      define(carry.var());
      carried.add(carry.var());
    }
  }

  private void scope(Stmt.Scope scope) {
    nests |= kind.isInstance(scope);
    if (scope instanceof Stmt.SplitAivScope lanes) {
      splits.add(lanes.split());
    }
    captures = !(scope instanceof Stmt.ClusterScope || scope instanceof Stmt.RuntimeScope);
    Walk.usedBy(scope, uses);
    scope.attrs().taskId().ifPresent(uses);
    scope.attrs().taskId().ifPresent(definitions);
    captures = true;
    body(scope.body());
  }

  /** Both arms start from the same state; behind the branch only what both define is defined. */
  private void branch(Stmt.If s) {
    use(s.condition());
    s.results().forEach(this::define);
    List<Var> then = isolated(s.then());
    if (s.orElse().isPresent()) {
      Set<Var> both = new HashSet<>(isolated(s.orElse().get()));
      for (Var var : then) {
        if (both.contains(var) && known.add(var)) {
          journal.add(var);
        }
      }
    }
  }

  private List<Var> isolated(List<Stmt> body) {
    int mark = journal.size();
    body(body);
    List<Var> tail = journal.subList(mark, journal.size());
    List<Var> introduced = List.copyOf(tail);
    tail.clear();
    introduced.forEach(known::remove);
    return introduced;
  }

  private void use(Expr expr) {
    switch (expr) {
      case Var var -> {
        if (!captures) {
          aside.add(var);
        } else if (!known.contains(var)) {
          captured.add(var);
        }
      }
      case Expr.Const _, Expr.Unknown _ -> {}
      case Expr.Call call -> {
        note(call);
        Walk.operands(call, uses);
      }
      case Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Submit _ ->
          Walk.operands(expr, uses);
    }
  }

  private void note(Expr.Call call) {
    switch (call.callee()) {
      case Callee.Function _ -> calls.add(call);
      case Callee.Op op -> {
        switch (op.name()) {
          case Ops.TILE_STORE -> {
            if (storeTarget(call) instanceof Var target) {
              stored.add(target);
            }
          }
          case Ops.TENSOR_ASSEMBLE -> {
            if (!call.args().isEmpty() && call.args().getFirst() instanceof Var target) {
              assembled.add(target);
            }
          }
          case Ops.PLD_SYSTEM_DEFER_WAIT -> waits = true;
          default -> {}
        }
      }
    }
  }

  private static Expr storeTarget(Expr.Call call) {
    return call.args().size() >= 3 && call.isOp(Ops.TILE_STORE) ? call.args().get(2) : null;
  }

  private void define(Var var) {
    defined.add(var);
    definitions.accept(var);
    if (known.add(var)) {
      journal.add(var);
    }
  }
}
