package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.LoopAttrs;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.InOutUses;
import dev.orchlens.pass.tools.ProgramPass;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Moves scalar computations up in the bodies of pipelined loops, as far as their operands allow,
 * and makes those loops plain ones (reference: docs/en/dev/passes/canonicalize_io_order,
 * "Priority"). Only orchestration functions are changed, so of the reference's four classes of
 * statements two occur.
 */
public final class CanonicalizeIOOrder implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    return program.mapFunctions(
        f -> f.type() == FunctionType.ORCHESTRATION ? ordered(f, program) : f);
  }

  private static Function ordered(Function f, Program program) {
    List<Stmt> body = new Orderer().body(f.body());
    if (body == f.body()) {
      return f;
    }
    List<Problem> unsafe = new ArrayList<>();
    InOutUses.check(f, program, unsafe::add);
    return unsafe.isEmpty() ? f.withBody(body) : f;
  }

  private static final class Orderer extends Rewriter {
    private int pipelines;

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      if (!(stmt instanceof Stmt.For loop) || loop.kind() != ForKind.PIPELINE) {
        return super.statement(stmt);
      }
      pipelines++;
      List<Stmt> body = body(loop.body());
      pipelines--;
      LoopAttrs attrs = new LoopAttrs(0, loop.attrs().carryPlans());
      return List.of(
          new Stmt.For(
              loop.var(),
              loop.start(),
              loop.stop(),
              loop.step(),
              loop.carries(),
              body,
              loop.results(),
              ForKind.SEQUENTIAL,
              attrs,
              loop.origin()));
    }

    @Override
    public List<Stmt> body(List<Stmt> body) {
      List<Stmt> inner = super.body(body);
      return pipelines > 0 && inner.size() > 1 ? ordered(inner) : inner;
    }

    /**
     * Returns the statements in an order that respects their operands: scalars first, then as they
     * were.
     */
    private static List<Stmt> ordered(List<Stmt> body) {
      boolean isTerminated = isTerminator(body.getLast());
      int count = isTerminated ? body.size() - 1 : body.size();
      List<Set<Integer>> needs = needs(body.subList(0, count));
      PriorityQueue<Integer> ready =
          new PriorityQueue<>(
              (a, b) -> {
                int byClass = Boolean.compare(!isScalar(body.get(a)), !isScalar(body.get(b)));
                return byClass != 0 ? byClass : Integer.compare(a, b);
              });
      int[] open = new int[count];
      List<List<Integer>> users = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        users.add(new ArrayList<>());
      }
      for (int i = 0; i < count; i++) {
        open[i] = needs.get(i).size();
        for (int need : needs.get(i)) {
          users.get(need).add(i);
        }
        if (open[i] == 0) {
          ready.add(i);
        }
      }
      List<Stmt> out = new ArrayList<>(body.size());
      while (!ready.isEmpty()) {
        int next = ready.poll();
        out.add(body.get(next));
        for (int user : users.get(next)) {
          if (--open[user] == 0) {
            ready.add(user);
          }
        }
      }
      if (isTerminated) {
        out.add(body.getLast());
      }
      return out.equals(body) ? body : out;
    }

    private static boolean isTerminator(Stmt stmt) {
      return stmt instanceof Stmt.Yield
          || stmt instanceof Stmt.Return
          || stmt instanceof Stmt.Break
          || stmt instanceof Stmt.Continue;
    }

    private static boolean isScalar(Stmt stmt) {
      return stmt instanceof Stmt.Assign assign && assign.var().type() instanceof Type.Scalar;
    }

    /** Returns for each statement the ones before it that define what it uses. */
    private static List<Set<Integer>> needs(List<Stmt> body) {
      Map<Var, Integer> definedAt = new IdentityHashMap<>();
      List<Set<Integer>> out = new ArrayList<>();
      for (int i = 0; i < body.size(); i++) {
        List<Stmt> one = List.of(body.get(i));
        Set<Integer> needs = new TreeSet<>();
        Walk.expressions(
            one,
            e -> {
              if (e instanceof Var var && definedAt.containsKey(var)) {
                needs.add(definedAt.get(var));
              }
            });
        int index = i;
        Walk.statements(one, s -> Walk.definedBy(s, v -> definedAt.put(v, index)));
        out.add(needs);
      }
      return out;
    }
  }
}
