package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Checks one function in static single assignment form: every use is inside the region of its
 * definition, and loops and branches hand on as many values as they have results (reference:
 * docs/en/dev/passes/verifier, "SSAForm").
 */
final class SsaVerifier {
  private final Consumer<Problem> problems;
  private final Set<Var> visible = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Var> order = new ArrayList<>();
  private final Consumer<Expr> define = this::defineAll;
  private final Consumer<Expr> use = this::use;

  /** Learns of each use of a variable that is not visible. */
  private final Consumer<Var> unknown;

  /** What is remembered of regions; null inside of one. */
  private final PassMemory memory;

  /** A sound region: what it uses of the function around it, and what is visible behind it. */
  private record Region(List<Var> used, List<Var> visible) {}

  private static final Visits.Kind<Region> REGIONS = new Visits.Kind<>();

  private SsaVerifier(Consumer<Problem> problems, Consumer<Var> unknown, PassMemory memory) {
    this.problems = problems;
    this.unknown = unknown;
    this.memory = memory;
  }

  /** Reports each violation in {@code function}. */
  static void check(Function function, Consumer<Problem> problems, PassMemory memory) {
    SsaVerifier verifier =
        new SsaVerifier(problems, var -> problems.accept(outsideScope(var)), memory);
    function.params().forEach(p -> verifier.define(p.var()));
    function.returnTypes().forEach(t -> TypeExprs.forEach(t, verifier.define));
    verifier.body(function.body());
  }

  /** Makes a variable visible, and the symbols in its type, which come from outside. */
  private void define(Var var) {
    if (visible.add(var)) {
      order.add(var);
      TypeExprs.forEach(var.type(), define);
    }
  }

  private void defineAll(Expr expr) {
    if (!(expr instanceof Var var)) {
      Walk.operands(expr, define);
    } else if (visible.add(var)) {
      order.add(var);
    }
  }

  private void scoped(List<Stmt> body) {
    int mark = order.size();
    body(body);
    leave(mark);
  }

  private void leave(int mark) {
    while (order.size() > mark) {
      visible.remove(order.removeLast());
    }
  }

  private void use(Expr expr) {
    if (!(expr instanceof Var var)) {
      Walk.operands(expr, use);
    } else if (!visible.contains(var)) {
      unknown.accept(var);
    }
  }

  private static Problem outsideScope(Var var) {
    return new Problem(
        Code.SSA_USED_OUTSIDE_SCOPE,
        "'"
            + var.sourceName()
            + "' is used outside the loop or branch that gives it a value; assign it before"
            + " that loop or branch.",
        var.origin());
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (memory == null || !Visits.isRegion(stmt) || !isSound(stmt)) {
        statement(stmt);
      }
    }
  }

  /**
   * Returns whether nothing is wrong with a region; then what it defines is visible from here on.
   */
  private boolean isSound(Stmt stmt) {
    memory.poll();
    Region region = memory.visits().earlier(REGIONS, stmt);
    region = region == null ? alone(stmt) : region;
    memory.visits().keep(REGIONS, stmt, region);
    if (region == null || !visible.containsAll(region.used)) {
      return false;
    }
    for (Var var : region.visible) {
      if (visible.add(var)) {
        order.add(var);
      }
    }
    return true;
  }

  /** Reads a region for itself; returns null if something in it is wrong wherever it stands. */
  private static Region alone(Stmt stmt) {
    List<Problem> found = new ArrayList<>();
    Set<Var> used = Collections.newSetFromMap(new IdentityHashMap<>());
    SsaVerifier inside = new SsaVerifier(found::add, used::add, null);
    inside.statement(stmt);
    return found.isEmpty() ? new Region(List.copyOf(used), List.copyOf(inside.order)) : null;
  }

  private void statement(Stmt stmt) {
    switch (stmt) {
      case Stmt.Assign s -> {
        use(s.value());
        define(s.var());
      }
      case Stmt.For s -> {
        use(s.start());
        use(s.stop());
        use(s.step());
        s.carries().forEach(c -> use(c.init()));
        int mark = order.size();
        define(s.var());
        s.carries().forEach(c -> define(c.var()));
        body(s.body());
        leave(mark);
        loopEnd(s);
      }
      case Stmt.While s -> {
        s.carries().forEach(c -> use(c.init()));
        int mark = order.size();
        s.carries().forEach(c -> define(c.var()));
        use(s.condition());
        body(s.body());
        leave(mark);
        loopEnd(s);
      }
      case Stmt.If s -> {
        use(s.condition());
        scoped(s.then());
        s.orElse().ifPresent(this::scoped);
        branchEnd(s);
        s.results().forEach(this::define);
      }
      case Stmt.Scope s -> {
        Walk.usedBy(s, use);
        s.attrs().taskId().ifPresent(this::use);
        body(s.body());
      }
      case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ ->
          Walk.usedBy(stmt, use);
    }
  }

  private void loopEnd(Stmt.Loop loop) {
    int carries = loop.carries().size();
    if (carries > 0) {
      yields(loop.body(), carries, "This loop", loop.origin());
    }
    loop.results().forEach(this::define);
  }

  private void branchEnd(Stmt.If s) {
    if (s.results().isEmpty()) {
      return;
    }
    if (s.orElse().isEmpty()) {
      report(
          Code.SSA_YIELD_MISSING,
          "This branch yields values, so it needs an else that yields them too.",
          s.origin());
      return;
    }
    yields(s.then(), s.results().size(), "The first branch of this if", s.origin());
    yields(s.orElse().get(), s.results().size(), "The else branch of this if", s.origin());
  }

  private void yields(List<Stmt> body, int expected, String what, Origin at) {
    Optional<Stmt.Yield> yield = Bodies.trailingYield(body);
    if (yield.isEmpty()) {
      report(
          Code.SSA_YIELD_MISSING,
          what + " must end with a pl.yield_ of " + expected + " values.",
          at);
    } else if (yield.get().values().size() != expected) {
      report(
          Code.SSA_YIELD_COUNT,
          what
              + " yields "
              + yield.get().values().size()
              + " values where "
              + expected
              + " are needed.",
          at);
    }
  }

  private void report(Code code, String message, Origin at) {
    problems.accept(new Problem(code, message, at));
  }
}
