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
import dev.orchlens.module.value.Site;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.SyntaxProblem;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Analyses one file of one snapshot: what is remembered at once, then what somebody looks at, then
 * the rest.
 */
final class FileAnalyzer {
  private final OperatorCatalog operators;
  private final LoweringMemory memory;
  private final EntryMemo remembered;
  private final Snapshot snapshot;
  private final SyntaxTree tree;
  private final Cancellation cancellation;
  private final String key;

  FileAnalyzer(
      OperatorCatalog operators,
      LoweringMemory memory,
      EntryMemo remembered,
      Snapshot snapshot,
      SyntaxTree tree,
      Cancellation cancellation) {
    this.operators = operators;
    this.memory = memory;
    this.remembered = remembered;
    this.snapshot = snapshot;
    this.tree = tree;
    this.cancellation = cancellation;
    this.key = FilePaths.key(tree.document().uri());
  }

  /**
   * Analyses the file as far as somebody looks at it.
   *
   * @param lines the stretches of the file that somebody looks at; none where all of it is wanted
   *     at once
   */
  AnalysisSteps analyze(List<TextRange> lines) {
    SnapshotModules modules = new SnapshotModules(snapshot, key);
    ProgramWorld world =
        new ProgramEvaluator(modules, modules.roots()).evaluate(tree, key, cancellation::check);
    cancellation.check();
    EntryLowering lowering = lowering(world);
    List<Problem> problems = new ArrayList<>(syntaxProblems());
    world.problems().forEach(p -> problems.add(problem(p)));
    problems.addAll(lowering.decoratorProblems());
    List<LowerableEntry> all = lowering.entries();
    EntryAnalyzer.Result[] results = new EntryAnalyzer.Result[all.size()];
    List<Integer> shown = new ArrayList<>();
    List<Integer> rest = new ArrayList<>();
    Set<String> items = items(lines);
    for (int i = 0; i < results.length; i++) {
      cancellation.check();
      LowerableEntry entry = all.get(i);
      results[i] = remembered.find(world, entry, lowering.samples(entry)).orElse(null);
      if (results[i] == null) {
        (isIn(world, entry, items) ? shown : rest).add(i);
      }
    }
    if (rest.size() == results.length) {
      // Nobody looks at any of them in particular, and nothing is known that could be told before.
      shown.addAll(rest);
      rest.clear();
    }
    complete(world, all, results, shown);
    if (rest.isEmpty()) {
      return AnalysisSteps.complete(analysis(world, problems, results, Set.of()));
    }
    Set<String> pending = rest.stream().map(i -> all.get(i).name()).collect(Collectors.toSet());
    return new AnalysisSteps(
        analysis(world, problems, results, pending),
        () -> {
          complete(world, all, results, rest);
          return analysis(world, problems, results, Set.of());
        });
  }

  /** Each program is lowered on its own, so that several may be worked on at the same time. */
  private void complete(
      ProgramWorld world,
      List<LowerableEntry> all,
      EntryAnalyzer.Result[] results,
      List<Integer> wanted) {
    wanted.parallelStream().forEach(i -> results[i] = result(world, all.get(i)));
  }

  private FileAnalysis analysis(
      ProgramWorld world,
      List<Problem> problems,
      EntryAnalyzer.Result[] results,
      Set<String> pending) {
    List<EntryAnalyzer.Result> done = Arrays.stream(results).filter(Objects::nonNull).toList();
    List<EntryAnalysis> found = done.stream().map(EntryAnalyzer.Result::analysis).toList();
    return new FileAnalysis(
        tree,
        snapshot,
        found,
        pending,
        problems,
        loadError(problems, found),
        Set.copyOf(world.probedPaths()),
        Stream.concat(world.defects().stream(), done.stream().flatMap(r -> r.defect().stream()))
            .toList());
  }

  private EntryLowering lowering(ProgramWorld world) {
    return new EntryLowering(operators, world, memory, ScalarDefaults.SPECIALIZED, List.of());
  }

  private EntryAnalyzer.Result result(ProgramWorld world, LowerableEntry entry) {
    cancellation.check();
    EntryLowering lowering = lowering(world);
    EntryAnalyzer.Result result =
        new EntryAnalyzer(lowering, remembered, cancellation).analyze(entry);
    remembered.remember(entry, lowering.samples(entry), result);
    return result;
  }

  /** Returns the keys of the top-level statements that some of these lines belong to. */
  private Set<String> items(List<TextRange> lines) {
    List<SourceRange> shown = lines.stream().map(tree.document().lines()::range).toList();
    Set<String> items = new HashSet<>();
    for (TopLevel item : tree.items()) {
      int start = tree.start(item);
      int end = start + item.text().length();
      if (shown.stream().anyMatch(range -> start <= range.end() && range.start() <= end)) {
        items.add(tree.key(item));
      }
    }
    return items;
  }

  /**
   * Returns whether a program is defined by one of these statements or, when it was lowered last,
   * read one of them.
   */
  private boolean isIn(ProgramWorld world, LowerableEntry entry, Set<String> items) {
    Site site = EntryMemo.definition(entry).site();
    return (site.file().equals(tree.document().uri()) && items.contains(site.item()))
        || remembered
            .lastReads(entry)
            .anyMatch(
                read -> read.path().equals(world.main().path()) && items.contains(read.name()));
  }

  /**
   * A file does not load when its own code fails, or when a class in it breaks a rule: a class is
   * compiled where it stands.
   */
  private static Optional<Problem> loadError(List<Problem> problems, List<EntryAnalysis> entries) {
    Optional<Problem> own = problems.stream().filter(FileAnalyzer::isError).findFirst();
    return own.or(
        () ->
            entries.stream()
                .filter(e -> e.form() == EntryAnalysis.Form.PROGRAM)
                .filter(e -> e.off() instanceof EntryAnalysis.Outcome.Rejected r && r.breaksRules())
                .flatMap(e -> e.off().problems().stream())
                .filter(FileAnalyzer::isError)
                .findFirst());
  }

  private static boolean isError(Problem problem) {
    return problem.stops();
  }

  private static Problem problem(ModuleProblem problem) {
    return new Problem(problem.code(), problem.message(), Origins.of(problem.site()), List.of());
  }

  private List<Problem> syntaxProblems() {
    List<Problem> problems = new ArrayList<>();
    for (TopLevel item : tree.items()) {
      for (SyntaxProblem problem : item.problems()) {
        problems.add(
            new Problem(Code.SYNTAX, problem.message(), Origins.of(tree, item, problem.range())));
      }
    }
    return problems;
  }
}
