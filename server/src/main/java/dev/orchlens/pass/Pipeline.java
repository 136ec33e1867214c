package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.deps.AutoDeriveTaskDependencies;
import dev.orchlens.pass.deps.ClassifyIterArgCarry;
import dev.orchlens.pass.deps.Derivation;
import dev.orchlens.pass.deps.DeriveCallDirections;
import dev.orchlens.pass.deps.DirectionChoice;
import dev.orchlens.pass.deps.ExpandManualPhaseFence;
import dev.orchlens.pass.deps.Fence;
import dev.orchlens.pass.deps.FuseCreateAssembleToSlice;
import dev.orchlens.pass.deps.InitMemRef;
import dev.orchlens.pass.deps.MaterializeRuntimeScopes;
import dev.orchlens.pass.deps.OutputNeverWritten;
import dev.orchlens.pass.dist.CheckCollectives;
import dev.orchlens.pass.dist.CheckWindowBuffers;
import dev.orchlens.pass.dist.MaterializeDistTensorCtx;
import dev.orchlens.pass.front.CheckInput;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.CtrlFlowTransform;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.front.InlineFunctions;
import dev.orchlens.pass.front.OutParamWriteDropped;
import dev.orchlens.pass.front.Simplify;
import dev.orchlens.pass.front.UnrollLoops;
import dev.orchlens.pass.kernel.AutoTileMatmulL0;
import dev.orchlens.pass.kernel.CanonicalizeIOOrder;
import dev.orchlens.pass.kernel.CheckKernelSignatures;
import dev.orchlens.pass.kernel.CheckKernels;
import dev.orchlens.pass.kernel.CheckPipes;
import dev.orchlens.pass.kernel.CheckSyncAll;
import dev.orchlens.pass.kernel.CheckTiles;
import dev.orchlens.pass.kernel.ConvertTensorToTileOps;
import dev.orchlens.pass.kernel.ExpandMixedKernel;
import dev.orchlens.pass.kernel.InjectGMPipeBuffer;
import dev.orchlens.pass.kernel.LowerPipelineLoops;
import dev.orchlens.pass.kernel.NormalizeReturnOrder;
import dev.orchlens.pass.kernel.OptimizeOrchTensors;
import dev.orchlens.pass.kernel.SplitVectorKernel;
import dev.orchlens.pass.outline.CheckDeferredWaits;
import dev.orchlens.pass.outline.CheckSplitRegions;
import dev.orchlens.pass.outline.OutlineClusterScopes;
import dev.orchlens.pass.outline.OutlineHierarchyScopes;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.ProgramPass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The passes in the order in which the reference runs them (docs/en/dev/passes/pass_manager,
 * "Default"), as far as they shape an Orchestration function. NormalizeStmtStructure is not among
 * them: bodies are flat lists already.
 */
public final class Pipeline {
  private static final List<ProgramPass> FRONT =
      List.of(
          new OutParamWriteDropped(),
          new CheckInput(),
          new InlineFunctions(),
          new UnrollLoops(),
          new CtrlFlowTransform(),
          new ConvertToSSA(),
          new Simplify(),
          new FlattenCallExpr(),
          new OutlineHierarchyScopes(),
          new CheckDeferredWaits(),
          new OutlineIncoreScopes(),
          new CheckSplitRegions(),
          new OutlineClusterScopes(),
          new CheckKernelSignatures(),
          new ConvertTensorToTileOps(),
          new CheckTiles(),
          new OptimizeOrchTensors(),
          new AutoTileMatmulL0(),
          new CheckPipes(),
          new ExpandMixedKernel(),
          new CheckSyncAll(),
          new InjectGMPipeBuffer(),
          new SplitVectorKernel(),
          new NormalizeReturnOrder(),
          new LowerPipelineLoops(),
          new CanonicalizeIOOrder(),
          new CheckKernels(),
          new CheckCollectives(),
          new CheckWindowBuffers());

  private static final PassMemory.Question<Function> SIMPLIFIED =
      new Simplify(Map.of())::simplified;

  private Pipeline() {}

