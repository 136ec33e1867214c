package dev.orchlens.pass.front;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.AutoName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes {@code continue} and {@code break} out of the body of one loop for {@link
 * CtrlFlowTransform}.
 */
final class LoopExits {

  /** Numbers the names made in one function. */
  static final class Names {
    private int next;

    String next(String base, String role) {
      return AutoName.of(base, role, next++);
    }
  }

  /** Statements without their last yield, and what they yield. */
  record Path(List<Stmt> stmts, List<Expr> values, boolean hasYield) {
    static Path of(List<Stmt> body) {
      if (!body.isEmpty() && body.getLast() instanceof Stmt.Yield yield) {
        return new Path(body.subList(0, body.size() - 1), yield.values(), true);
      }
      return new Path(body, List.of(), false);
    }

    /** Returns the statements with a yield behind them, also an empty one when {@code always}. */
    List<Stmt> withYield(boolean always, Origin at) {
      if (values.isEmpty() && !always) {
        return stmts;
      }
      List<Stmt> out = new ArrayList<>(stmts);
      out.add(new Stmt.Yield(values, at));
      return out;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final List<Carry> carries;
  private final Names names;
  private final Origin at;

  LoopExits(List<Carry> carries, Names names, Origin at) {
    this.carries = carries;
    this.names = names;
    this.at = at;
  }

  /** Returns whether {@code body} leaves or continues the loop it is the body of. */
  static boolean contains(List<Stmt> body, Class<? extends Stmt> exit) {
    for (Stmt stmt : body) {
      if (exit.isInstance(stmt)) {
        return true;
      }
      if (!(stmt instanceof Stmt.Loop) && stmt.bodies().stream().anyMatch(b -> contains(b, exit))) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWith(List<Stmt> body, Class<? extends Stmt> exit) {
    return !body.isEmpty() && exit.isInstance(body.getLast());
  }

  // ---------------------------------------------------------------- values where the path ends
  // early

  /**
   * Returns what is handed on behind {@code before}: a value not computed yet is replaced by the
   * carried one.
   */
  private List<Expr> valuesAfter(List<Expr> values, List<Stmt> before) {
    Set<Var> available = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Stmt stmt : before) {
      if (stmt instanceof Stmt.Assign assign) {
        available.add(assign.var());
      }
    }
    carries.forEach(c -> available.add(c.var()));
    List<Expr> out = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean isMissing = values.get(i) instanceof Var var && !available.contains(var);
      out.add(isMissing && i < carries.size() ? carries.get(i).var() : values.get(i));
    }
    return out;
  }

  /** Returns what is handed on by a break: nothing is computed for a next iteration. */
  private List<Expr> valuesAtBreak(List<Expr> values, List<Stmt> before) {
    List<Expr> out = valuesAfter(values, before);
    for (int i = 0; i < Math.min(out.size(), carries.size()); i++) {
      if (!(out.get(i) instanceof Var)) {
        out.set(i, carries.get(i).var());
      }
    }
    return out;
  }

  private List<Var> phis(List<Expr> values) {
    List<Var> out = new ArrayList<>();
    for (Expr value : values) {
      String base = value instanceof Var v ? AutoName.parse(v.name()).base() : "phi";
      String source = value instanceof Var v ? v.sourceName() : base;
      out.add(new Var(names.next(base, "phi"), source, value.type(), at));
    }
    return out;
  }

  private static List<Stmt> joined(List<Stmt> a, List<Stmt> b) {
    List<Stmt> out = new ArrayList<>(a);
    out.addAll(b);
    return out;
  }

  // ---------------------------------------------------------------- continue

  /** Returns the path without {@code continue}. */
  Path withoutContinue(Path path) {
    List<Stmt> stmts = path.stmts;
    for (int i = 0; i < stmts.size(); i++) {
      List<Stmt> before = stmts.subList(0, i);
      if (stmts.get(i) instanceof Stmt.Continue) {
        return new Path(before, valuesAfter(path.values, before), path.hasYield);
      }
      if (stmts.get(i) instanceof Stmt.If s && contains(List.of(s), Stmt.Continue.class)) {
        Branch branch = new Branch(s, before, stmts.subList(i + 1, stmts.size()), path);
        return branch.endsWith(Stmt.Continue.class)
            ? continueAtEnd(branch)
            : continueInside(branch);
      }
    }
    return path;
  }

  /** A branch with an exit in it, and what stands before and behind it. */
  private record Branch(Stmt.If stmt, List<Stmt> before, List<Stmt> behind, Path path) {
    boolean endsWith(Class<? extends Stmt> exit) {
      return exitsInThen(exit) || LoopExits.endsWith(orElse(), exit);
    }

    boolean exitsInThen(Class<? extends Stmt> exit) {
      return LoopExits.endsWith(stmt.then(), exit);
    }

    List<Stmt> orElse() {
      return stmt.orElse().orElse(List.of());
    }

    /** Returns what runs when the exit is not taken. */
    List<Stmt> normal(boolean exitsInThen) {
      return joined(exitsInThen ? orElse() : stmt.then(), behind);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private Path continueAtEnd(Branch branch) {
    boolean inThen = branch.exitsInThen(Stmt.Continue.class);
    List<Expr> values = branch.path.values;
    List<Stmt> normal = branch.normal(inThen);
    List<Expr> normalValues = valuesAfter(values, joined(branch.before, normal));
    Path rest = withoutContinue(new Path(normal, normalValues, true));
    if (values.isEmpty()) {
      List<Stmt> then = inThen ? List.of() : rest.stmts;
      List<Stmt> orElse = inThen ? rest.stmts : List.of();
      Stmt.If s = branch.stmt;
      Stmt merged = new Stmt.If(s.condition(), then, Optional.of(orElse), List.of(), s.origin());
      return new Path(joined(branch.before, List.of(merged)), List.of(), false);
    }
    return exitBranch(branch, inThen, List.of(), valuesAfter(values, branch.before), rest);
  }

  private Path exitBranch(
      Branch branch, boolean inThen, List<Stmt> prefix, List<Expr> exitValues, Path rest) {
    Stmt.If s = branch.stmt;
    List<Var> phis = phis(exitValues);
    List<Stmt> exit = new Path(prefix, exitValues, true).withYield(true, s.origin());
    List<Stmt> normal = rest.withYield(true, s.origin());
    Stmt merged =
        new Stmt.If(
            s.condition(),
            inThen ? exit : normal,
            Optional.of(inThen ? normal : exit),
            phis,
            s.origin());
    return new Path(joined(branch.before, List.of(merged)), List.copyOf(phis), true);
  }

  private Path continueInside(Branch branch) {
    Path then = side(branch, branch.stmt.then(), null, Stmt.Continue.class);
    Path orElse = side(branch, branch.orElse(), null, Stmt.Continue.class);
    List<Expr> values = then.values.isEmpty() ? orElse.values : then.values;
    List<Var> phis = phis(values);
    boolean yields = !values.isEmpty();
    Optional<List<Stmt>> elseBody =
        yields || branch.stmt.orElse().isPresent()
            ? Optional.of(orElse.withYield(yields, at))
            : Optional.empty();
    Stmt merged =
        new Stmt.If(
            branch.stmt.condition(),
            then.withYield(yields, at),
            elseBody,
            phis,
            branch.stmt.origin());
    List<Stmt> before = joined(branch.before, List.of(merged));
    Path rest =
        withoutContinue(
            new Path(branch.behind, yields ? List.copyOf(phis) : branch.path.values, true));
    return new Path(joined(before, rest.stmts), rest.values, branch.path.hasYield);
  }

  /**
   * Returns one side of a branch without the exit; a side without an exit hands on what is known
   * before the branch.
   */
  private Path side(Branch branch, List<Stmt> body, Var flag, Class<? extends Stmt> exit) {
    Path own = Path.of(body);
    List<Expr> values = own.hasYield ? own.values : branch.path.values;
    if (!contains(body, exit)) {
      return new Path(own.stmts, valuesAfter(values, branch.before), true);
    }
    Path path = new Path(own.stmts, values, true);
    return flag == null ? withoutContinue(path) : withoutBreak(path, flag);
  }

  // ---------------------------------------------------------------- break

  /** Returns the path with each {@code break} replaced by setting {@code flag}. */
  Path withoutBreak(Path path, Var flag) {
    List<Stmt> stmts = path.stmts;
    Stmt raise = new Stmt.Assign(flag, Scalars.constant(true, at), at);
    for (int i = 0; i < stmts.size(); i++) {
      List<Stmt> before = stmts.subList(0, i);
      if (stmts.get(i) instanceof Stmt.Break) {
        List<Stmt> raised = joined(before, List.of(raise));
        return new Path(raised, valuesAtBreak(path.values, raised), path.hasYield);
      }
      if (stmts.get(i) instanceof Stmt.If s && contains(List.of(s), Stmt.Break.class)) {
        Branch branch = new Branch(s, before, stmts.subList(i + 1, stmts.size()), path);
        return branch.endsWith(Stmt.Break.class)
            ? breakAtEnd(branch, flag, raise)
            : breakInside(branch, flag);
      }
    }
    return path;
  }

  private Path breakAtEnd(Branch branch, Var flag, Stmt raise) {
    boolean inThen = branch.exitsInThen(Stmt.Break.class);
    List<Expr> exitValues = valuesAtBreak(branch.path.values, branch.before);
    List<Stmt> normal = branch.normal(inThen);
    List<Expr> normalValues = valuesAfter(branch.path.values, joined(branch.before, normal));
    Path rest = withoutBreak(new Path(normal, normalValues, true), flag);
    return exitBranch(branch, inThen, List.of(raise), exitValues, rest);
  }

  private Path breakInside(Branch branch, Var flag) {
    Path then = side(branch, branch.stmt.then(), flag, Stmt.Break.class);
    Path orElse = side(branch, branch.orElse(), flag, Stmt.Break.class);
    List<Var> phis = phis(then.values.isEmpty() ? orElse.values : then.values);
    Stmt merged =
        new Stmt.If(
            branch.stmt.condition(),
            then.withYield(false, at),
            Optional.of(orElse.withYield(false, at)),
            phis,
            branch.stmt.origin());
    List<Stmt> before = joined(branch.before, List.of(merged));
    List<Expr> values = List.copyOf(phis);
    if (branch.behind.isEmpty()) {
      return new Path(before, values, branch.path.hasYield);
    }
    Path rest = withoutBreak(new Path(branch.behind, values, true), flag);
    List<Var> guarded = phis(values);
    Stmt guard =
        new Stmt.If(
            Scalars.not(flag, at),
            rest.withYield(true, at),
            Optional.of(List.of(new Stmt.Yield(values, at))),
            guarded,
            at);
    return new Path(joined(before, List.of(guard)), List.copyOf(guarded), branch.path.hasYield);
  }
}
