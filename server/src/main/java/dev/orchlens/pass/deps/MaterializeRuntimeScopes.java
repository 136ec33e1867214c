package dev.orchlens.pass.deps;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Places the runtime scopes of the functions that left it to the compiler: around the body, and
 * around the bodies of counted loops and branches (reference:
 * docs/en/dev/passes/materialize_runtime_scopes). A {@code while} loop's body gets none of its own.
 */
public final class MaterializeRuntimeScopes {
  private MaterializeRuntimeScopes() {}

  /**
   * What the pass made of a program.
   *
   * @param program the program with its scopes
   * @param scopes the mode of every scope of the orchestration functions, outer ones before the
   *     ones inside them
   */
  public record Result(Program program, List<ScopeMode> scopes) {
    public Result {
      scopes = List.copyOf(scopes);
    }
  }

  /**
   * Runs the pass.
   *
   * @param program the program after AutoDeriveTaskDependencies and the passes behind it
   * @param derivation what that pass learned; it says why a region is not covered
   * @param analysed whether the analysis of AUTO scopes was on
   */
  public static Result run(Program program, Derivation derivation, boolean analysed) {
    List<ScopeMode> scopes = new ArrayList<>();
    Program changed =
        program.mapFunctions(
            function -> {
              if (function.type() != FunctionType.ORCHESTRATION) {
                return function;
              }
              ScopeReasons reasons = new ScopeReasons(function, derivation, analysed);
              Function placed = function.attrs().autoScope() ? place(function, reasons) : function;
              reasons.modes(placed.body(), function.attrs().autoScope()).forEach(scopes::add);
              return placed;
            });
    return new Result(changed, scopes);
  }

  private static Function place(Function function, ScopeReasons reasons) {
    boolean covered = function.attrs().compilerManual();
    List<Stmt> inner = covered ? function.body() : new Insertion(reasons).body(function.body());
    List<Stmt> body =
        !covered && isAutoScope(inner) ? inner : List.of(scope(covered, inner, function.origin()));
    return function
        .withBody(new MarkRemoval().body(body))
        .withAttrs(function.attrs().withAutoScope(false).withCompilerManual(false));
  }

  private static Stmt.RuntimeScope scope(boolean manual, List<Stmt> body, Origin origin) {
    return new Stmt.RuntimeScope(
        manual, manual ? ScopeAttrs.compilerManualScope() : ScopeAttrs.none(), body, origin);
  }

  private static boolean isAutoScope(List<Stmt> body) {
    return body.size() == 1
        && body.getFirst() instanceof Stmt.RuntimeScope scope
        && !scope.manual();
  }

  /**
   * Puts scopes around the bodies of loops and branches, but not inside a MANUAL scope, where the
   * runtime has none.
   */
  private static final class Insertion extends Rewriter {
    private final ScopeReasons reasons;
    private int manualDepth;

    Insertion(ScopeReasons reasons) {
      this.reasons = reasons;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      boolean manual = stmt instanceof Stmt.RuntimeScope scope && scope.manual();
      manualDepth += manual ? 1 : 0;
      Stmt rebuilt = rebuild(stmt);
      manualDepth -= manual ? 1 : 0;
      if (manualDepth > 0) {
        return List.of(rebuilt);
      }
      return switch (rebuilt) {
        case Stmt.For s ->
            List.of(s.withBody(wrap(s.body(), s.origin(), ScopeMode.Place.LOOP_BODY)));
        case Stmt.If s -> {
          List<Stmt> then = wrap(s.then(), s.origin(), ScopeMode.Place.THEN_BRANCH);
          Optional<List<Stmt>> orElse =
              s.orElse().map(body -> wrap(body, s.origin(), ScopeMode.Place.ELSE_BRANCH));
          yield List.of(new Stmt.If(s.condition(), then, orElse, s.results(), s.origin()));
        }
        default -> List.of(rebuilt);
      };
    }

    private List<Stmt> wrap(List<Stmt> body, Origin origin, ScopeMode.Place place) {
      if (isAutoScope(body)) {
        return body;
      }
      ScopeMode.Why why = whyNotCovered(body).orElse(ScopeMode.Why.FULLY_COVERED);
      reasons.decide(origin, place, why);
      return List.of(scope(why == ScopeMode.Why.FULLY_COVERED, body, origin));
    }
  }

  /**
   * Returns what keeps a region from being MANUAL: all its tasks must wait for something that was
   * derived.
   */
  private static Optional<ScopeMode.Why> whyNotCovered(List<Stmt> body) {
    List<Boolean> marks = new ArrayList<>();
    boolean[] nested = new boolean[1];
    collectMarks(body, marks, nested);
    if (nested[0]) {
      return Optional.of(ScopeMode.Why.HOLDS_SCOPE);
    }
    if (marks.isEmpty()) {
      return Optional.of(ScopeMode.Why.NO_TASKS);
    }
    return marks.contains(false)
        ? Optional.of(ScopeMode.Why.TASK_WITHOUT_DERIVED_EDGE)
        : Optional.empty();
  }

  private static void collectMarks(List<Stmt> body, List<Boolean> marks, boolean[] nested) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.RuntimeScope) {
        nested[0] = true;
        continue;
      }
      Walk.usedBy(
          stmt,
          used ->
              Walk.expression(
                  used,
                  expr -> {
                    if (expr instanceof Expr.Invocation call && Launch.isLaunch(call)) {
                      marks.add(call.attrs().autoManual());
                    }
                  }));
      stmt.bodies().forEach(inner -> collectMarks(inner, marks, nested));
    }
  }

  /** Removes the marks that the scopes were placed by. */
  private static final class MarkRemoval extends Rewriter {
    @Override
    protected Expr invocation(Expr.Invocation call) {
      CallAttrs attrs = call.attrs();
      return attrs.autoManual()
          ? call.withAttrs(attrs.withAutoManual(false))
          : super.invocation(call);
    }
  }
}