  /**
   * A program as it stands before AutoDeriveTaskDependencies: up to there both settings of the
   * option go together.
   *
   * @param program the program, with the direction of each argument derived
   * @param settled the functions of the program, by name, that no later pass but Simplify changes,
   *     as that leaves them
   * @param directions why each argument has its direction
   * @param carriedOffsets where values that loops carry begin in their buffers, see {@link
   *     InitMemRef}
   * @param problems what the user should know although the compiler accepts the program
   * @param memory what was found out about its functions
   */
  public record Prepared(
      Program program,
      Map<String, Function> settled,
      List<DirectionChoice> directions,
      Map<Var, Expr> carriedOffsets,
      List<Problem> problems,
      PassMemory memory) {
    public Prepared {
      directions = List.copyOf(directions);
      problems = List.copyOf(problems);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Runs the passes up to DeriveCallDirections over a program that no pass has seen before. */
  public static Prepared prepare(Program program, Runnable checkpoint) {
    return prepare(program, new PassMemory(checkpoint));
  }

  /**
   * Runs the passes up to DeriveCallDirections.
   *
   * @param memory what was found out about the program's functions the last time; it knows whether
   *     the run is still wanted
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program
   */
  public static Prepared prepare(Program program, PassMemory memory) {
    List<Problem> problems = new ArrayList<>();
    Consumer<Problem> sink = problems::add;
    Program current = program;
    for (ProgramPass pass : FRONT) {
      memory.poll();
      current = pass.run(current, sink, memory);
    }
    memory.poll();
    Map<Var, Expr> carriedOffsets = InitMemRef.carriedOffsets(current);
    current = FuseCreateAssembleToSlice.run(current);
    DeriveCallDirections.Result directed = DeriveCallDirections.run(current, memory);
    memory.poll();
    Map<String, Function> settled = settled(directed.program(), memory);
    memory.completed();
    return new Prepared(
        directed.program(), settled, directed.choices(), carriedOffsets, problems, memory);
  }

  /**
   * Simplifies the kernels, which takes most of the time that Simplify takes, once for both
   * settings of the option. What loops carry has its place in memory in Orchestration functions
   * only.
   */
  private static Map<String, Function> settled(Program program, PassMemory memory) {
    Map<String, Function> settled = new HashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() != FunctionType.ORCHESTRATION) {
        settled.put(function.name(), memory.ask(SIMPLIFIED, function));
      }
    }
    return settled;
  }

  private static Program simplified(Program program, Prepared prepared) {
    Map<String, Function> before = prepared.program().functions();
    Simplify simplify = new Simplify(prepared.carriedOffsets());
    return program.mapFunctions(
        f ->
            before.get(f.name()) == f && prepared.settled().containsKey(f.name())
                ? prepared.settled().get(f.name())
                : simplify.simplified(f));
  }

  /**
   * Runs AutoDeriveTaskDependencies under one setting of the option {@code
   * analyze_auto_scopes_for_deps}.
   *
   * @param checkpoint called at each launch; it may throw to leave work that is no longer wanted
   */
  public static Derivation derive(
      Prepared prepared, boolean analyzeAutoScopes, Runnable checkpoint) {
    return AutoDeriveTaskDependencies.run(prepared.program(), analyzeAutoScopes, checkpoint);
  }

  /**
   * A program whose scopes are still to be placed. It depends on the setting only through the
   * program that the derivation left.
   *
   * @param program the program with its barriers, simplified
   * @param fences the barriers
   * @param problems what the user should know although the compiler accepts the program
   */
  public record Unplaced(Program program, List<Fence> fences, List<Problem> problems) {
    public Unplaced {
      fences = List.copyOf(fences);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Runs the passes between AutoDeriveTaskDependencies and MaterializeRuntimeScopes.
   *
   * @param derivation what {@link #derive} found
   * @param checkpoint called between passes; it may throw to leave work that is no longer wanted
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program
   */
  public static Unplaced fence(Prepared prepared, Derivation derivation, Runnable checkpoint) {
    List<Problem> problems = new ArrayList<>(prepared.problems());
    checkpoint.run();
    ExpandManualPhaseFence.Result fenced = ExpandManualPhaseFence.run(derivation.program());
    checkpoint.run();
    Program simplified = simplified(fenced.program(), prepared);
    checkpoint.run();
    Program extended =
        new MaterializeDistTensorCtx().run(simplified, problems::add, prepared.memory());
    OutputNeverWritten.check(extended, problems);
    checkpoint.run();
    return new Unplaced(extended, fenced.fences(), problems);
  }

  /**
   * Runs the passes from MaterializeRuntimeScopes on.
   *
   * @param derivation what {@link #derive} found
   * @param analyzeAutoScopes the setting that it was found under
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program
   */
  public static PipelineResult place(
      Prepared prepared, Derivation derivation, Unplaced unplaced, boolean analyzeAutoScopes) {
    return place(prepared, derivation, unplaced, analyzeAutoScopes, Optional.empty());
  }

  /**
   * Runs the passes from MaterializeRuntimeScopes on for another derivation that left the same
   * program.
   *
   * @param placed the result for the first of the two
   */
  public static PipelineResult placeAlike(
      Prepared prepared,
      Derivation derivation,
      Unplaced unplaced,
      boolean analyzeAutoScopes,
      PipelineResult placed) {
    return place(prepared, derivation, unplaced, analyzeAutoScopes, Optional.of(placed.program()));
  }

  private static PipelineResult place(
      Prepared prepared,
      Derivation derivation,
      Unplaced unplaced,
      boolean analyzeAutoScopes,
      Optional<Program> placed) {
    MaterializeRuntimeScopes.Result scoped =
        MaterializeRuntimeScopes.run(unplaced.program(), derivation, analyzeAutoScopes);
    Program classified = placed.orElseGet(() -> ClassifyIterArgCarry.run(scoped.program()));
    return new PipelineResult(
        classified,
        prepared.directions(),
        derivation,
        unplaced.fences(),
        scoped.scopes(),
        unplaced.problems());
  }
}
