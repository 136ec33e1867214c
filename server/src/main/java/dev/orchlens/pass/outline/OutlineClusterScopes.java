package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes Groups of clusters and Spmd wrappers of the launches outside them; the number of blocks
 * goes to the call (reference: docs/en/dev/passes/outline_cluster_scopes, "Algorithm" and "Where
 * the launch spec lives").
 */
public final class OutlineClusterScopes implements RememberingPass {
  private final Operators operators = Operators.load();

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    OutlinedNames names = new OutlinedNames(program);
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (!OutlineIncoreScopes.canHoldRegions(function)) {
        functions.add(function);
        continue;
      }
      ScopeOutliner clusters =
          new ScopeOutliner(
              function,
              kind(Stmt.ClusterScope.class, FunctionType.GROUP, "_cluster_", program),
              names,
              operators,
              memory);
      List<Stmt> body = clusters.run();
      Map<String, Launch> launches = new HashMap<>();
      List<Function> groups = new ArrayList<>();
      clusters.outlined().forEach(group -> groups.add(unwrapped(group, launches)));
      Function rest =
          function.withBody(launches.isEmpty() ? body : new Stamper(launches).body(body));
      Program lookup = groups.isEmpty() ? program : with(program, groups);
      ScopeOutliner spmd =
          new ScopeOutliner(
              rest,
              kind(Stmt.SpmdScope.class, FunctionType.SPMD, "_spmd_", lookup),
              names,
              operators,
              memory);
      functions.add(rest.withBody(spmd.run()));
      groups.forEach(group -> functions.add(memory.same(group)));
      functions.addAll(spmd.outlined());
    }
    return Program.of(program.name(), functions);
  }

  private static Program with(Program program, List<Function> groups) {
    List<Function> known = new ArrayList<>(program.functions().values());
    known.addAll(groups);
    return Program.of(program.name(), known);
  }

  private static ScopeOutliner.Kind kind(
      Class<? extends Stmt.Scope> region, FunctionType type, String suffix, Program program) {
    return new ScopeOutliner.Kind(region, type, suffix, Optional.of(program));
  }

  /** The launch that stood inside a cluster, in the variables of its Group. */
  private record Launch(Function group, Stmt.SpmdScope spmd) {}

  private static Function unwrapped(Function group, Map<String, Launch> launches) {
    List<Stmt.SpmdScope> found = new ArrayList<>();
    List<Stmt> body =
        new Rewriter() {
          @Override
          public List<Stmt> statement(Stmt stmt) {
            if (stmt instanceof Stmt.SpmdScope spmd) {
              found.add(spmd);
              return body(spmd.body());
            }
            return List.of(rebuild(stmt));
          }
        }.body(group.body());
    if (found.isEmpty()) {
      return group;
    }
    Function unwrapped = group.withBody(body).withAttrs(group.attrs().withSpmdUnwrapped(true));
    launches.put(group.name(), new Launch(unwrapped, found.getLast()));
    return unwrapped;
  }

  /** Puts the number of blocks on the calls of the Groups. */
  private static final class Stamper extends Rewriter {
    private final Map<String, Launch> launches;

    Stamper(Map<String, Launch> launches) {
      this.launches = launches;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      Expr.Invocation out = (Expr.Invocation) super.invocation(call);
      Launch launch = out.function().map(launches::get).orElse(null);
      return launch == null
          ? out
          : out.withAttrs(
              out.attrs().withSpmd(Optional.of(blocks(launch, out)), launch.spmd.syncStart()));
    }

    private static Expr blocks(Launch launch, Expr.Invocation call) {
      Map<Var, Expr> args = new HashMap<>();
      List<Param> params = launch.group.params();
      for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
        args.put(params.get(i).var(), call.args().get(i));
      }
      Expr blocks =
          new Rewriter() {
            @Override
            public Expr use(Var var) {
              return args.getOrDefault(var, var);
            }
          }.expr(launch.spmd.coreNum());
      rejectInnerBlocks(launch, blocks);
      return blocks;
    }

    private static void rejectInnerBlocks(Launch launch, Expr blocks) {
      Set<Var> inside = new HashSet<>(Param.variables(launch.group.params()));
      inside.addAll(defined(launch.group.body()));
      Walk.expression(
          blocks,
          e -> {
            if (e instanceof Var var && inside.contains(var)) {
              throw new Rejection(
                  new Problem(
                      Code.REGION_BLOCKS_INSIDE_CLUSTER,
                      "The number of blocks uses '"
                          + var.sourceName()
                          + "', which is computed inside pl.cluster(), but the cluster is launched"
                          + " with that number. Compute it before the cluster.",
                      launch.spmd.origin()));
            }
          });
    }

    private static Set<Var> defined(List<Stmt> body) {
      Set<Var> defined = new HashSet<>();
      Walk.statements(body, s -> Walk.definedBy(s, defined::add));
      return defined;
    }
  }
}
