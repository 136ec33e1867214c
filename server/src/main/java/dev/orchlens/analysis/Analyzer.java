package dev.orchlens.analysis;

import dev.orchlens.ir.Problem;
import dev.orchlens.lower.EntryLowering;
import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweringMemory;
import dev.orchlens.lower.jit.ScalarDefaults;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.ProgramEvaluator;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.eval.ModuleProblem;
import dev.orchlens.syntax.SyntaxProblem;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Computes what is known about a file, remembering by content what an edit leaves as it was. */
final class Analyzer {
  private static final int REMEMBERED_PROGRAMS = 64;

  private final OperatorCatalog operators = OperatorCatalog.load();
  private final LoweringMemory memory = new LoweringMemory();
  private final EntryMemo entries = new EntryMemo(REMEMBERED_PROGRAMS);

  /** Returns the analysis of one file as it is in a snapshot. */
  FileAnalysis analyze(Snapshot snapshot, SyntaxTree tree, Cancellation cancellation) {
    String key = FilePaths.key(tree.document().uri());
    SnapshotModules modules = new SnapshotModules(snapshot, key);
    ProgramWorld world = new ProgramEvaluator(modules, modules.roots()).evaluate(tree, key);
    cancellation.check();
    EntryLowering lowering = new EntryLowering(operators, world, memory, ScalarDefaults.SPECIALIZED, List.of());
    List<Problem> problems = new ArrayList<>(syntaxProblems(tree));
    world.problems().forEach(p -> problems.add(problem(p)));
    problems.addAll(lowering.decoratorProblems());
    List<EntryAnalyzer.Result> results =
        lowering.entries().parallelStream().map(entry -> result(world, entry, cancellation)).toList();
    List<EntryAnalysis> found = results.stream().map(EntryAnalyzer.Result::analysis).toList();
    List<Throwable> defects = results.stream().flatMap(r -> r.defect().stream()).toList();
    Optional<Problem> loadError = loadError(problems, found);
    return new FileAnalysis(
        tree, snapshot, found, problems, loadError, Set.copyOf(world.probedPaths()), defects);
  }

  /** Each program is lowered on its own, so that all of a file may be worked on at the same time. */
  private EntryAnalyzer.Result result(ProgramWorld world, LowerableEntry entry, Cancellation cancellation) {
    cancellation.check();
    EntryLowering lowering = new EntryLowering(operators, world, memory, ScalarDefaults.SPECIALIZED, List.of());
    return entries.get(
        world, entry, lowering.samples(entry), () -> new EntryAnalyzer(lowering, cancellation).analyze(entry));
  }

  /** A file does not load when its own code fails, or when a class in it breaks a rule: a class is compiled where it stands. */
  private static Optional<Problem> loadError(List<Problem> problems, List<EntryAnalysis> entries) {
    Optional<Problem> own = problems.stream().filter(Analyzer::isError).findFirst();
    return own.or(
        () ->
            entries.stream()
                .filter(e -> e.form() == EntryAnalysis.Form.PROGRAM)
                .filter(e -> e.off() instanceof EntryAnalysis.Outcome.Rejected r && r.breaksRules())
                .flatMap(e -> e.off().problems().stream())
                .filter(Analyzer::isError)
                .findFirst());
  }

  private static boolean isError(Problem problem) {
    return problem.severity() == Problem.Severity.ERROR;
  }

  private static Problem problem(ModuleProblem problem) {
    return new Problem(
        problem.kind().code(),
        problem.kind().isError() ? Problem.Severity.ERROR : Problem.Severity.WARNING,
        problem.message(),
        Origins.of(problem.site()),
        List.of());
  }

  private static List<Problem> syntaxProblems(SyntaxTree tree) {
    List<Problem> problems = new ArrayList<>();
    for (TopLevel item : tree.items()) {
      for (SyntaxProblem problem : item.problems()) {
        problems.add(Problem.error("syntax", problem.message(), Origins.of(tree, item, problem.range())));
      }
    }
    return problems;
  }
}
