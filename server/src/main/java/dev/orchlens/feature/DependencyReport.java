package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.CompressedLoop;
import dev.orchlens.codegen.Compression;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.pass.deps.Fence;
import dev.orchlens.text.TextPosition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The counts of dependency entries of an Orchestration function, as text to paste into a review.
 *
 * @param entry the name of the entry that the function belongs to
 * @param function the name of the function
 * @param text Markdown
 * @param entries the names of all entries that could have been meant
 */
public record DependencyReport(String entry, String function, String text, List<String> entries) {
  public DependencyReport {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the report on the function at a position, or on the file's first one; nothing when there is none.
   *
   * @param entry the name of the entry whose function is meant, where several have it
   */
  public static Optional<DependencyReport> of(
      FileAnalysis analysis, boolean analyzeAutoScopes, Optional<TextPosition> position, Optional<String> entry) {
    List<CompiledFunction> meant = CompiledFunction.meant(analysis, analyzeAutoScopes, position);
    return CompiledFunction.first(meant, entry)
        .map(
            one ->
                new DependencyReport(
                    one.entry().name(),
                    one.function().function().name(),
                    text(one.entry(), one.compiled(), one.function()),
                    CompiledFunction.entries(meant)));
  }

  private static String text(EntryAnalysis entry, Outcome.Compiled compiled, FunctionFacts function) {
    StringBuilder out = new StringBuilder();
    out.append("# Dependencies of ").append(entry.name()).append('.').append(function.function().name());
    out.append("\n\n").append(CodeLenses.counts(function, compiled)).append("\n\n");
    out.append("| task | kernel | written in deps= | derived |\n|---|---|---|---|\n");
    for (TaskFact task : function.tasks()) {
      out.append("| ").append(task.id()).append(" | ").append(task.callee()).append(" | ");
      out.append(task.userDeps().size()).append(" | ").append(task.compilerDeps().size()).append(" |\n");
    }
    for (Fence fence : compiled.result().fences()) {
      if (fence.function().equals(function.function().name())) {
        out.append("\nFence for ").append(fence.source().sourceName()).append(": ");
        out.append(fence.before()).append(" entries before, ").append(fence.after()).append(" after\n");
      }
    }
    if (compiled.code().get(function.function().name()) instanceof CodegenOutcome.Generated generated) {
      arrays(out, generated.orchestration());
    }
    return out.toString();
  }

  /** What the C++ lists: seldom one array for each task, as a task without dependencies has none. */
  private static void arrays(StringBuilder out, GeneratedOrchestration code) {
    for (CompressedLoop loop : code.compressedLoops()) {
      String values =
          loop.compressions().stream().map(Compression::array).collect(Collectors.joining(", "));
      out.append(
          String.format(
              Locale.ROOT,
              "\nLoop of %,d iterations behind %s: %,d entries before, %,d after\n",
              loop.trips(),
              values,
              loop.before(),
              loop.after()));
    }
    out.append("\nDependency arrays of tasks: ").append(sizes(code.taskDepArrays()));
    out.append("\nDependency arrays of barriers: ").append(sizes(code.barrierDepArrays())).append('\n');
  }

  private static String sizes(List<Long> sizes) {
    return sizes.isEmpty()
        ? "none"
        : String.format(
            Locale.ROOT,
            "%,d (entries: %s)",
            sizes.size(),
            sizes.stream().map(n -> String.format(Locale.ROOT, "%,d", n)).collect(Collectors.joining(", ")));
  }
}
