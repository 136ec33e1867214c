package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Cloner;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Replaces the calls of inline functions in one function's body by copies of theirs. */
final class Splicer extends Rewriter {

  /** Numbers the new names of one program, and counts the statements that its copies have. */
  static final class Names {
    /**
     * The most statements that inlining may make of one program; calls inside inlined functions
     * multiply.
     */
    private static final long MAX_STATEMENTS = 1L << 17;

    private int next;
    private long copied;

    private void copied(Function callee, Origin call) {
      Walk.statements(callee.body(), _ -> copied++);
      if (copied > MAX_STATEMENTS) {
        throw rejected(
            "inline/too-much",
            "Inline functions that call each other make more than "
                + MAX_STATEMENTS
                + " statements here, so Orchlens"
                + " stops; make '"
                + callee.name()
                + "' a kernel or call it in a loop.",
            call);
      }
    }

    Var fresh(Var var, Origin origin) {
      return new Var(var.name() + "_inline" + next++, var.sourceName(), var.type(), origin);
    }
  }

  /** Finds the expanded body of an inline function. */
  interface Callees {
    /**
     * Returns the inline function called {@code name}, or nothing when it is no inline function.
     */
    Optional<Function> find(String name);
  }

  /** A copy of a callee's body: what runs, and what it returned. */
  private record Copy(List<Stmt> stmts, Optional<List<Expr>> returned) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final Callees callees;
  private final Names names;

  /** The values of calls that return a tuple, by the variable they were assigned to. */
  private final Map<Var, List<Expr>> tuples = new IdentityHashMap<>();

  Splicer(Callees callees, Names names) {
    this.callees = callees;
    this.names = names;
  }

  @Override
  public List<Stmt> statement(Stmt stmt) {
    Optional<Expr.Call> call = topLevelCall(stmt);
    Optional<Function> callee = call.flatMap(Expr.Call::function).flatMap(callees::find);
    if (callee.isEmpty()) {
      return super.statement(stmt);
    }
    Expr.Call rewritten = (Expr.Call) expr(call.get());
    List<Stmt> spliced =
        switch (stmt) {
          case Stmt.Assign s -> assigned(callee.get(), rewritten, s);
          case Stmt.Return s -> {
            Copy copy = copy(callee.get(), rewritten);
            List<Stmt> out = new ArrayList<>(copy.stmts);
            out.add(new Stmt.Return(value(copy, callee.get(), rewritten), s.origin()));
            yield out;
          }
          default -> copy(callee.get(), rewritten).stmts;
        };
    List<Var> dumped = rewritten.attrs().dumpVars();
    return dumped.isEmpty() ? spliced : new DumpMarks(dumped).body(spliced);
  }

  /**
   * Returns the call that a statement is, or whose result it assigns or returns, and which is
   * replaced if it can be.
   */
  static Optional<Expr.Call> topLevelCall(Stmt stmt) {
    Expr value =
        switch (stmt) {
          case Stmt.Assign s -> s.value();
          case Stmt.Eval s -> s.expr();
          case Stmt.Return s when s.values().size() == 1 -> s.values().getFirst();
          default -> null;
        };
    return value instanceof Expr.Call call ? Optional.of(call) : Optional.empty();
  }

  @Override
  public Expr expr(Expr expr) {
    if (expr instanceof Expr.TupleGet get && !tuples.isEmpty()) {
      Expr tuple = expr(get.tuple());
      List<Expr> elements = tuple instanceof Var var ? tuples.get(var) : null;
      if (elements != null && get.index() < elements.size()) {
        return expr(elements.get(get.index()));
      }
      return tuple == get.tuple()
          ? get
          : new Expr.TupleGet(tuple, get.index(), get.type(), get.origin());
    }
    return super.expr(expr);
  }

  // ---------------------------------------------------------------- the three forms of a call

