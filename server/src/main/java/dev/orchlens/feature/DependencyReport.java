package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileFacts;
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
import java.util.Set;
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
  /** The ways in which the runtime comes to waits. */
  private static final Set<Waits.Way> FOUND = Set.of(Waits.Way.RUNTIME, Waits.Way.CREATOR);

  public DependencyReport {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the report on the function at a position, or on the file's first one; nothing when
   * there is none.
   *
   * @param entry the name of the entry whose function is meant, where several have it
   */
  public static Optional<DependencyReport> of(
      FileFacts facts, Optional<TextPosition> position, Optional<String> entry) {
    List<CompiledFunction> meant = CompiledFunction.meant(facts, position);
    return CompiledFunction.first(meant, entry)
        .map(
            one ->
                new DependencyReport(
                    one.entry().name(),
                    one.function().function().name(),
                    text(one),
                    CompiledFunction.entries(meant)));
  }

  private static String text(CompiledFunction one) {
    FunctionFacts function = one.function();
    Outcome.Compiled compiled = one.compiled();
    StringBuilder out = new StringBuilder();
    out.append("# Dependencies of ")
        .append(one.entry().name())
        .append('.')
        .append(function.function().name());
    out.append("\n\n").append(CodeLenses.counts(one)).append("\n");
    one.waits()
        .ifPresent(
            waits -> {
              out.append(OrderCounts.hazards(waits)).append("\n");
              out.append("most waits of one task: ")
                  .append(OrderCounts.of(waits.order()).fanIn())
                  .append("\n");
            });
    out.append('\n').append(tasks(one)).append(fences(one));
    if (compiled.code().get(function.function().name())
        instanceof CodegenOutcome.Generated generated) {
      arrays(out, generated.orchestration());
    }
    return out.toString();
  }

  private static String tasks(CompiledFunction one) {
    StringBuilder out = new StringBuilder();
    Optional<Waits> waits = one.waits();
    String found = waits.isPresent() ? " found by the runtime |" : "";
    out.append("| task | kernel | written in deps= | derived |").append(found);
    out.append("\n|---|---|---|---|").append(waits.isPresent() ? "---|" : "").append('\n');
    for (TaskFact task : one.function().tasks()) {
      out.append("| ").append(task.id()).append(" | ").append(task.callee()).append(" | ");
      out.append(task.userDeps().size())
          .append(" | ")
          .append(task.compilerDeps().size())
          .append(" |");
      waits.ifPresent(w -> out.append(' ').append(w.count(task, FOUND)).append(" |"));
      out.append('\n');
    }
    return out.toString();
  }

  private static String fences(CompiledFunction one) {
    StringBuilder out = new StringBuilder();
    for (Fence fence : one.compiled().result().fences()) {
      if (fence.function().equals(one.function().function().name())) {
        out.append("\nFence for ").append(fence.source().sourceName()).append(": ");
        out.append(fence.before())
            .append(" entries before, ")
            .append(fence.after())
            .append(" after\n");
      }
    }
    return out.toString();
  }

  /**
   * What the C++ lists: seldom one array for each task, as a task without dependencies has none.
   */
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
    out.append("\nDependency arrays of barriers: ")
        .append(sizes(code.barrierDepArrays()))
        .append('\n');
  }

  private static String sizes(List<Long> sizes) {
    return sizes.isEmpty()
        ? "none"
        : String.format(
            Locale.ROOT,
            "%,d (entries: %s)",
            sizes.size(),
            sizes.stream()
                .map(n -> String.format(Locale.ROOT, "%,d", n))
                .collect(Collectors.joining(", ")));
  }
}
