package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.feature.Annotations.Annotation;
import dev.orchlens.feature.Annotations.Kind;
import dev.orchlens.ir.Origin;
import dev.orchlens.pass.deps.Fallback;
import dev.orchlens.pass.deps.ScopeMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The mode of each scope at the line that opens it, with the reason. Drawn are the modes that tell
 * something: what the compiler decided, or would decide with the analysis on. A mode that goes
 * without saying is in the hover alone.
 */
final class ScopeNotes {
  /** How many causes of a fallback a hover tells one by one. */
  private static final int MOST_CAUSES = 8;

  private ScopeNotes() {}

  /**
   * A scope's annotation.
   *
   * @param annotation the annotation
   * @param drawn whether it stands in the text, rather than only in the hover: what is inlined from
   *     another file does not
   */
  record Note(Annotation annotation, boolean drawn) {}

  /** Returns the annotations that are drawn, under the given setting. */
  static List<Annotation> of(FileFacts facts) {
    List<Annotation> drawn = new ArrayList<>(drawn(facts));
    if (!facts.analyzing()) {
      // A scope that would stay AUTO with nothing to say about it goes without saying.
      drawn(facts.analyzing(true)).stream()
          .filter(enabled -> !enabled.text().equals("AUTO"))
          .map(ScopeNotes::ifEnabled)
          .forEach(drawn::add);
    }
    return drawn;
  }

  private static Annotation ifEnabled(Annotation enabled) {
    return new Annotation(
        enabled.line(),
        Annotations.IF_ENABLED + enabled.text(),
        Kind.IF_ENABLED,
        enabled.hoverMarkdown());
  }

  private static List<Annotation> drawn(FileFacts facts) {
    return merged(all(facts).stream().filter(Note::drawn).map(Note::annotation).toList());
  }

  /**
   * Returns what the hover says at the heads of all scopes in the file, under the given setting.
   */
  static List<Annotation> hovers(FileFacts facts) {
    return merged(all(facts).stream().map(Note::annotation).toList());
  }

