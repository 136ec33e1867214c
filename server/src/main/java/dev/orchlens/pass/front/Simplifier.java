package dev.orchlens.pass.front;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.LoopAttrs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.arith.Analyzer;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.ScopedMap;
import dev.orchlens.pass.tools.TypedRewriter;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Simplifies the body of one function for {@link Simplify}, without dropping dead code. Used once,
 * by one thread.
 */
final class Simplifier extends TypedRewriter {
  private static final Visits.Kind<SimplifiedRegion> REGIONS = new Visits.Kind<>();

  private final Analyzer analyzer = new Analyzer();
  private final PassMemory memory;

  /** Variables assigned more than once, whose value is not known from any one assignment. */
  private final Set<Var> reassigned = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * What stands for a variable: another one with a simpler type, or the value a folded loop or
   * branch gave it.
   */
  private final ScopedMap<Var, Expr> replaced = new ScopedMap<>();

  /** Where carries of counted loops begin in their buffers, when that is no constant. */
  private final Map<Var, Expr> offsets;

  /** Scalars the analyzer knows something about, in the order it learned it. */
  private final List<Var> learned = new ArrayList<>();

  private final UnaryOperator<Expr> simplified = this::simplify;

  /** Notes what the present region reads; null outside of regions. */
  private SimplifiedRegion.Recorder recorder;

  /** Loops, branches and SPMD regions around the present statement. */
  private int depth;

