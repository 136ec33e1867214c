package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.pass.deps.Fallback;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;

/**
 * The accesses that no fixed edge can order. While the analysis is on they are warnings, each at
 * its argument. While it is off nothing is wrong: what switching it on would meet is a hint, one
 * for each storage that is lost, or each earlier launch, however many arguments it costs.
 */
final class FallbackProblems {
  private FallbackProblems() {}

  /**
   * What several fallbacks have in common.
   *
   * @param cause where the storage is lost, or the launch that nothing can wait for, as it is seen
   *     in the file
   */
  private record Cause(Fallback.Reason reason, Optional<Place> cause) {}

  /** Returns the diagnostics of a file under a setting. */
  static List<Diagnostic> of(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    Set<Fallback> all = new LinkedHashSet<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (entry.facts(true).orElse(null) instanceof Outcome.Compiled compiled) {
        all.addAll(compiled.result().derivation().fallbacks());
      }
    }
    if (facts.analyzing()) {
      return all.stream().map(fallback -> warning(analysis, fallback)).toList();
    }
    Map<Cause, List<Fallback>> causes =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    fallback -> cause(analysis, fallback),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return causes.values().stream().map(same -> hint(analysis, same)).toList();
  }

  private static Cause cause(FileAnalysis analysis, Fallback fallback) {
    Origin cause =
        fallback
            .loss()
            .map(loss -> loss.origin())
            .or(() -> fallback.hazard().map(h -> h.prior().argument().launch().origin()))
            .filter(Origin::isKnown)
            .orElse(fallback.argument().origin());
    return new Cause(fallback.reason(), analysis.places().in(analysis.uri(), cause));
  }

  private static Diagnostic warning(FileAnalysis analysis, Fallback fallback) {
    boolean excused = fallback.consequence() == Fallback.Consequence.EXCUSED;
    return diagnostic(
        analysis,
        fallback,
        text(fallback),
        excused ? DiagnosticSeverity.Information : DiagnosticSeverity.Warning,
        List.of());
  }

  private static Diagnostic hint(FileAnalysis analysis, List<Fallback> same) {
    Fallback first = same.getFirst();
    List<Origin> arguments = same.stream().map(f -> f.argument().origin()).distinct().toList();
    String count =
        arguments.size() == 1
            ? ": "
            : " this costs the edges of " + arguments.size() + " arguments. The first: ";
    List<DiagnosticRelatedInformation> others =
        arguments.stream()
            .skip(1)
            .limit(Diagnostics.MOST_RELATED)
            .flatMap(
                argument ->
                    Diagnostics.related(analysis, argument, "Another argument that it costs.")
                        .stream())
            .distinct()
            .toList();
    return diagnostic(
        analysis,
        first,
        "With analyze_auto_scopes_for_deps on" + count + text(first),
        DiagnosticSeverity.Hint,
        others);
  }

  private static String text(Fallback fallback) {
    return Wording.why(fallback).replace("`", "'") + " " + Wording.remedy(fallback);
  }

  private static Diagnostic diagnostic(
      FileAnalysis analysis,
      Fallback fallback,
      String message,
      DiagnosticSeverity severity,
      List<DiagnosticRelatedInformation> others) {
    Diagnostic diagnostic =
        Diagnostics.told(
            fallback.reason().code(),
            Diagnostics.range(analysis, fallback.argument().origin()),
            message);
    diagnostic.setSeverity(severity);
    List<DiagnosticRelatedInformation> related = new ArrayList<>();
    fallback
        .loss()
        .flatMap(loss -> Diagnostics.related(analysis, loss.origin(), "Here its storage is lost."))
        .ifPresent(related::add);
    fallback
        .hazard()
        .flatMap(
            h ->
                Diagnostics.related(
                    analysis,
                    h.prior().argument().launch().origin(),
                    "The earlier launch: it "
                        + Wording.verb(h.prior())
                        + " "
                        + Wording.access(h.prior())
                        + "."))
        .ifPresent(related::add);
    related.addAll(others);
    if (!related.isEmpty()) {
      diagnostic.setRelatedInformation(related);
    }
    return diagnostic;
  }
}
