package dev.orchlens.feature;

import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Range;

/** The counts above each Orchestration function, and the commands for it. */
public final class CodeLenses {
  private CodeLenses() {}

  /** Returns the lenses of a file under the given setting. */
  public static List<CodeLens> of(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    List<CompiledFunction> all = CompiledFunction.all(facts);
    Map<TextPosition, Integer> entries = new HashMap<>();
    all.forEach(
        one -> start(analysis, one).ifPresent(start -> entries.merge(start, 1, Integer::sum)));
    List<CodeLens> lenses = new ArrayList<>();
    for (CompiledFunction one : all) {
      start(analysis, one)
          .ifPresent(start -> lenses.addAll(lenses(analysis, one, start, entries.get(start) > 1)));
    }
    return lenses;
  }

  private static Optional<TextPosition> start(FileAnalysis analysis, CompiledFunction one) {
    return analysis
        .places()
        .in(analysis.uri(), one.function().function().origin())
        .map(place -> place.range().start());
  }

  private static List<CodeLens> lenses(
      FileAnalysis analysis, CompiledFunction one, TextPosition start, boolean ofSeveral) {
    Range range = new Range(LspTypes.position(start), LspTypes.position(start));
    List<Object> where =
        new ArrayList<>(List.of(new JsonPrimitive(analysis.uri()), LspTypes.position(start)));
    List<Object> what = new ArrayList<>(where);
    String prefix = "";
    if (ofSeveral) {
      prefix = one.entry().name() + ": ";
      where.add(new JsonPrimitive(one.entry().name()));
      what.add(new JsonPrimitive(GeneratedCode.name(one)));
    }
    String name = prefix;
    String counts = prefix + counts(one);
    List<CodeLens> lenses = new ArrayList<>();
    lenses.add(lens(range, counts, "orchlens.copyDependencyReport", where));
    one.waits()
        .ifPresent(
            waits ->
                lenses.add(
                    lens(
                        range,
                        name + OrderCounts.hazards(waits),
                        "orchlens.copyDependencyReport",
                        where)));
    BudgetNotes.lens(analysis, one)
        .ifPresent(
            held -> lenses.add(lens(range, name + held, "orchlens.copyDependencyReport", where)));
    lenses.addAll(
        List.of(
            lens(
                range, "Show generated orchestration", "orchlens.showGeneratedOrchestration", what),
            lens(range, "Show task graph", "orchlens.showTaskGraph", where)));
    return lenses;
  }

  private static CodeLens lens(Range range, String title, String command, List<Object> arguments) {
    CodeLens lens = new CodeLens(range);
    lens.setCommand(new Command(title, command, arguments));
    return lens;
  }

  /**
   * Returns the counts of a function: {@code 12 tasks, 18 edges (7 derived), longest chain 5,
   * widest 3, 5 NoDep}.
   */
  static String counts(CompiledFunction one) {
    int derived = Counts.derived(one.function());
    List<String> parts = new ArrayList<>();
    parts.add(count(Counts.edges(one), "edge") + (derived > 0 ? " (" + derived + " derived)" : ""));
    one.order()
        .map(OrderCounts::of)
        .ifPresent(
            order ->
                parts.addAll(
                    List.of(
                        "longest chain " + one.order().get().longest().orElse(order.longest()),
                        "widest " + order.widest())));
    return counts(one.function(), one.compiled(), parts);
  }

  /**
   * Returns the counts of a function that need not be worked out: {@code 12 tasks, 5 NoDep, 1
   * fallback}.
   *
   * @param more what is told behind the tasks
   */
  static String counts(FunctionFacts function, Outcome.Compiled compiled, List<String> more) {
    long noDep = arguments(function, ArgDirection.NO_DEP);
    long fallbacks =
        compiled.result().derivation().fallbacks().stream()
            .filter(f -> f.argument().launch().function().equals(function.function().name()))
            .count();
    List<String> parts = new ArrayList<>();
    parts.add(count(function.tasks().size(), "task"));
    parts.addAll(more);
    if (noDep > 0) {
      parts.add(noDep + " NoDep");
    }
    if (!function.barriers().isEmpty()) {
      parts.add(count(function.barriers().size(), "barrier"));
    }
    if (fallbacks > 0) {
      parts.add(count(fallbacks, "fallback"));
    }
    return String.join(", ", parts);
  }

  private static long arguments(FunctionFacts function, ArgDirection direction) {
    return function.tasks().stream()
        .map(TaskFact::args)
        .flatMap(List::stream)
        .filter(a -> a.direction() == direction)
        .count();
  }

  private static String count(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
