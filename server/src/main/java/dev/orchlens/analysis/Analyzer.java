package dev.orchlens.analysis;

import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.facts.FactsBuilder;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.OrchestrationCodegen;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.lower.DynamicDims;
import dev.orchlens.lower.EntryDiscovery;
import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweredProgram;
import dev.orchlens.lower.ProgramLowering;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.ModuleLoader;
import dev.orchlens.module.ProgramEvaluator;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.Site;
import dev.orchlens.pass.Pipeline;
import dev.orchlens.pass.PipelineResult;
import dev.orchlens.syntax.SyntaxProblem;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Computes what is known about a file, remembering by content what an edit leaves as it was. */
final class Analyzer {
  private final OperatorCatalog operators = OperatorCatalog.load();

  /** Returns the analysis of one file as it is in a snapshot. */
  FileAnalysis analyze(Snapshot snapshot, SyntaxTree tree, Cancellation cancellation) {
    String key = FilePaths.key(tree.document().uri());
    SnapshotModules modules = new SnapshotModules(snapshot, key);
    ProgramWorld world = new ProgramEvaluator(modules, modules.roots()).evaluate(tree, key);
    cancellation.check();
    List<Problem> problems = new ArrayList<>(syntaxProblems(tree));
    world.problems().forEach(p -> problems.add(new Problem(
        p.kind().code(),
        p.kind().isError() ? Problem.Severity.ERROR : Problem.Severity.WARNING,
        p.message(),
        origin(p.site()),
        List.of())));
    Optional<Problem> loadError =
        problems.stream().filter(p -> p.severity() == Problem.Severity.ERROR).findFirst();
    List<EntryAnalysis> entries = new ArrayList<>();
    DynamicDims dims = new DynamicDims();
    for (LowerableEntry entry : EntryDiscovery.entries(world)) {
      cancellation.check();
      if (entry instanceof LowerableEntry.ClassForm form) {
        LoweredProgram lowered = new ProgramLowering(operators, world::evaluate, dims).lower(form.program());
        entries.add(entry(form.name(), origin(form.program().site()), lowered, cancellation));
      }
    }
    return new FileAnalysis(tree, snapshot, entries, problems, loadError, Set.copyOf(world.probedPaths()));
  }

  private static EntryAnalysis entry(
      String name, Origin origin, LoweredProgram lowered, Cancellation cancellation) {
    boolean broken = lowered.problems().stream().anyMatch(p -> p.severity() == Problem.Severity.ERROR);
    if (broken) {
      Outcome rejected = new Outcome.Rejected(lowered.problems());
      return new EntryAnalysis(name, EntryAnalysis.Form.PROGRAM, origin, rejected, rejected);
    }
    try {
      Pipeline.Prepared prepared = Pipeline.prepare(lowered.ir(), cancellation::check);
      return new EntryAnalysis(
          name,
          EntryAnalysis.Form.PROGRAM,
          origin,
          outcome(prepared, lowered.problems(), false, cancellation),
          outcome(prepared, lowered.problems(), true, cancellation));
    } catch (Rejection rejection) {
      List<Problem> all = new ArrayList<>(lowered.problems());
      all.add(rejection.problem());
      Outcome rejected = new Outcome.Rejected(all);
      return new EntryAnalysis(name, EntryAnalysis.Form.PROGRAM, origin, rejected, rejected);
    }
  }

  private static Outcome outcome(
      Pipeline.Prepared prepared, List<Problem> lowering, boolean analyzeAutoScopes, Cancellation cancellation) {
    List<Problem> problems = new ArrayList<>(lowering);
    try {
      PipelineResult result = Pipeline.finish(prepared, analyzeAutoScopes, cancellation::check);
      problems.addAll(result.problems());
      cancellation.check();
      Map<String, CodegenOutcome> code = code(result.program());
      code.values().forEach(outcome -> problems.addAll(outcome.problems()));
      return new Outcome.Compiled(result, FactsBuilder.of(result.program()), code, problems);
    } catch (Rejection rejection) {
      problems.add(rejection.problem());
      return new Outcome.Rejected(problems);
    }
  }

  private static Map<String, CodegenOutcome> code(Program program) {
    Map<String, CodegenOutcome> code = new LinkedHashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        code.put(function.name(), OrchestrationCodegen.attempt(program, function));
      }
    }
    return code;
  }

  private static List<Problem> syntaxProblems(SyntaxTree tree) {
    List<Problem> problems = new ArrayList<>();
    for (TopLevel item : tree.items()) {
      for (SyntaxProblem problem : item.problems()) {
        Origin origin =
            new Origin(
                tree.document().uri(),
                tree.key(item),
                problem.range().start(),
                problem.range().end(),
                Optional.empty());
        problems.add(Problem.error("syntax", problem.message(), origin));
      }
    }
    return problems;
  }

  private static Origin origin(Site site) {
    return new Origin(site.file(), site.item(), site.range().start(), site.range().end(), Optional.empty());
  }

  /** The modules that a file of a snapshot may import: those in its own folder, the workspace and the roots. */
  private record SnapshotModules(Snapshot snapshot, String mainKey) implements ModuleLoader {
    /** Returns the folders searched behind the main file's own, as keys. */
    List<String> roots() {
      List<String> roots = new ArrayList<>();
      snapshot.settings().workspaceRoots().forEach(r -> roots.add(FilePaths.key(r)));
      snapshot.settings().roots().forEach(r -> roots.add(FilePaths.key(r)));
      return roots;
    }

    @Override
    public Optional<SyntaxTree> load(String path) {
      return isInside(path) ? snapshot.treeAt(FilePaths.key(Path.of(path))) : Optional.empty();
    }

    @Override
    public boolean isFolder(String path) {
      return isInside(path) && snapshot.disk().isFolder(FilePaths.key(Path.of(path)));
    }

    private boolean isInside(String path) {
      String key = FilePaths.key(Path.of(path));
      int slash = mainKey.lastIndexOf('/');
      return (slash >= 0 && key.startsWith(mainKey.substring(0, slash + 1)))
          || roots().stream().anyMatch(root -> key.equals(root) || key.startsWith(root + "/"));
    }
  }
}
