package dev.orchlens.pass.deps;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.storage.ArrayAliases;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Puts a barrier before a loop of a MANUAL scope whose launches all wait for the same array of
 * TaskIds, where that saves dependency entries (reference:
 * docs/en/dev/passes/expand_manual_phase_fence).
 */
public final class ExpandManualPhaseFence {
  private ExpandManualPhaseFence() {}

  /**
   * What the pass made of a program.
   *
   * @param program the program with its barriers
   * @param fences the barriers inserted, outer loops before the loops inside them
   */
  public record Result(Program program, List<Fence> fences) {
    public Result {
      fences = List.copyOf(fences);
    }
  }

  /** Runs the pass. */
  public static Result run(Program program) {
    List<Fence> fences = new ArrayList<>();
    Program changed =
        program.mapFunctions(
            f ->
                f.type() == FunctionType.ORCHESTRATION
                    ? f.withBody(new Fences(f, fences).body(f.body()))
                    : f);
    return new Result(changed, fences);
  }

  /**
   * Returns whether a barrier needs fewer dependency entries than waiting for each producer does.
   */
  private static boolean pays(long producers, long consumers) {
    return producers > 0 && consumers > 0 && producers * consumers - (producers + consumers) >= 1;
  }

  private static final class Fences extends Rewriter {
    private final Function function;
    private final List<Fence> fences;
    private final ArrayAliases aliases = new ArrayAliases();
    private final Map<Stmt.For, LoopDeps> summaries = new IdentityHashMap<>();
    private final Map<Expr.Submit, Var> barriers = new IdentityHashMap<>();
    private boolean inManualScope;
    private int nextBarrier;

    Fences(Function function, List<Fence> fences) {
      this.function = function;
      this.fences = fences;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      return switch (stmt) {
        case Stmt.RuntimeScope s -> {
          boolean saved = inManualScope;
          inManualScope = s.manual();
          Stmt rebuilt = rebuild(s);
          inManualScope = saved;
          yield List.of(rebuilt);
        }
        case Stmt.For s when inManualScope -> fence(s);
        default -> super.statement(stmt);
      };
    }

    private List<Stmt> fence(Stmt.For s) {
      barriers.clear();
      List<Stmt> out = new ArrayList<>(decide(s));
      Stmt.For fenced =
          barriers.isEmpty() ? s : s.withBody(new Redirection(barriers).body(s.body()));
      out.add(rebuild(fenced));
      return out;
    }

    /** Returns the barriers to put before {@code s} and notes which launches wait for them. */
    private List<Stmt> decide(Stmt.For s) {
      aliases.add(s);
      LoopDeps deps = dependencies(s);
      OptionalLong trips = TripCount.of(s);
      boolean mayRun = trips.isEmpty() ? s.kind() != ForKind.PARALLEL : trips.getAsLong() > 0;
      boolean counted = s.kind() == ForKind.PARALLEL || s.kind() == ForKind.SEQUENTIAL;
      List<Stmt> inserted = new ArrayList<>();
      if (counted && !mayRun) {
        return inserted;
      }
      deps.byArray()
          .forEach(
              (array, waiting) -> {
                boolean carried = s.carries().stream().anyMatch(carry -> carry.var() == array);
                long consumers = waiting.count() * Math.max(1, trips.orElse(1));
                long producers = ((Type.Array) array.type()).extent();
                if (!carried && !deps.changes(array) && pays(producers, consumers)) {
                  inserted.add(barrier(s, array, waiting, producers, consumers, trips));
                }
              });
      return inserted;
    }

    private Stmt barrier(
        Stmt.For s,
        Var array,
        LoopDeps.Waiting waiting,
        long producers,
        long consumers,
        OptionalLong trips) {
      Var taskId =
          new Var("phase_fence_barrier_" + nextBarrier++ + "_tid", Type.TASK_ID, s.origin());
      waiting.launches().forEach(launch -> barriers.put(launch, taskId));
      List<Integer> numbers =
          waiting.launches().stream().map(l -> l.attrs().launch()).sorted().toList();
      fences.add(
          new Fence(
              function.name(), s.origin(), array, taskId, producers, consumers, trips, numbers));
      return new Stmt.Assign(taskId, dummyTask(array, s.origin()), s.origin());
    }

    private static Expr dummyTask(Var array, Origin origin) {
      return new Expr.Call(
          new Callee.Op(Ops.SYSTEM_TASK_DUMMY),
          List.of(),
          Kwargs.none(),
          CallAttrs.none().asDummyTask(List.of(array)),
          Type.TASK_ID,
          origin);
    }

    private LoopDeps dependencies(Stmt.For s) {
      LoopDeps deps = new LoopDeps();
      collect(s.body(), deps, s.kind() == ForKind.SEQUENTIAL);
      return deps;
    }

    private void collect(List<Stmt> body, LoopDeps deps, boolean countNested) {
      for (Stmt stmt : body) {
        Walk.definedBy(stmt, deps::define);
        if (stmt instanceof Stmt.For nested) {
          addNested(nested, deps, countNested);
          continue;
        }
        if (stmt instanceof Stmt.Assign(_, Expr.Call call, _)
            && call.isOp(Ops.ARRAY_UPDATE_ELEMENT)
            && !call.args().isEmpty()
            && call.args().getFirst() instanceof Var base) {
          deps.update(aliases.of(base));
        }
        Walk.usedBy(
            stmt,
            used ->
                Walk.expression(
                    used,
                    expr -> {
                      if (expr instanceof Expr.Submit submit) {
                        deps.launch(submit);
                      }
                    }));
        stmt.bodies().forEach(inner -> collect(inner, deps, countNested));
      }
    }

    private void addNested(Stmt.For nested, LoopDeps deps, boolean countNested) {
      aliases.add(nested);
      LoopDeps summary = summaries.get(nested);
      if (summary == null) {
        summary = dependencies(nested);
        summaries.put(nested, summary);
      }
      deps.addChanges(summary);
      long trips = TripCount.of(nested).orElse(0);
      if (countNested && trips > 0) {
        deps.addLaunches(summary, trips);
      }
    }
  }

  /** Makes launches wait for a barrier instead of the array they waited for. */
  private static final class Redirection extends Rewriter {
    private final Map<Expr.Submit, Var> barriers;

    Redirection(Map<Expr.Submit, Var> barriers) {
      this.barriers = barriers;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      Var barrier = call instanceof Expr.Submit submit ? barriers.get(submit) : null;
      return barrier == null
          ? super.invocation(call)
          : ((Expr.Submit) call).withDeps(List.of(barrier));
    }
  }
}
