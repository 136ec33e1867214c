package dev.orchlens.feature;

import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
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
  public static List<CodeLens> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    List<CompiledFunction> all = CompiledFunction.all(analysis, analyzeAutoScopes);
    Map<TextPosition, Integer> entries = new HashMap<>();
    all.forEach(one -> start(analysis, one).ifPresent(start -> entries.merge(start, 1, Integer::sum)));
    List<CodeLens> lenses = new ArrayList<>();
    for (CompiledFunction one : all) {
      start(analysis, one)
          .ifPresent(start -> lenses.addAll(lenses(analysis, one, start, entries.get(start) > 1)));
    }
    return lenses;
  }

  private static Optional<TextPosition> start(FileAnalysis analysis, CompiledFunction one) {
    return analysis.places().in(analysis.uri(), one.function().function().origin()).map(place -> place.range().start());
  }

  private static List<CodeLens> lenses(
      FileAnalysis analysis, CompiledFunction one, TextPosition start, boolean ofSeveral) {
    Range range = new Range(LspTypes.position(start), LspTypes.position(start));
    List<Object> where = new ArrayList<>(List.of(new JsonPrimitive(analysis.uri()), LspTypes.position(start)));
    List<Object> what = new ArrayList<>(where);
    String prefix = "";
    if (ofSeveral) {
      prefix = one.entry().name() + ": ";
      where.add(new JsonPrimitive(one.entry().name()));
      what.add(new JsonPrimitive(GeneratedCode.name(one)));
    }
    String counts = prefix + counts(one.function(), one.compiled());
    return List.of(
        lens(range, counts, "orchlens.copyDependencyReport", where),
        lens(range, "Show generated orchestration", "orchlens.showGeneratedOrchestration", what),
        lens(range, "Show task graph", "orchlens.showTaskGraph", where));
  }

  private static CodeLens lens(Range range, String title, String command, List<Object> arguments) {
    CodeLens lens = new CodeLens(range);
    lens.setCommand(new Command(title, command, arguments));
    return lens;
  }

  /** Returns the counts of a function: {@code 12 tasks, 18 edges (7 derived), 5 NoDep, 1 fallback}. */
  static String counts(FunctionFacts function, Outcome.Compiled compiled) {
    int derived = Counts.derived(function);
    long noDep = arguments(function, ArgDirection.NO_DEP);
    long fallbacks =
        compiled.result().derivation().fallbacks().stream()
            .filter(f -> f.argument().launch().function().equals(function.function().name()))
            .count();
    List<String> parts = new ArrayList<>();
    parts.add(count(function.tasks().size(), "task"));
    parts.add(count(Counts.edges(function), "edge") + (derived > 0 ? " (" + derived + " derived)" : ""));
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
