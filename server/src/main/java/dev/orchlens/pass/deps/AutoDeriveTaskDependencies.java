package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Derives the dependency edges of the tasks in AUTO scopes and relaxes the directions that explicit
 * edges cover (reference: docs/en/dev/passes/auto_derive_task_dependencies). Scopes the user made
 * MANUAL are left alone.
 */
public final class AutoDeriveTaskDependencies {
  private AutoDeriveTaskDependencies() {}

  /**
   * Runs the pass.
   *
   * @param program a program whose call-site directions are resolved
   * @param analyzeAutoScopes the option {@code analyze_auto_scopes_for_deps}; when it is off,
   *     nothing is derived
   */
  public static Derivation run(Program program, boolean analyzeAutoScopes) {
    return run(program, analyzeAutoScopes, () -> {});
  }

  /**
   * Runs the pass.
   *
   * @param checkpoint called at each launch, as each is held against all before it; it may throw to
   *     leave the work
   */
  public static Derivation run(Program program, boolean analyzeAutoScopes, Runnable checkpoint) {
    if (!analyzeAutoScopes) {
      return new Derivation(program, DerivedEdges.NONE, List.of(), List.of(), Map.of(), List.of());
    }
    Buckets buckets = new Buckets();
    DerivedEdges.Builder edges = new DerivedEdges.Builder();
    List<DirectionRewrite> rewrites = new ArrayList<>();
    List<Fallback> fallbacks = new ArrayList<>();
    List<ScopeMode> scopes = new ArrayList<>();
    Program derived =
        program.mapFunctions(
            function -> {
              if (function.type() != FunctionType.ORCHESTRATION
                  && !Bodies.holds(function.body(), Stmt.RuntimeScope.class)) {
                return withCompilerManual(function, false);
              }
              DerivationWalk walk = DerivationWalk.of(program, function, buckets, checkpoint);
              walk.plans()
                  .forEach(
                      (launch, plan) -> {
                        edges.add(function.name(), launch, plan.edges(), plan.conflicts());
                        rewrites.addAll(plan.rewrites());
                      });
              fallbacks.addAll(walk.fallbacks());
              scopes.addAll(walk.scopes());
              return apply(function, walk);
            });
    return new Derivation(derived, edges.build(), rewrites, fallbacks, buckets.counts(), scopes);
  }

  private static Function apply(Function function, DerivationWalk walk) {
    Function changed = function;
    if (!walk.plans().isEmpty()) {
      changed = function.withBody(new PlanApplier(walk.plans()).body(function.body()));
    }
    return withCompilerManual(changed, walk.compilerManual());
  }

  private static Function withCompilerManual(Function function, boolean manual) {
    return manual == function.attrs().compilerManual()
        ? function
        : function.withAttrs(function.attrs().withCompilerManual(manual));
  }

  /** Carries out what was decided for each launch. */
  private static final class PlanApplier extends Rewriter {
    private final Map<Integer, DerivationWalk.LaunchPlan> plans;

    PlanApplier(Map<Integer, DerivationWalk.LaunchPlan> plans) {
      this.plans = plans;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      DerivationWalk.LaunchPlan plan =
          Launch.isLaunch(call) ? plans.get(call.attrs().launch()) : null;
      if (plan == null) {
        return super.invocation(call);
      }
      CallAttrs attrs =
          call.attrs()
              .withCompilerDeps(SharedList.copyOf(plan.edges()))
              .withAutoManual(plan.autoManual());
      List<ArgDirection> directions = new ArrayList<>(attrs.argDirections());
      plan.rewrites().forEach(rewrite -> directions.set(rewrite.argument().index(), rewrite.to()));
      return call.withAttrs(attrs.withArgDirections(directions));
    }
  }
}
