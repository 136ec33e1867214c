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
import dev.orchlens.pass.tools.RegionCopies;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
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

    /** Returns the number of the next new name. */
    int next() {
      return next;
    }

    /** Returns how many statements the copies have that were made so far. */
    long copied() {
      return copied;
    }

    /** Goes on behind copies that the last run made; returns false where they would be too many. */
    boolean skip(int names, long statements) {
      if (copied + statements > MAX_STATEMENTS) {
        return false;
      }
      next += names;
      copied += statements;
      return true;
    }

    private void copied(Function callee, Origin call) {
      Walk.statements(callee.body(), _ -> copied++);
      if (copied > MAX_STATEMENTS) {
        throw rejected(
            Code.INLINE_TOO_MUCH,
            "Inline functions that call each other make more than "
                + MAX_STATEMENTS
                + " statements here, so Orchlens"
                + " stops; make '"
                + callee.name()
                + "' a kernel or call it in a loop.",
            call);
      }
    }

    private Var fresh(Var var, Origin callSite) {
      return new Var(
          var.name() + "_inline" + next++,
          var.sourceName(),
          var.type(),
          var.origin().inlinedAt(callSite));
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
  record Copy(List<Stmt> stmts, Optional<List<Expr>> returned) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Where an inline function is called. */
  record CallSite(String callee, Origin call) {}

  /**
   * The copy that was made for a call, and all that decided about it.
   *
   * @param first the number of its first new name
   * @param names how many new names it has
   * @param statements how many statements it and the copies in it have
   * @param renamed its variables by those of the callee
   */
  record Spliced(
      Function callee,
      List<Expr> args,
      int first,
      int names,
      long statements,
      Copy copy,
      Map<Var, Renamed> renamed,
      Map<Stmt.Scope, RegionCopies.Copied> regions) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A new variable with its number. */
  private record Renamed(Var var, int number) {}

  private static final Visits.Kind<Spliced> COPIES = new Visits.Kind<>();

  private final Callees callees;
  private final Names names;
  private final Visits visits;
  private final Map<CallSite, Spliced> made = new LinkedHashMap<>();

  /** The values of calls that return a tuple, by the variable they were assigned to. */
  private final Map<Var, List<Expr>> tuples = new IdentityHashMap<>();

  Splicer(Callees callees, Names names, Visits visits) {
    this.callees = callees;
    this.names = names;
    this.visits = visits;
  }

  /** Returns the copies that were made. */
  Map<CallSite, Spliced> made() {
    return made;
  }

  /** Keeps copies of the last run, which nobody asked for one by one. */
  static void keep(Map<CallSite, Spliced> made, Visits visits) {
    made.forEach((site, spliced) -> visits.keep(COPIES, site, spliced));
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
        Code.INLINE_RETURNED_TUPLE,
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
                    Code.INLINE_NO_RESULT,
                    "The inline function '"
                        + callee.name()
                        + "' returns nothing, but its result is used here.",
                    call.origin()));
  }

  // ---------------------------------------------------------------- copies

  private Copy copy(Function callee, Expr.Call call) {
    CallSite site = new CallSite(callee.name(), call.origin());
    Spliced before = visits.earlier(COPIES, site);
    Spliced spliced =
        before != null
                && isSame(before, callee, call)
                && names.skip(before.names, before.statements)
            ? before
            : spliced(callee, call, before);
    visits.keep(COPIES, site, spliced);
    made.put(site, spliced);
    return spliced.copy;
  }

  private boolean isSame(Spliced before, Function callee, Expr.Call call) {
    if (before.callee != callee
        || before.first != names.next
        || before.args.size() != call.args().size()) {
      return false;
    }
    for (int i = 0; i < before.args.size(); i++) {
      if (before.args.get(i) != call.args().get(i)) {
        return false;
      }
    }
    return true;
  }

  private Spliced spliced(Function callee, Expr.Call call, Spliced before) {
    if (callee.params().size() != call.args().size()) {
      // The lowering has told of it, and goes on with the rest of the program.
      throw rejected(
          Code.CALL_ARGUMENT_COUNT,
          "'" + callee.name() + "' is called with " + call.args().size() + " arguments.",
          call.origin());
    }
    int first = names.next;
    long copied = names.copied;
    names.copied(callee, call.origin());
    Map<Var, Expr> replacements = new IdentityHashMap<>();
    for (int i = 0; i < call.args().size(); i++) {
      replacements.put(callee.params().get(i).var(), call.args().get(i));
    }
    Map<Var, Renamed> known = before == null ? Map.of() : before.renamed;
    Map<Var, Renamed> renamed = new IdentityHashMap<>();
    Walk.statements(
        callee.body(),
        s ->
            definedBy(s)
                .forEach(
                    var -> {
                      if (!replacements.containsKey(var)) {
                        Renamed fresh = renamed(var, known.get(var), call.origin());
                        renamed.put(var, fresh);
                        replacements.put(var, fresh.var);
                      }
                    }));
    Map<Stmt.Scope, RegionCopies.Copied> regions = new IdentityHashMap<>();
    List<Stmt> body =
        Cloner.inline(
            callee.body(),
            replacements,
            call.origin(),
            RegionCopies.of(before == null ? Map.of() : before.regions, regions));
    return new Spliced(
        callee,
        call.args(),
        first,
        names.next - first,
        names.copied - copied,
        copy(callee, body),
        renamed,
        regions);
  }

  private static Copy copy(Function callee, List<Stmt> body) {
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

  /** Returns the variable of the last copy if it has the number that a new one would have. */
  private Renamed renamed(Var var, Renamed known, Origin callSite) {
    if (known != null && known.number == names.next) {
      names.next++;
      return known;
    }
    int number = names.next;
    return new Renamed(names.fresh(var, callSite), number);
  }

  private static List<Var> definedBy(Stmt stmt) {
    return switch (stmt) {
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
  }

  private static void rejectEarlyReturn(List<Stmt> stmts, Function callee) {
    Walk.statements(
        stmts,
        s -> {
          if (s instanceof Stmt.Return) {
            throw rejected(
                Code.INLINE_EARLY_RETURN,
                "The inline function '"
                    + callee.name()
                    + "' returns before its end; an inline function may only"
                    + " return in its last statement.",
                s.origin());
          }
        });
  }

  private static Rejection rejected(Code code, String message, Origin origin) {
    return new Rejection(new Problem(code, message, origin));
  }
}
