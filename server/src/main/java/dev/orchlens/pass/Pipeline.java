package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The passes in the order in which the reference runs them (docs/en/dev/passes/00-pass_manager.md, "Default"), as far
 * as they shape an Orchestration function. NormalizeStmtStructure is not among them: bodies are flat lists already.
 */
public final class Pipeline {
  private static final List<ProgramPass> FRONT =
      List.of(
          new CheckInput(),
          new InlineFunctions(),
          new UnrollLoops(),
          new CtrlFlowTransform(),
          new ConvertToSSA(),
          new Simplify(),
          new FlattenCallExpr(),
          new OutlineHierarchyScopes(),
          new OutlineIncoreScopes(),
          new OutlineClusterScopes(),
          new ConvertTensorToTileOps(),
          new CheckTiles(),
          new OptimizeOrchTensors(),
          new ExpandMixedKernel(),
          new InjectGMPipeBuffer(),
          new SplitVectorKernel(),
          new NormalizeReturnOrder(),
          new LowerPipelineLoops(),
          new CanonicalizeIOOrder());

  private Pipeline() {}

  /**
   * A program as it stands before AutoDeriveTaskDependencies: up to there both settings of the option go together.
   *
   * @param program the program, with the direction of each argument derived
   * @param settled the functions of the program, by name, that no later pass but Simplify changes, as that leaves them
   * @param directions why each argument has its direction
   * @param carriedOffsets where values that loops carry begin in their buffers, see {@link InitMemRef}
   * @param problems what the user should know although the compiler accepts the program
   */
  public record Prepared(
      Program program,
      Map<String, Function> settled,
      List<DirectionChoice> directions,
      Map<Var, Expr> carriedOffsets,
      List<Problem> problems) {
    public Prepared {
      directions = List.copyOf(directions);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Runs the passes up to DeriveCallDirections.
   *
   * @param checkpoint called between passes; it may throw to leave work that is no longer wanted
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program
   */
  public static Prepared prepare(Program program, Runnable checkpoint) {
    List<Problem> problems = new ArrayList<>();
    Consumer<Problem> sink = problems::add;
    Program current = program;
    for (ProgramPass pass : FRONT) {
      checkpoint.run();
      current = pass.run(current, sink);
    }
    checkpoint.run();
    Map<Var, Expr> carriedOffsets = InitMemRef.carriedOffsets(current);
    current = FuseCreateAssembleToSlice.run(current);
    DeriveCallDirections.Result directed = DeriveCallDirections.run(current);
    checkpoint.run();
    Map<String, Function> settled = settled(directed.program(), new Simplify(carriedOffsets));
    return new Prepared(directed.program(), settled, directed.choices(), carriedOffsets, problems);
  }

  /** Simplifies the kernels, which takes most of the time that Simplify takes, once for both settings of the option. */
  private static Map<String, Function> settled(Program program, Simplify simplify) {
    Map<String, Function> settled = new HashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() != FunctionType.ORCHESTRATION) {
        settled.put(function.name(), simplify.simplified(function));
      }
    }
    return settled;
  }

  private static Program simplified(Program program, Prepared prepared) {
    Map<String, Function> before = prepared.program().functions();
    Simplify simplify = new Simplify(prepared.carriedOffsets());
    return program.mapFunctions(
        f -> before.get(f.name()) == f && prepared.settled().containsKey(f.name())
            ? prepared.settled().get(f.name())
            : simplify.simplified(f));
  }

  /**
   * Runs the passes from AutoDeriveTaskDependencies on.
   *
   * @param analyzeAutoScopes the option {@code analyze_auto_scopes_for_deps}
   * @param checkpoint called between passes; it may throw to leave work that is no longer wanted
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program
   */
  public static PipelineResult finish(Prepared prepared, boolean analyzeAutoScopes, Runnable checkpoint) {
    List<Problem> problems = new ArrayList<>(prepared.problems());
    Derivation derivation = AutoDeriveTaskDependencies.run(prepared.program(), analyzeAutoScopes);
    checkpoint.run();
    ExpandManualPhaseFence.Result fenced = ExpandManualPhaseFence.run(derivation.program());
    checkpoint.run();
    Program simplified = simplified(fenced.program(), prepared);
    checkpoint.run();
    simplified = new MaterializeDistTensorCtx().run(simplified, problems::add);
    checkpoint.run();
    MaterializeRuntimeScopes.Result scoped =
        MaterializeRuntimeScopes.run(simplified, derivation, analyzeAutoScopes);
    UnorderedAccesses.find(prepared.program(), derivation, scoped.scopes(), problems::add);
    Program classified = ClassifyIterArgCarry.run(scoped.program());
    return new PipelineResult(
        classified, prepared.directions(), derivation, fenced.fences(), scoped.scopes(), problems);
  }
}