  Simplifier(List<Stmt> body, Map<Var, Expr> carriedOffsets, PassMemory memory) {
    this.memory = memory;
    offsets = carriedOffsets.isEmpty() ? Map.of() : new IdentityHashMap<>(carriedOffsets);
    Set<Var> assigned = Collections.newSetFromMap(new IdentityHashMap<>());
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign assign && !assigned.add(assign.var())) {
            reassigned.add(assign.var());
          }
        });
  }

  // ---------------------------------------------------------------- expressions

  private Expr simplify(Expr expr) {
    return analyzer.simplify(expr(expr));
  }

  /** Learns, before it changes, what the present region depends on. */
  private void touch(Var var) {
    if (recorder != null) {
      recorder.touches(var, replaced, analyzer);
    }
  }

  /** Returns what stands for a variable, or null. */
  private Expr standIn(Var var) {
    touch(var);
    return replaced.get(var);
  }

  @Override
  public Expr use(Var var) {
    Expr replacement = standIn(var);
    Expr known = replacement == null ? var : replacement;
    return known instanceof Var carried && offsets.containsKey(carried)
        ? placed(var, carried)
        : analyzer.simplify(known);
  }

  /**
   * Returns what stands for the carry {@code carried} that {@code var} means. Where its offset in
   * memory can be simplified, the reference makes a new variable of the same name for the uses in
   * the body, and the loop keeps the old one: what the body reads is then bound by nothing
   * (measured; no document says so).
   */
  private Expr placed(Var var, Var carried) {
    Expr offset = offsets.get(carried);
    if (simplify(offset) == offset) {
      return carried;
    }
    Var unbound = carried.withType(carried.type());
    replaced.put(carried, unbound);
    replaced.put(var, unbound);
    return unbound;
  }

  @Override
  public Expr expr(Expr expr) {
    Expr out = super.expr(expr);
    return expr instanceof Expr.Binary || expr instanceof Expr.Unary ? analyzer.simplify(out) : out;
  }

  @Override
  protected Expr invocation(Expr.Invocation call) {
    Expr out = super.invocation(call);
    return out instanceof Expr.Call c && c.isOp(Ops.TENSOR_VIEW) ? withoutSameView(c) : out;
  }

  /** Returns the viewed tensor when a view asks for the layout it already has. */
  private static Expr withoutSameView(Expr.Call view) {
    if (view.args().size() != 1
        || !(view.type() instanceof Type.Tensor out)
        || !(view.args().getFirst().type() instanceof Type.Tensor in)) {
      return view;
    }
    return layout(in) == layout(out) ? view.args().getFirst() : view;
  }

  private static TensorView.Layout layout(Type.Tensor tensor) {
    return tensor.view().map(TensorView::layout).orElse(TensorView.Layout.ND);
  }

  private Type type(Type type) {
    return TypeExprs.map(type, simplified);
  }

  /**
   * Returns the variable that stands for {@code var} where it is defined, with a simplified type.
   */
  @Override
  public Var definition(Var var) {
    if (standIn(var) instanceof Var known) {
      return known;
    }
    Type type = type(var.type());
    if (type == var.type()) {
      return var;
    }
    Var out = memory.retyped(var, type);
    replaced.put(var, out);
    return out;
  }

  private List<Var> definitions(List<Var> vars) {
    List<Var> out = new ArrayList<>(vars.size());
    vars.forEach(v -> out.add(definition(v)));
    return out.equals(vars) ? vars : out;
  }

  // ---------------------------------------------------------------- statements

  @Override
  public List<Stmt> statement(Stmt stmt) {
    memory.poll();
    return switch (stmt) {
      case Stmt.Assign s -> List.of(assign(s));
      case Stmt.Eval s -> {
        Expr value = simplify(s.expr());
        yield List.of(value == s.expr() ? s : new Stmt.Eval(value, s.origin()));
      }
      case Stmt.Return s -> {
        List<Expr> values = simplified(s.values());
        yield List.of(values == s.values() ? s : new Stmt.Return(values, s.origin()));
      }
      case Stmt.Yield s -> {
        List<Expr> values = simplified(s.values());
        yield List.of(values == s.values() ? s : new Stmt.Yield(values, s.origin()));
      }
      case Stmt.For s -> loop(s);
      case Stmt.While s -> List.of(loop(s));
      case Stmt.If s -> branch(s);
      case Stmt.Scope s -> List.of(mayRemember(s) ? region(s) : scope(s));
      case Stmt.Break _, Stmt.Continue _ -> List.of(stmt);
    };
  }

  private List<Expr> simplified(List<Expr> exprs) {
    List<Expr> out = new ArrayList<>(exprs.size());
    boolean changed = false;
    for (Expr e : exprs) {
      Expr simple = simplify(e);
      changed |= simple != e;
      out.add(simple);
    }
    return changed ? out : exprs;
  }

  private Stmt assign(Stmt.Assign s) {
    Expr value = simplify(s.value());
    Var var = definition(s.var());
    if (var.type() instanceof Type.Scalar && !reassigned.contains(s.var())) {
      if (value instanceof Expr.Const && depth == 0) {
        analyzer.bind(var, value);
      } else {
        analyzer.bindRangeOf(var, value);
      }
      learned.add(var);
    }
    return value == s.value() && var == s.var() ? s : new Stmt.Assign(var, value, s.origin());
  }

  /** Simplifies the body of a region; what is learned in it is forgotten behind it. */
  private List<Stmt> scoped(List<Stmt> body) {
    int mark = learned.size();
    depth++;
    List<Stmt> out = body(body);
    depth--;
    forgetSince(mark);
    return out;
  }

  private void forgetSince(int mark) {
    for (int i = learned.size() - 1; i >= mark; i--) {
      analyzer.forget(learned.remove(i));
    }
  }

  private boolean mayRemember(Stmt.Scope s) {
    return recorder == null
        && offsets.isEmpty()
        && reassigned.isEmpty()
        && Visits.isRegion(s)
        && analyzer.knowsOnlyVariables();
  }

  /** Simplifies a region, or takes over what the last run made of it. */
  private Stmt region(Stmt.Scope region) {
    SimplifiedRegion known = memory.visits().earlier(REGIONS, region);
    if (known != null && known.holds(depth, replaced, analyzer) && memory.takeOver(known.made())) {
      memory.visits().keep(REGIONS, region, known);
      return known.repeated(replaced, analyzer, learned);
    }
    recorder = new SimplifiedRegion.Recorder();
    memory.record();
    int mark = replaced.mark();
    int knownBefore = learned.size();
    Stmt simple = scope(region);
    SimplifiedRegion made =
        recorder.region(
            simple,
            depth,
            replaced.changesSince(mark),
            learned.subList(knownBefore, learned.size()),
            analyzer,
            memory.recorded());
    memory.visits().keep(REGIONS, region, made);
    recorder = null;
    return simple;
  }

  private Stmt scope(Stmt.Scope s) {
    if (s instanceof Stmt.SpmdScope spmd) {
      Expr coreNum = simplify(spmd.coreNum());
      List<Stmt> body = scoped(s.body());
      boolean same = coreNum == spmd.coreNum() && body == s.body();
      return same ? s : new Stmt.SpmdScope(coreNum, spmd.syncStart(), s.attrs(), body, s.origin());
    }
    List<Stmt> body = body(s.body());
    Stmt.Scope out = body == s.body() ? s : s.withBody(body);
    if (s instanceof Stmt.RuntimeScope || s.attrs() == ScopeAttrs.none()) {
      return out;
    }
    ScopeAttrs attrs = options(s.attrs());
    return attrs == s.attrs() ? out : out.withAttrs(attrs);
  }

  // ---------------------------------------------------------------- loops

  private List<Stmt> loop(Stmt.For s) {
    touch(s.var());
    Expr start = simplify(s.start());
    Expr stop = simplify(s.stop());
    Expr step = simplify(s.step());
    List<Carry> carries = carries(s.carries());
    Optional<List<Stmt>> folded = folded(s, start, stop, step, carries);
    if (folded.isPresent()) {
      return folded.get();
    }
    carries.forEach(c -> analyzer.carried(c.var()));
    boolean hasRange =
        start instanceof Expr.ConstInt a
            && stop instanceof Expr.ConstInt b
            && b.value() > a.value();
    if (hasRange) {
      analyzer.bindRange(s.var(), ((Expr.ConstInt) start).value(), ((Expr.ConstInt) stop).value());
    }
    int mark = replaced.mark();
    List<Stmt> body = scoped(s.body());
    if (hasRange) {
      analyzer.forget(s.var());
    }
    replaced.rollback(mark);
    List<Var> results = definitions(s.results());
    boolean same =
        start == s.start()
            && stop == s.stop()
            && step == s.step()
            && carries == s.carries()
            && body == s.body()
            && results == s.results();
    return List.of(
        same
            ? s
            : new Stmt.For(
                s.var(),
                start,
                stop,
                step,
                carries,
                body,
                results,
                s.kind(),
                s.attrs(),
                s.origin()));
  }

  @Override
  protected Carry carry(Carry carry) {
    touch(carry.var());
    Type type = type(carry.var().type());
    Expr init = simplify(carry.init());
    if (type == carry.var().type()) {
      return init == carry.init() ? carry : new Carry(carry.var(), init);
    }
    Var var = memory.retyped(carry.var(), type);
    if (offsets.containsKey(carry.var())) {
      offsets.put(var, offsets.get(carry.var()));
    }
    replaced.put(carry.var(), var);
    return new Carry(var, init);
  }

  /** Returns what is left of a plain loop that runs not at all or once. */
  private Optional<List<Stmt>> folded(
      Stmt.For s, Expr start, Expr stop, Expr step, List<Carry> carries) {
    boolean isPlain = s.kind() == ForKind.SEQUENTIAL && s.attrs().equals(LoopAttrs.none());
    if (!isPlain || !analyzer.provesAtLeast(step, 1)) {
      return Optional.empty();
    }
    Origin at = s.origin();
    if (analyzer.proves(Scalars.binary(BinaryOp.LE, stop, start, at))) {
      List<Stmt> out = new ArrayList<>();
      for (int i = 0; i < s.results().size(); i++) {
        out.add(new Stmt.Assign(definition(s.results().get(i)), carries.get(i).init(), at));
      }
      return Optional.of(out);
    }
    Expr runs = Scalars.binary(BinaryOp.LT, start, stop, at);
    Expr endsAfterOne =
        Scalars.binary(BinaryOp.LE, stop, Scalars.binary(BinaryOp.ADD, start, step, at), at);
    if (!analyzer.proves(Scalars.binary(BinaryOp.AND, runs, endsAfterOne, at))) {
      return Optional.empty();
    }
    Map<Var, Expr> values = new IdentityHashMap<>();
    values.put(s.var(), start);
    for (int i = 0; i < carries.size(); i++) {
      values.put(s.carries().get(i).var(), carries.get(i).init());
    }
    List<Stmt> copy = Cloner.copy(s.body(), values, memory);
    int mark = replaced.mark();
    List<Stmt> body = body(copy);
    replaced.rollback(mark);
    return Optional.of(lifted(body, s.results(), at));
  }

  /**
   * Simplifies a while loop; the first values of its carries are not simplified, as in the
   * reference.
   */
  private Stmt loop(Stmt.While s) {
    List<Carry> carries = new ArrayList<>();
    for (Carry c : s.carries()) {
      Expr known = c.init() instanceof Var v ? standIn(v) : null;
      carries.add(known == null ? c : new Carry(c.var(), known));
    }
    carries.forEach(
        c -> {
          touch(c.var());
          analyzer.carried(c.var());
        });
    Expr condition = simplify(s.condition());
    List<Stmt> body = scoped(s.body());
    boolean same = carries.equals(s.carries()) && condition == s.condition() && body == s.body();
    return same ? s : new Stmt.While(condition, carries, body, s.results(), s.origin());
  }

  /**
   * Returns a body without its last yield, whose values stand for {@code results} from now on.
   *
   * @throws Rejection where the yield stands inside a runtime scope that is the body's only
   *     statement: the compiler does not look for it there (docs/en/dev/passes/simplify, folding of
   *     loops and branches)
   */
  private List<Stmt> lifted(List<Stmt> body, List<Var> results, Origin at) {
    if (results.isEmpty()) {
      return body;
    }
    if (!(body.getLast() instanceof Stmt.Yield yield)) {
      throw new Rejection(
          new Problem(
              Code.COMPILER_INTERNAL_ERROR,
              "This version of the compiler fails here: it puts the body in the place of a loop"
                  + " that runs once, or of a branch that is always taken, and cannot do so where"
                  + " the body is one runtime scope. Leave out the loop or the branch, or open the"
                  + " scope around it.",
              at));
    }
    List<Expr> values = yield.values();
    for (int i = 0; i < results.size(); i++) {
      touch(results.get(i));
      replaced.put(results.get(i), values.get(i));
    }
    return body.subList(0, body.size() - 1);
  }

  // ---------------------------------------------------------------- branches

  private List<Stmt> branch(Stmt.If s) {
    Expr condition = simplify(s.condition());
    int mark = replaced.mark();
    List<Stmt> then = branchBody(condition, s.then());
    Map<Var, Expr> thenReplaced = replaced.changesSince(mark);
    replaced.rollback(mark);
    Expr opposite = Scalars.not(condition, condition.origin());
    Optional<List<Stmt>> orElse = Optional.empty();
    Map<Var, Expr> elseReplaced = Map.of();
    if (s.orElse().isPresent()) {
      List<Stmt> body = branchBody(opposite, s.orElse().get());
      orElse = body == s.orElse().get() ? s.orElse() : Optional.of(body);
      elseReplaced = replaced.changesSince(mark);
      replaced.rollback(mark);
    }
    if (analyzer.proves(condition)) {
      thenReplaced.forEach(replaced::put);
      return lifted(then, s.results(), s.origin());
    }
    if (analyzer.proves(opposite)) {
      elseReplaced.forEach(replaced::put);
      return orElse.map(body -> lifted(body, s.results(), s.origin())).orElse(List.of());
    }
    boolean same = condition == s.condition() && then == s.then() && orElse == s.orElse();
    return List.of(same ? s : new Stmt.If(condition, then, orElse, s.results(), s.origin()));
  }

  private List<Stmt> branchBody(Expr condition, List<Stmt> body) {
    try (Analyzer.Scope _ = analyzer.assume(condition)) {
      return scoped(body);
    }
  }
}
