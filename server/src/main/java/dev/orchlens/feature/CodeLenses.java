package dev.orchlens.feature;

import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Range;

/** The counts above each Orchestration function, and the commands for it. */
public final class CodeLenses {
  private CodeLenses() {}

  /** Returns the lenses of a file under the given setting. */
  public static List<CodeLens> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    List<CodeLens> lenses = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (!(entry.facts(analyzeAutoScopes).orElse(null) instanceof Outcome.Compiled compiled)) {
        continue;
      }
      for (FunctionFacts function : compiled.functions().values()) {
        analysis
            .places()
            .in(analysis.uri(), function.function().origin())
            .ifPresent(
                place -> {
                  TextPosition start = place.range().start();
                  Range range = new Range(LspTypes.position(start), LspTypes.position(start));
                  List<Object> where = List.of(new JsonPrimitive(analysis.uri()), LspTypes.position(start));
                  lenses.add(lens(range, counts(function, compiled), "orchlens.copyDependencyReport", where));
                  lenses.add(
                      lens(range, "Show generated orchestration", "orchlens.showGeneratedOrchestration", where));
                  lenses.add(lens(range, "Show task graph", "orchlens.showTaskGraph", where));
                });
      }
    }
    return lenses;
  }

  private static CodeLens lens(Range range, String title, String command, List<Object> arguments) {
    CodeLens lens = new CodeLens(range);
    lens.setCommand(new Command(title, command, arguments));
    return lens;
  }

  /** Returns the counts of a function: {@code 12 tasks, 18 edges (7 derived), 5 NoDep, 1 fallback}. */
  static String counts(FunctionFacts function, Outcome.Compiled compiled) {
    int derived = function.tasks().stream().mapToInt(t -> t.compilerDeps().size()).sum();
    int edges = derived + function.tasks().stream().mapToInt(t -> t.userDeps().size()).sum();
    long noDep = arguments(function, ArgDirection.NO_DEP);
    long fallbacks =
        compiled.result().derivation().fallbacks().stream()
            .filter(f -> f.argument().launch().function().equals(function.function().name()))
            .count();
    List<String> parts = new ArrayList<>();
    parts.add(count(function.tasks().size(), "task"));
    parts.add(count(edges, "edge") + (derived > 0 ? " (" + derived + " derived)" : ""));
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