  private static List<Note> all(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    List<Note> notes = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (facts.of(entry).orElse(null) instanceof Outcome.Compiled compiled) {
        Causes causes = Causes.of(compiled);
        for (ScopeMode scope : compiled.result().scopes()) {
          analysis
              .places()
              .in(analysis.uri(), scope.scope())
              .ifPresent(
                  place -> {
                    boolean here = scope.scope().file().equals(analysis.uri());
                    Annotation note =
                        note(
                            place.range().start().line(),
                            scope,
                            causes,
                            BudgetNotes.hover(analysis, compiled, scope.function(), scope.scope()));
                    notes.add(new Note(note, here && isDrawn(scope)));
                  });
        }
      }
    }
    return notes;
  }

  private static List<Annotation> merged(List<Annotation> notes) {
    Map<Integer, List<Annotation>> byLine =
        notes.stream()
            .collect(
                Collectors.groupingBy(Annotation::line, LinkedHashMap::new, Collectors.toList()));
    return byLine.values().stream().map(ScopeNotes::merge).toList();
  }

  private static Annotation merge(List<Annotation> sameLine) {
    Annotation first = sameLine.getFirst();
    String text =
        sameLine.stream().map(Annotation::text).distinct().collect(Collectors.joining(" / "));
    Kind kind = sameLine.stream().anyMatch(a -> a.kind() == Kind.WARNING) ? Kind.WARNING : Kind.NOW;
    String hover =
        sameLine.stream()
            .flatMap(a -> a.hoverMarkdown().stream())
            .distinct()
            .collect(Collectors.joining("\n\n---\n\n"));
    return new Annotation(first.line(), text, kind, Optional.of(hover));
  }

  private static Annotation note(int line, ScopeMode scope, Causes all, Optional<String> budget) {
    boolean fellBack = scope.why() == ScopeMode.Why.FELL_BACK;
    List<Fallback> causes = fellBack ? all.of(scope) : List.of();
    String text =
        switch (scope.why()) {
          case FULLY_COVERED -> "MANUAL (compiler)";
          case FELL_BACK ->
              "AUTO, fell back"
                  + causes.stream().findFirst().map(f -> ": " + label(f.reason())).orElse("");
          default -> scope.manual() ? "MANUAL" : "AUTO";
        };
    StringBuilder hover = new StringBuilder();
    hover
        .append("**")
        .append(scope.manual() ? "MANUAL" : "AUTO")
        .append("** ")
        .append(place(scope))
        .append(": ");
    hover.append(why(scope));
    for (Fallback cause : causes.subList(0, Math.min(MOST_CAUSES, causes.size()))) {
      hover.append("\n\n- `").append(cause.reason().code()).append("`: ");
      hover.append(Wording.why(cause)).append(' ').append(Wording.remedy(cause));
    }
    if (causes.size() > MOST_CAUSES) {
      hover.append("\n\n-").append(Wording.more(causes.size() - MOST_CAUSES));
    }
    budget.ifPresent(held -> hover.append("\n\n").append(held));
    Kind kind = fellBack ? Kind.WARNING : Kind.NOW;
    return new Annotation(line, text, kind, Optional.of(hover.toString()));
  }

  /** The fallbacks that have consequences, by the region and by the function in which they are. */
  private record Causes(
      Map<Place, List<Fallback>> byScope, Map<String, List<Fallback>> byFunction) {
    private record Place(String function, Origin scope) {}

    static Causes of(Outcome.Compiled compiled) {
      List<Fallback> all =
          compiled.result().derivation().fallbacks().stream()
              .filter(f -> f.consequence() != Fallback.Consequence.EXCUSED)
              .toList();
      return new Causes(
          all.stream().collect(Collectors.groupingBy(f -> new Place(function(f), f.scope()))),
          all.stream().collect(Collectors.groupingBy(Causes::function)));
    }

    private static String function(Fallback fallback) {
      return fallback.argument().launch().function();
    }

    /**
     * A placed scope falls back for its own launches, or because the one around it does; a body for
     * any of them.
     */
    List<Fallback> of(ScopeMode scope) {
      List<Fallback> own = byScope.get(new Place(scope.function(), scope.scope()));
      return own != null ? own : byFunction.getOrDefault(scope.function(), List.of());
    }
  }

  private static boolean isDrawn(ScopeMode scope) {
    boolean own =
        scope.place() == ScopeMode.Place.FUNCTION_BODY || scope.place() == ScopeMode.Place.PLACED;
    return switch (scope.why()) {
      case FULLY_COVERED, WRITTEN_AUTO_ANALYSED, UNKNOWN_DIRECTIONS -> true;
      case FELL_BACK, HOLDS_SCOPE, TASK_WITHOUT_DERIVED_EDGE -> own;
      case WRITTEN_AUTO, WRITTEN_MANUAL, ANALYSIS_OFF, NO_TASKS -> false;
    };
  }

  /** The hover has the whole name; this is for a text of at most {@link HintText#MOST}. */
  private static String label(Fallback.Reason reason) {
    return switch (reason) {
      case UNRESOLVED_LOCATION -> "unresolved location";
      case PRIOR_FROM_INACTIVE_DYNAMIC_LOOP -> "prior from a loop that ended";
      case DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT -> "dynamic prior producer";
      case MISSING_PRIOR_TASK_ID -> "missing prior task id";
    };
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
      case WRITTEN_AUTO ->
          "the runtime tracks tensors and orders the tasks; that is how it was written.";
      case WRITTEN_AUTO_ANALYSED ->
          "the compiler derived its edges; a scope that you placed stays AUTO, so the runtime"
              + " tracks tensors as well.";
      case WRITTEN_MANUAL ->
          "only explicit `deps=` order the tasks in it; that is how it was written.";
      case FULLY_COVERED ->
          "explicit edges cover every hazard, so the compiler switched the runtime's tracking off.";
      case ANALYSIS_OFF ->
          "the runtime tracks tensors and orders the tasks; `analyze_auto_scopes_for_deps` is off.";
      case FELL_BACK ->
          "an access could not be ordered by fixed edges, so the runtime goes on tracking tensors.";
      case HOLDS_SCOPE ->
          "it holds a scope of its own, so the compiler leaves the runtime's tracking on.";
      case TASK_WITHOUT_DERIVED_EDGE ->
          "some task in it waits for nothing that was derived, so the compiler leaves the runtime's"
              + " tracking on.";
      case UNKNOWN_DIRECTIONS -> "the directions of some call are not known.";
      case NO_TASKS -> "it launches no task.";
    };
  }
}