  private List<Stmt> assigned(Function callee, Expr.Call call, Stmt.Assign s) {
    Copy copy = copy(callee, call);
    List<Expr> values = value(copy, callee, call);
    List<Stmt> out = new ArrayList<>(copy.stmts);
    if (returnsTuple(callee)) {
      tuples.put(s.var(), tupleElements(values, out, callee));
      return out;
    }
    if (values.getFirst() != s.var()) {
      out.add(new Stmt.Assign(s.var(), values.getFirst(), s.origin()));
    }
    return out;
  }

  private static boolean returnsTuple(Function callee) {
    if (callee.body().isEmpty() || !(callee.body().getLast() instanceof Stmt.Return ret)) {
      return false;
    }
    return ret.values().size() > 1
        || (ret.values().size() == 1 && ret.values().getFirst().type() instanceof Type.Tuple);
  }

  /**
   * Returns the elements of a returned tuple; a variable that only held the tuple goes out of
   * {@code stmts}.
   */
  private static List<Expr> tupleElements(List<Expr> values, List<Stmt> stmts, Function callee) {
    if (values.size() > 1) {
      return values;
    }
    Expr value = values.getFirst();
    if (value instanceof Expr.MakeTuple tuple) {
      return tuple.elements();
    }
    for (int i = stmts.size() - 1; i >= 0; i--) {
      if (stmts.get(i) instanceof Stmt.Assign assign
          && assign.var() == value
          && assign.value() instanceof Expr.MakeTuple tuple) {
        stmts.remove(i);
        return tuple.elements();
      }
    }
    throw rejected(
        "inline/returned-tuple",
        "The inline function '"
            + callee.name()
            + "' returns a tuple that is not written out; return its elements.",
        callee.origin());
  }

  private static List<Expr> value(Copy copy, Function callee, Expr.Call call) {
    return copy.returned
        .filter(values -> !values.isEmpty())
        .orElseThrow(
            () ->
                rejected(
                    "inline/no-result",
                    "The inline function '"
                        + callee.name()
                        + "' returns nothing, but its result is used here.",
                    call.origin()));
  }

  // ---------------------------------------------------------------- copies

  private Copy copy(Function callee, Expr.Call call) {
    names.copied(callee, call.origin());
    Map<Var, Expr> replacements = new IdentityHashMap<>();
    for (int i = 0; i < call.args().size(); i++) {
      replacements.put(callee.params().get(i).var(), call.args().get(i));
    }
    Walk.statements(callee.body(), s -> renameDefinitions(s, replacements, call.origin()));
    List<Stmt> body = Cloner.inline(callee.body(), replacements, call.origin());
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i) instanceof Stmt.Return ret) {
        List<Stmt> before = body.subList(0, i);
        rejectEarlyReturn(before, callee);
        return new Copy(before, Optional.of(ret.values()));
      }
    }
    rejectEarlyReturn(body, callee);
    return new Copy(body, Optional.empty());
  }

  private void renameDefinitions(Stmt stmt, Map<Var, Expr> replacements, Origin callSite) {
    List<Var> defined =
        switch (stmt) {
          case Stmt.Assign s -> List.of(s.var());
          case Stmt.If s -> s.results();
          case Stmt.While s -> s.results();
          case Stmt.For s -> {
            List<Var> vars = new ArrayList<>(s.results());
            vars.addFirst(s.var());
            yield vars;
          }
          default -> List.of();
        };
    for (Var var : defined) {
      if (!replacements.containsKey(var)) {
        replacements.put(var, names.fresh(var, var.origin().inlinedAt(callSite)));
      }
    }
  }

  private static void rejectEarlyReturn(List<Stmt> stmts, Function callee) {
    Walk.statements(
        stmts,
        s -> {
          if (s instanceof Stmt.Return) {
            throw rejected(
                "inline/early-return",
                "The inline function '"
                    + callee.name()
                    + "' returns before its end; an inline function may only"
                    + " return in its last statement.",
                s.origin());
          }
        });
  }

  private static Rejection rejected(String code, String message, Origin origin) {
    return new Rejection(Problem.error(code, message, origin));
  }
}
