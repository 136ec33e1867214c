package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.CppText;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes one function: sets up the writers of its parts, each with what it needs, and puts the text
 * together.
 */
final class FunctionWriter {
  private static final int BODY_LEVEL = 1;

  private final Callees callees;
  private final Function function;
  private final EntryPoint entry;
  private final BodyUses uses;
  private final Runnable checkpoint;
  private final TupleParts tuples;
  private final ReturnedParams returned = new ReturnedParams();
  private final Emitter emitter = new Emitter();
  private final CppBlocks blocks = new CppBlocks(emitter);
  private final Names names = new Names(blocks::declared);
  private final ExprText text = new ExprText(names);
  private final ShapeText shapes = new ShapeText(text);
  private final TaskIds taskIds = new TaskIds();
  private final ArrayOps arrays = new ArrayOps(emitter, text);
  private final CreateInfos infos = new CreateInfos(emitter, shapes);
  private final LaunchSpecs launchSpecs;
  private final Dependencies dependencies = new Dependencies(emitter, taskIds);
  private final Barriers barriers = new Barriers(emitter, dependencies);
  private final Yields yields = new Yields(emitter, names, text, taskIds, arrays);
  private final Kernels kernels;
  private final DerivedCapture capture;
  private final LoopCompression compression;
  private final Loops loops;

  FunctionWriter(Program program, Function function, Runnable checkpoint) {
    this.checkpoint = checkpoint;
    this.callees = new Callees(program);
    this.function = function;
    this.entry = new EntryPoint(function);
    this.uses = BodyUses.of(function.body());
    this.tuples = TupleParts.of(function.body());
    this.kernels = new Kernels(callees);
    this.launchSpecs = new LaunchSpecs(callees, emitter, text);
    DerivedTaskIds derived = DerivedTaskIds.of(program);
    this.capture =
        new DerivedCapture(
            emitter,
            names,
            taskIds,
            derived,
            derived.isEmpty() ? Map.of() : TaskIdHoists.of(function.body(), tuples));
    this.compression =
        new LoopCompression(function.body(), derived, taskIds, barriers, dependencies);
    LoopCarries carries = new LoopCarries(emitter, names, text, blocks, taskIds, arrays, capture);
    this.loops =
        new Loops(emitter, names, text, blocks, taskIds, carries, yields, barriers, compression);
  }

  /** Returns the text with what was decided on the way. */
  GeneratedOrchestration write() {
    entry.introduce(names, shapes);
    Map<Var, Var> lineage = ParamLineage.of(callees, function, returned);
    lineage.forEach((value, param) -> names.alias(value, names.of(param)));
    Statements statements = statements();
    List<Emitter.Part> body =
        emitter.collect(
            BODY_LEVEL,
            () -> emitter.from(function.origin(), () -> statements.body(function.body())));
    entry.write(emitter, body, loops.usesVector(), uses, names, shapes);
    List<Emitter.Part> parts = emitter.lines();
    List<Problem> problems = new ArrayList<>(LostControlFlow.in(function));
    problems.addAll(dependencies.lost());
    problems.addAll(yields.problems());
    problems.addAll(
        CppCheck.check(parts, emitter.lexer(), function.origin(), taskIds::isForDerived));
    return new GeneratedOrchestration(
        CppText.of(parts),
        dependencies.taskArrays(),
        dependencies.barrierArrays(),
        kernels.submitted(),
        compression.loops(),
        names.standIns(),
        yields.overwritten(),
        emitter.submissions(),
        problems);
  }

  private Statements statements() {
    Allocations allocations = new Allocations(callees, emitter, names, blocks, infos, launchSpecs);
    Launches launches =
        new Launches(
            callees,
            emitter,
            kernels,
            new TaskArguments(emitter, names, infos),
            dependencies,
            launchSpecs,
            new Predicates(emitter, names, text));
    ResultAliases aliases =
        new ResultAliases(
            callees, emitter, names, blocks, taskIds, tuples, uses, returned, capture);
    Assignments assignments =
        new Assignments(
            emitter,
            names,
            text,
            shapes,
            blocks,
            taskIds,
            tuples,
            allocations,
            launches,
            barriers,
            aliases,
            capture,
            arrays,
            entry.contexts());
    Branches branches = new Branches(emitter, names, text, blocks, yields, entry.firstTensor());
    return new Statements(
        checkpoint,
        emitter,
        blocks,
        taskIds,
        allocations,
        assignments,
        loops,
        branches,
        yields,
        capture);
  }
}
