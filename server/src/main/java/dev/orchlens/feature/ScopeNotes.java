package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.Annotations.Annotation;
import dev.orchlens.feature.Annotations.Kind;
import dev.orchlens.pass.Fallback;
import dev.orchlens.pass.ScopeMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The mode of each scope at the line that opens it, with the reason. */
final class ScopeNotes {
  private ScopeNotes() {}

  /** Returns the annotations of all scopes in the file, under the given setting. */
  static List<Annotation> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    Map<Integer, List<Annotation>> byLine = new LinkedHashMap<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (entry.facts(analyzeAutoScopes).orElse(null) instanceof Outcome.Compiled compiled) {
        for (ScopeMode scope : compiled.result().scopes()) {
          analysis
              .places()
              .in(analysis.uri(), scope.scope())
              .ifPresent(
                  place ->
                      byLine
                          .computeIfAbsent(place.range().start().line(), _ -> new ArrayList<>())
                          .add(note(place.range().start().line(), scope, compiled)));
        }
      }
    }
    return byLine.values().stream().map(ScopeNotes::merge).toList();
  }

  private static Annotation merge(List<Annotation> sameLine) {
    Annotation first = sameLine.getFirst();
    String text = sameLine.stream().map(Annotation::text).distinct().collect(Collectors.joining(" / "));
    Kind kind = sameLine.stream().anyMatch(a -> a.kind() == Kind.WARNING) ? Kind.WARNING : Kind.NOW;
    String hover =
        sameLine.stream()
            .flatMap(a -> a.hoverMarkdown().stream())
            .distinct()
            .collect(Collectors.joining("\n\n---\n\n"));
    return new Annotation(first.line(), text, kind, Optional.of(hover));
  }

  private static Annotation note(int line, ScopeMode scope, Outcome.Compiled compiled) {
    boolean fellBack = scope.why() == ScopeMode.Why.FELL_BACK;
    List<Fallback> causes =
        fellBack
            ? compiled.result().derivation().fallbacks().stream()
                .filter(f -> f.argument().launch().function().equals(scope.function()))
                .toList()
            : List.of();
    String text =
        switch (scope.why()) {
          case FULLY_COVERED -> "MANUAL (compiler)";
          case FELL_BACK ->
              "AUTO, fell back"
                  + causes.stream().findFirst().map(f -> ": " + label(f.reason())).orElse("");
          default -> scope.manual() ? "MANUAL" : "AUTO";
        };
    String hover = "**" + (scope.manual() ? "MANUAL" : "AUTO") + "** " + place(scope) + ": " + why(scope);
    for (Fallback cause : causes) {
      hover += "\n\n- `" + cause.reason().label() + "`: " + Wording.why(cause) + " " + Wording.remedy(cause);
    }
    return new Annotation(line, text, fellBack ? Kind.WARNING : Kind.NOW, Optional.of(hover));
  }

  private static String label(Fallback.Reason reason) {
    return reason.label().replace('_', ' ');
  }

  private static String place(ScopeMode scope) {
    return switch (scope.place()) {
      case FUNCTION_BODY -> "scope around the whole function";
      case LOOP_BODY -> "scope of one iteration";
      case THEN_BRANCH -> "scope of the branch";
      case ELSE_BRANCH -> "scope of the else branch";
      case PLACED -> "scope placed here";
    };
  }

  private static String why(ScopeMode scope) {
    return switch (scope.why()) {
      case WRITTEN_AUTO -> "the runtime tracks tensors and orders the tasks; that is how it was written.";
      case WRITTEN_AUTO_ANALYSED ->
          "the compiler derived its edges; a scope that you placed stays AUTO, so the runtime tracks tensors as well.";
      case WRITTEN_MANUAL -> "only explicit `deps=` order the tasks in it; that is how it was written.";
      case FULLY_COVERED -> "explicit edges cover every hazard, so the compiler switched the runtime's tracking off.";
      case ANALYSIS_OFF ->
          "the runtime tracks tensors and orders the tasks; `analyze_auto_scopes_for_deps` is off.";
      case FELL_BACK -> "an access could not be ordered by fixed edges, so the runtime goes on tracking tensors.";
      case HOLDS_SCOPE -> "it holds a scope of its own, so the compiler leaves the runtime's tracking on.";
      case TASK_WITHOUT_DERIVED_EDGE ->
          "some task in it waits for nothing that was derived, so the compiler leaves the runtime's tracking on.";
      case UNKNOWN_DIRECTIONS -> "the directions of some call are not known.";
      case NO_TASKS -> "it launches no task.";
    };
  }
}
