package dev.orchlens.pass.deps;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.CarryPlan;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.storage.CarryAliases;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.TripCount;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides for every carry of the counted loops of orchestration functions whether it is another
 * name of its initial value or a variable of its own, and how many slots a carried TaskId needs
 * (reference: docs/en/dev/passes/classify_iter_arg_carry).
 */
public final class ClassifyIterArgCarry {
  private ClassifyIterArgCarry() {}

  /**
   * Runs the pass.
   *
   * @throws Rejection when a parallel loop of a MANUAL scope carries a TaskId and its trip count is
   *     unknown
   */
  public static Program run(Program program) {
    return program.mapFunctions(
        f ->
            f.type() == FunctionType.ORCHESTRATION
                ? f.withBody(new Stamping(program).body(f.body()))
                : f);
  }

  private static final class Stamping extends Rewriter {
    private final Program program;
    private int manualDepth;

    Stamping(Program program) {
      this.program = program;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      return switch (stmt) {
        case Stmt.RuntimeScope s when s.manual() -> {
          manualDepth++;
          Stmt rebuilt = rebuild(s);
          manualDepth--;
          yield List.of(rebuilt);
        }
        case Stmt.For s when !s.carries().isEmpty() -> {
          List<CarryPlan> plans = plans(s);
          Stmt.For rebuilt = (Stmt.For) rebuild(s);
          yield List.of(rebuilt.withAttrs(rebuilt.attrs().withCarryPlans(plans)));
        }
        default -> super.statement(stmt);
      };
    }

    /** Expressions stay as they are. */
    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    private List<CarryPlan> plans(Stmt.For s) {
      Optional<Stmt.Yield> yield = Bodies.trailingYield(unwrapAutoScope(s.body()));
      if (yield.isPresent() && yield.get().values().size() != s.carries().size()) {
        throw new Rejection(
            new Problem(
                Code.COMPILER_INTERNAL_ERROR,
                "This version of the compiler fails here: the loop carries "
                    + s.carries().size()
                    + " values, but its body yields "
                    + yield.get().values().size()
                    + ".",
                s.origin()));
      }
      CarryAliases aliases = CarryAliases.of(s, program);
      List<CarryPlan> plans = new ArrayList<>();
      for (int i = 0; i < s.carries().size(); i++) {
        Carry carry = s.carries().get(i);
        boolean taskId = carry.var().type().isTaskId();
        int index = i;
        boolean rebind =
            yield
                .map(y -> taskId || !aliases.isAliasOf(y.values().get(index), carry))
                .orElse(false);
        int slots = rebind && manualDepth > 0 ? Math.toIntExact(arraySize(s, i)) : 0;
        if (rebind && manualDepth > 0 && taskId && s.kind() == ForKind.PARALLEL && slots == 0) {
          throw unknownTripCount(s, carry);
        }
        plans.add(new CarryPlan(rebind, slots));
      }
      return plans;
    }

    private static Rejection unknownTripCount(Stmt.For s, Carry carry) {
      return new Rejection(
          new Problem(
              Code.LOOP_PARALLEL_NEEDS_FIXED_TRIP_COUNT,
              "This parallel loop of a manual scope carries the TaskId '"
                  + carry.var().sourceName()
                  + "', so the compiler must reserve one slot per iteration, but how often the loop"
                  + " runs is only known at run time. Give pl.parallel constant bounds, or put it"
                  + " inside a loop that has them.",
              s.origin()));
    }

    /**
     * Returns the slots of a carried TaskId: the trip count of the parallel loop that fills them, 0
     * without one.
     */
    private static long arraySize(Stmt.For s, int index) {
      if (!s.carries().get(index).var().type().isTaskId()) {
        return 0;
      }
      if (s.kind() == ForKind.PARALLEL) {
        return TripCount.of(s).orElse(0);
      }
      Optional<Var> yielded =
          Bodies.trailingYield(unwrapAutoScope(s.body()))
              .filter(y -> index < y.values().size() && y.values().get(index) instanceof Var)
              .map(y -> (Var) y.values().get(index));
      if (s.kind() != ForKind.SEQUENTIAL || yielded.isEmpty()) {
        return 0;
      }
      return loopWithResult(s.body(), yielded.get())
          .map(inner -> arraySize(inner, inner.results().indexOf(yielded.get())))
          .orElse(0L);
    }

    private static Optional<Stmt.For> loopWithResult(List<Stmt> body, Var result) {
      List<Stmt.For> found = new ArrayList<>();
      Walk.statements(
          body,
          stmt -> {
            if (stmt instanceof Stmt.For s && s.results().contains(result)) {
              found.add(s);
            }
          });
      return found.stream().findFirst();
    }

    /**
     * Looks through the scopes that the compiler placed; the user's own MANUAL scopes stay opaque.
     */
    private static List<Stmt> unwrapAutoScope(List<Stmt> body) {
      boolean transparent =
          body.size() == 1
              && body.getFirst() instanceof Stmt.RuntimeScope scope
              && (!scope.manual() || scope.attrs().compilerManual());
      return transparent ? unwrapAutoScope(((Stmt.RuntimeScope) body.getFirst()).body()) : body;
    }
  }
}
