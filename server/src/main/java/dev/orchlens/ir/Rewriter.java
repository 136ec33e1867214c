package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rebuilds IR with some of it changed. A pass overrides the few methods for the nodes it changes;
 * everything else is copied, and what did not change is returned as the same object.
 */
public class Rewriter {
  private SharedList.Mapping<Expr, Expr> inSharedLists;

  /** Makes a rewriter that changes nothing. */
  protected Rewriter() {}

  /** Returns the statements that replace {@code body}. */
  public List<Stmt> body(List<Stmt> body) {
    List<Stmt> out = null;
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      List<Stmt> replacement = statement(stmt);
      boolean same = replacement.size() == 1 && replacement.getFirst() == stmt;
      if (out == null && !same) {
        out = new ArrayList<>(body.subList(0, i));
      }
      if (out != null) {
        out.addAll(replacement);
      }
    }
    return out == null ? body : out;
  }

  /** Returns the statements that replace {@code stmt}; an empty list removes it. */
  public List<Stmt> statement(Stmt stmt) {
    return List.of(rebuild(stmt));
  }

  /** Returns {@code stmt} with its expressions, variables and bodies rewritten. */
  protected final Stmt rebuild(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Assign s -> {
        Expr value = expr(s.value());
        Var var = definition(s.var());
        yield var == s.var() && value == s.value() ? s : new Stmt.Assign(var, value, s.origin());
      }
      case Stmt.Eval s -> {
        Expr value = expr(s.expr());
        yield value == s.expr() ? s : new Stmt.Eval(value, s.origin());
      }
      case Stmt.If s -> rebuildIf(s);
      case Stmt.For s -> rebuildFor(s);
      case Stmt.While s -> rebuildWhile(s);
      case Stmt.Yield s -> {
        List<Expr> values = exprs(s.values());
        yield values == s.values() ? s : new Stmt.Yield(values, s.origin());
      }
      case Stmt.Return s -> {
        List<Expr> values = exprs(s.values());
        yield values == s.values() ? s : new Stmt.Return(values, s.origin());
      }
      case Stmt.Break s -> s;
      case Stmt.Continue s -> s;
      case Stmt.Scope s -> rebuildScope(s);
    };
  }

  private Stmt rebuildIf(Stmt.If s) {
    Expr condition = expr(s.condition());
    List<Stmt> then = body(s.then());
    Optional<List<Stmt>> orElse = s.orElse();
    if (orElse.isPresent()) {
      List<Stmt> rewritten = body(orElse.get());
      orElse = rewritten == orElse.get() ? orElse : Optional.of(rewritten);
    }
    List<Var> results = definitions(s.results());
    boolean same =
        condition == s.condition()
            && then == s.then()
            && orElse == s.orElse()
            && results == s.results();
    return same ? s : new Stmt.If(condition, then, orElse, results, s.origin());
  }

  private Stmt rebuildFor(Stmt.For s) {
    Expr start = expr(s.start());
    Expr stop = expr(s.stop());
    Expr step = expr(s.step());
    List<Carry> carries = carries(s.carries());
    Var var = definition(s.var());
    List<Stmt> body = body(s.body());
    List<Var> results = definitions(s.results());
    boolean same =
        start == s.start()
            && stop == s.stop()
            && step == s.step()
            && carries == s.carries()
            && var == s.var()
            && body == s.body()
            && results == s.results();
    return same
        ? s
        : new Stmt.For(
            var, start, stop, step, carries, body, results, s.kind(), s.attrs(), s.origin());
  }

  private Stmt rebuildWhile(Stmt.While s) {
    List<Carry> carries = carries(s.carries());
    Expr condition = expr(s.condition());
    List<Stmt> body = body(s.body());
    List<Var> results = definitions(s.results());
    boolean same =
        carries == s.carries()
            && condition == s.condition()
            && body == s.body()
            && results == s.results();
    return same ? s : new Stmt.While(condition, carries, body, results, s.origin());
  }

  private Stmt rebuildScope(Stmt.Scope s) {
    ScopeAttrs attrs = scopeAttrs(s.attrs());
    Expr coreNum = s instanceof Stmt.SpmdScope spmd ? expr(spmd.coreNum()) : null;
    List<Stmt> body = body(s.body());
    if (s instanceof Stmt.SpmdScope spmd && coreNum != spmd.coreNum()) {
      return new Stmt.SpmdScope(coreNum, spmd.syncStart(), attrs, body, spmd.origin());
    }
    Stmt.Scope out = attrs == s.attrs() ? s : s.withAttrs(attrs);
    return body == s.body() ? out : out.withBody(body);
  }

  private ScopeAttrs scopeAttrs(ScopeAttrs a) {
    if (a == ScopeAttrs.none()) {
      return a;
    }
    List<Expr> deps = exprs(a.deps());
    List<Var> noDep = variables(a.noDepVars());
    List<Var> dump = variables(a.dumpVars());
    Optional<Expr> predicate = optional(a.predicate());
    Optional<Var> taskId = a.taskId();
    if (taskId.isPresent()) {
      Var var = definition(taskId.get());
      taskId = var == taskId.get() ? taskId : Optional.of(var);
    }
    return a.with(deps, taskId, noDep, dump, predicate);
  }

  /** Returns the carries with their variables and initial values rewritten. */
  protected final List<Carry> carries(List<Carry> carries) {
    List<Carry> out = new ArrayList<>(carries.size());
    boolean changed = false;
    for (Carry carry : carries) {
      Carry rewritten = carry(carry);
      changed |= rewritten != carry;
      out.add(rewritten);
    }
    return changed ? out : carries;
  }

  /** Returns the carry that replaces {@code carry}. */
  protected Carry carry(Carry carry) {
    Expr init = expr(carry.init());
    Var var = definition(carry.var());
    return init == carry.init() && var == carry.var() ? carry : new Carry(var, init);
  }

  /** Returns the variable that replaces {@code var} where it is defined. */
  public Var definition(Var var) {
    return var;
  }

  /** Returns what replaces {@code var} where it is used. */
  public Expr use(Var var) {
    return var;
  }

  /** Returns the expression that replaces {@code expr}. */
  public Expr expr(Expr expr) {
    return switch (expr) {
      case Var v -> use(v);
      case Expr.Const c -> c;
      case Expr.Unknown u -> u;
      case Expr.Binary e -> {
        Expr left = expr(e.left());
        Expr right = expr(e.right());
        yield left == e.left() && right == e.right()
            ? e
            : new Expr.Binary(e.op(), left, right, e.type(), e.origin());
      }
      case Expr.Unary e -> {
        Expr operand = expr(e.operand());
        yield operand == e.operand() ? e : new Expr.Unary(e.op(), operand, e.type(), e.origin());
      }
      case Expr.MakeTuple e -> {
        List<Expr> elements = exprs(e.elements());
        yield elements == e.elements() ? e : new Expr.MakeTuple(elements, e.type(), e.origin());
      }
      case Expr.TupleGet e -> {
        Expr tuple = expr(e.tuple());
        yield tuple == e.tuple() ? e : new Expr.TupleGet(tuple, e.index(), e.type(), e.origin());
      }
      case Expr.Invocation e -> invocation(e);
    };
  }

  /** Returns the call that replaces {@code call}, its arguments and attributes rewritten. */
  protected Expr invocation(Expr.Invocation call) {
    List<Expr> args = exprs(call.args());
    CallAttrs attrs = callAttrs(call.attrs());
    boolean same = args == call.args() && attrs == call.attrs();
    return switch (call) {
      case Expr.Call c -> {
        Type type = resultType(c.type());
        yield same && type == c.type()
            ? c
            : new Expr.Call(c.callee(), args, c.kwargs(), attrs, type, c.origin());
      }
      case Expr.Submit s -> {
        List<Expr> deps = exprs(s.deps());
        Optional<Expr> predicate = optional(s.predicate());
        Type type = resultType(s.type());
        same &= deps == s.deps() && predicate == s.predicate() && type == s.type();
        yield same
            ? s
            : new Expr.Submit(
                s.callee(), args, deps, predicate, s.kwargs(), attrs, type, s.origin());
      }
    };
  }

  /** Returns the type that replaces that of a call. */
  protected Type resultType(Type type) {
    return type;
  }

  /** Returns the attributes with the values in them rewritten. */
  protected final CallAttrs callAttrs(CallAttrs a) {
    if (a == CallAttrs.none()) {
      return a;
    }
    Optional<Expr> coreNum = optional(a.coreNum());
    Optional<Expr> device = optional(a.device());
    List<Expr> manual = exprs(a.manualDeps());
    List<Expr> compiler = exprs(a.compilerDeps());
    List<Var> dump = variables(a.dumpVars());
    boolean same =
        coreNum == a.coreNum()
            && device == a.device()
            && manual == a.manualDeps()
            && compiler == a.compilerDeps()
            && dump == a.dumpVars();
    if (same) {
      return a;
    }
    return a.withSpmd(coreNum, a.syncStart())
        .withDevice(device)
        .withManualDeps(manual)
        .withCompilerDeps(compiler)
        .withDumpVars(dump);
  }

  /** Returns the expressions rewritten, the same list when none changed. */
  protected final List<Expr> exprs(List<Expr> exprs) {
    if (exprs instanceof SharedList<Expr>) {
      if (inSharedLists == null) {
        inSharedLists = new SharedList.Mapping<>(this::expr);
      }
      return inSharedLists.apply(exprs);
    }
    List<Expr> out = null;
    for (int i = 0; i < exprs.size(); i++) {
      Expr rewritten = expr(exprs.get(i));
      if (out == null && rewritten != exprs.get(i)) {
        out = new ArrayList<>(exprs);
      }
      if (out != null) {
        out.set(i, rewritten);
      }
    }
    return out == null ? exprs : out;
  }

  /** Returns the variables that are used, rewritten, the same list when none changed. */
  protected final List<Var> variables(List<Var> vars) {
    List<Var> out = new ArrayList<>(vars.size());
    boolean changed = false;
    for (Var var : vars) {
      Var rewritten = use(var) instanceof Var v ? v : var;
      changed |= rewritten != var;
      out.add(rewritten);
    }
    return changed ? out : vars;
  }

  private List<Var> definitions(List<Var> vars) {
    List<Var> out = new ArrayList<>(vars.size());
    boolean changed = false;
    for (Var var : vars) {
      Var rewritten = definition(var);
      changed |= rewritten != var;
      out.add(rewritten);
    }
    return changed ? out : vars;
  }

  /** Returns an expression that may be there, rewritten. */
  protected final Optional<Expr> optional(Optional<Expr> e) {
    if (e.isEmpty()) {
      return e;
    }
    Expr rewritten = expr(e.get());
    return rewritten == e.get() ? e : Optional.of(rewritten);
  }
}
