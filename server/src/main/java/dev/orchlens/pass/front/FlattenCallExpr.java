package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.Visits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives every call inside another expression a statement and a variable of its own, in front of the
 * statement that holds it: arguments, operands, conditions, loop bounds, returned and yielded
 * values (reference: docs/en/dev/passes/flatten_call_expr, "Algorithm").
 */
public final class FlattenCallExpr implements RememberingPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return program.mapFunctions(f -> f.withBody(new Flattener(memory).body(f.body())));
  }

  private static final Visits.Kind<Region> REGIONS = new Visits.Kind<>();

  /**
   * A region after this pass.
   *
   * @param first the number of the first variable made in it
   * @param variables the variables made in it
   */
  private record Region(int first, List<PassMemory.Made> variables, Stmt flat) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private static final class Flattener extends Rewriter {
    private final PassMemory memory;
    private int made;
    private boolean insideRegion;
    private List<Stmt> pending = new ArrayList<>();

    Flattener(PassMemory memory) {
      this.memory = memory;
    }

    @Override
    public List<Stmt> body(List<Stmt> body) {
      List<Stmt> outer = pending;
      pending = new ArrayList<>();
      List<Stmt> out = null;
      for (int i = 0; i < body.size(); i++) {
        Stmt stmt = body.get(i);
        Stmt flat = flatten(stmt);
        if (out == null && (flat != stmt || !pending.isEmpty())) {
          out = new ArrayList<>(body.size() + pending.size());
          out.addAll(body.subList(0, i));
        }
        if (out != null) {
          out.addAll(pending);
          pending.clear();
          out.add(flat);
        }
      }
      pending = outer;
      return out == null ? body : out;
    }

    private Stmt flatten(Stmt stmt) {
      return switch (stmt) {
        case Stmt.If s -> {
          Expr condition = extractCall(expr(s.condition()));
          List<Stmt> then = body(s.then());
          Optional<List<Stmt>> orElse = s.orElse().map(this::body);
          boolean same =
              condition == s.condition()
                  && then == s.then()
                  && orElse.orElse(null) == s.orElse().orElse(null);
          yield same ? s : new Stmt.If(condition, then, orElse, s.results(), s.origin());
        }
        case Stmt.For s -> {
          Expr start = expr(s.start());
          Expr stop = expr(s.stop());
          Expr step = expr(s.step());
          start = extractCall(start);
          stop = extractCall(stop);
          step = extractCall(step);
          List<Stmt> body = body(s.body());
          boolean same =
              start == s.start() && stop == s.stop() && step == s.step() && body == s.body();
          yield same
              ? s
              : new Stmt.For(
                  s.var(),
                  start,
                  stop,
                  step,
                  s.carries(),
                  body,
                  s.results(),
                  s.kind(),
                  s.attrs(),
                  s.origin());
        }
        case Stmt.While s -> {
          Expr condition = extractCall(expr(s.condition()));
          List<Stmt> body = body(s.body());
          boolean same = condition == s.condition() && body == s.body();
          yield same ? s : new Stmt.While(condition, s.carries(), body, s.results(), s.origin());
        }
        case Stmt.Scope s -> !insideRegion && Visits.isRegion(s) ? region(s) : scope(s);
        case Stmt.Return s -> {
          List<Expr> values = values(s.values(), false);
          yield values == s.values() ? s : new Stmt.Return(values, s.origin());
        }
        case Stmt.Yield s -> {
          List<Expr> values = values(s.values(), true);
          yield values == s.values() ? s : new Stmt.Yield(values, s.origin());
        }
        case Stmt.Assign _, Stmt.Eval _, Stmt.Break _, Stmt.Continue _ -> rebuild(stmt);
      };
    }

    private Stmt scope(Stmt.Scope s) {
      List<Stmt> body = body(s.body());
      return body == s.body() ? s : s.withBody(body);
    }

    /** Flattens a region, or takes over what the last run made of it. */
    private Stmt region(Stmt.Scope region) {
      memory.poll();
      Region known = memory.visits().earlier(REGIONS, region);
      if (known != null && known.first == made && memory.takeOver(known.variables)) {
        made += known.variables.size();
      } else {
        int first = made;
        memory.record();
        insideRegion = true;
        Stmt flat = scope(region);
        insideRegion = false;
        known = new Region(first, memory.recorded(), flat);
      }
      memory.visits().keep(REGIONS, region, known);
      return known.flat;
    }

    /**
     * Flattens each value and gives calls among them a variable; launches too where {@code
     * launchesToo}.
     */
    private List<Expr> values(List<Expr> values, boolean launchesToo) {
      List<Expr> out = null;
      for (int i = 0; i < values.size(); i++) {
        Expr value = values.get(i);
        Expr flat = expr(value);
        boolean extract = flat instanceof Expr.Call || (launchesToo && flat instanceof Expr.Submit);
        Expr kept = extract ? extract(flat) : flat;
        if (out == null && kept != value) {
          out = new ArrayList<>(values);
        }
        if (out != null) {
          out.set(i, kept);
        }
      }
      return out == null ? values : out;
    }

    private Expr extractCall(Expr expr) {
      return expr instanceof Expr.Call ? extract(expr) : expr;
    }

    private Var extract(Expr expr) {
      Var temporary =
          memory.variable(AutoName.of("t", "tmp", made++), "t", expr.type(), expr.origin());
      pending.add(new Stmt.Assign(temporary, expr, expr.origin()));
      return temporary;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      List<Expr> args = values(call.args(), call instanceof Expr.Submit);
      return args == call.args() ? call : call.withArgs(args);
    }

    @Override
    public Expr expr(Expr expr) {
      return switch (expr) {
        case Expr.Binary e -> {
          Expr left = expr(e.left());
          Expr right = expr(e.right());
          left = extractCall(left);
          right = extractCall(right);
          boolean same = left == e.left() && right == e.right();
          yield same ? e : new Expr.Binary(e.op(), left, right, e.type(), e.origin());
        }
        case Expr.Unary e -> {
          Expr operand = extractCall(expr(e.operand()));
          yield operand == e.operand() ? e : new Expr.Unary(e.op(), operand, e.type(), e.origin());
        }
        default -> super.expr(expr);
      };
    }
  }
}
