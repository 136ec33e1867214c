package dev.orchlens.codegen;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.Map;

/** Generates the orchestration C++ of functions. */
public final class OrchestrationCodegen {
  private static final int BODY_LEVEL = 1;

  private OrchestrationCodegen() {}

  /** Generates the C++ of an Orchestration function as {@link #generate} does, or says why that is not possible. */
  public static CodegenOutcome attempt(Program program, Function function) {
    try {
      return new CodegenOutcome.Generated(generate(program, function));
    } catch (Rejection rejection) {
      return new CodegenOutcome.Refused(rejection.problem());
    }
  }

  /**
   * Generates the C++ of an Orchestration function.
   *
   * @param program the final program of the pipeline
   * @param function one of its Orchestration functions
   * @throws dev.orchlens.ir.Rejection when the compiler would reject the program here, or fail; its problem says why
   */
  public static GeneratedOrchestration generate(Program program, Function function) {
    Emitter emitter = new Emitter();
    CppBlocks blocks = new CppBlocks(emitter);
    Names names = new Names(blocks::declared);
    ExprText text = new ExprText(names);
    ShapeText shapes = new ShapeText(text);
    EntryPoint entry = new EntryPoint(function);
    entry.introduce(names, shapes);
    ReturnedParams returned = new ReturnedParams();
    Map<Var, Var> lineage = ParamLineage.of(program, function, returned);
    lineage.forEach((value, param) -> names.alias(value, names.of(param)));
    BodyUses uses = BodyUses.of(function.body());
    TupleParts tuples = TupleParts.of(function.body());
    TaskIds taskIds = new TaskIds();
    DerivedCapture capture =
        new DerivedCapture(
            emitter, names, taskIds, DerivedTaskIds.of(program), TaskIdHoists.of(function.body(), tuples));
    Kernels kernels = new Kernels(program);
    LaunchSpecs launchSpecs = new LaunchSpecs(emitter, text);
    CreateInfos infos = new CreateInfos(emitter, shapes);
    Dependencies dependencies = new Dependencies(emitter, taskIds);
    Barriers barriers = new Barriers(emitter, dependencies);
    ArrayOps arrays = new ArrayOps(emitter, text);
    Yields yields = new Yields(emitter, names, text, taskIds, arrays);
    LoopCompression compression = new LoopCompression(function.body(), taskIds, barriers);
    LoopCarries carries = new LoopCarries(emitter, names, text, blocks, taskIds, arrays, capture);
    Loops loops = new Loops(emitter, names, text, blocks, taskIds, carries, yields, barriers, compression);
    Branches branches = new Branches(emitter, names, text, blocks, yields, entry.firstTensor());
    Allocations allocations = new Allocations(program, emitter, names, blocks, infos, launchSpecs);
    Launches launches =
        new Launches(
            program,
            emitter,
            kernels,
            new TaskArguments(emitter, names, infos),
            dependencies,
            launchSpecs,
            new Predicates(emitter, names, text));
    ResultAliases aliases =
        new ResultAliases(program, emitter, names, blocks, taskIds, tuples, uses, returned, capture);
    Assignments assignments =
        new Assignments(
            emitter, names, text, shapes, blocks, taskIds, tuples, allocations, launches, barriers, aliases, capture,
            arrays, entry.contexts());
    Statements statements =
        new Statements(emitter, blocks, taskIds, allocations, assignments, loops, branches, yields, capture);
    List<Emitter.Line> body =
        emitter.collect(BODY_LEVEL, () ->
            emitter.from(function.origin(), () -> statements.body(function.body())));
    entry.write(emitter, body, loops.usesVector(), uses, names, shapes);
    List<Emitter.Line> lines = emitter.lines();
    return new GeneratedOrchestration(
        text(lines),
        new SourceMap(lines.stream().map(Emitter.Line::origin).toList()),
        dependencies.taskArrays(),
        dependencies.barrierArrays(),
        kernels.submitted(),
        compression.made(),
        List.of());
  }

  private static String text(List<Emitter.Line> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()).append('\n'));
    return text.toString();
  }
}
