package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.FileView;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.rule.Code;
import dev.orchlens.rule.Severity;
import dev.orchlens.text.LineIndex;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Location;

/** What is wrong, or worth knowing, in a file; docs/diagnostics.md explains each code. */
public final class Diagnostics {
  /** The source that all our diagnostics name. */
  private static final String SOURCE = "orchlens";

  /**
   * How many problems with one code a file shows: who has more of them has made one mistake many
   * times.
   */
  private static final int MAX_OF_A_KIND = 100;

  /** How many other places a message points to. */
  static final int MOST_RELATED = 16;

  private static final TextRange TOP = new TextRange(TextPosition.START, TextPosition.START);

  private Diagnostics() {}

  /**
   * Returns the diagnostics of a file under the given setting, each one once. Of a kind that a file
   * has very often only the first ones are told, and behind them how many more there are. What
   * nothing orders is told of the programs whose order is worked out.
   */
  public static List<Diagnostic> of(FileFacts facts) {
    Set<Diagnostic> out = new LinkedHashSet<>();
    add(out, facts);
    return capped(out);
  }

  /**
   * Returns the diagnostics of all that can be shown of a file. Of a program that is not analysed
   * yet they are those that it had; and as long as its C++ and its order are not known, what was
   * found in these stays.
   */
  public static List<Diagnostic> of(FileView view) {
    Set<Diagnostic> out = new LinkedHashSet<>();
    FileFacts facts = view.facts();
    add(out, facts);
    view.pending().ifPresent(pending -> add(out, pending));
    Set<String> waiting =
        facts.entries().stream()
            .filter(entry -> !facts.isOrdered(entry))
            .map(EntryAnalysis::name)
            .collect(Collectors.toSet());
    view.lastOrdered().ifPresent(last -> addBehind(out, last.only(waiting::contains)));
    return capped(out);
  }

  private static void add(Set<Diagnostic> out, FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    analysis.loadError().ifPresent(problem -> out.add(diagnostic(analysis, problem)));
    analysis.problems().forEach(problem -> out.add(diagnostic(analysis, problem)));
    for (EntryAnalysis entry : analysis.entries()) {
      facts.outcome(entry).problems().forEach(problem -> out.add(diagnostic(analysis, problem)));
      OrderProblems.of(facts, entry).forEach(found -> out.add(launch(analysis, found.problem())));
    }
    out.addAll(FallbackProblems.of(facts));
    out.addAll(Stalls.of(facts));
    OrderHints.of(facts).forEach(hint -> out.add(OrderHints.diagnostic(hint)));
  }

  /** Adds what was found in the C++ and the order of programs, as far as that still has a place. */
  private static void addBehind(Set<Diagnostic> out, FileFacts last) {
    FileAnalysis analysis = last.analysis();
    Predicate<Problem> isThere =
        problem -> analysis.places().in(analysis.uri(), problem.origin()).isPresent();
    for (EntryAnalysis entry : last.entries()) {
      if (last.outcome(entry) instanceof Outcome.Compiled compiled) {
        compiled.cpp().problems().stream()
            .filter(isThere)
            .forEach(problem -> out.add(diagnostic(analysis, problem)));
      }
      OrderProblems.of(last, entry).stream()
          .map(OrderProblems.Found::problem)
          .filter(isThere)
          .forEach(problem -> out.add(launch(analysis, problem)));
    }
    out.addAll(Stalls.of(last));
    OrderHints.of(last).forEach(hint -> out.add(OrderHints.diagnostic(hint)));
  }

  /** Returns the diagnostic of a file of whose text nothing is known any more. */
  public static Diagnostic outOfStep(String message) {
    return told(Code.ORCHLENS_OUT_OF_STEP, TOP, message);
  }

  /** Returns the diagnostic of a file that wants more memory than there is. */
  public static Diagnostic tooLarge(String message) {
    return told(Code.ORCHLENS_TOO_LARGE, TOP, message);
  }

  /** Returns a diagnostic with nothing but a message. */
  static Diagnostic told(Code code, TextRange range, String message) {
    Diagnostic diagnostic = new Diagnostic(LspTypes.range(range), message);
    diagnostic.setSource(SOURCE);
    diagnostic.setCode(code.section());
    diagnostic.setSeverity(severity(code.severity()));
    return diagnostic;
  }

  private static List<Diagnostic> capped(Set<Diagnostic> all) {
    Map<String, Integer> totals = new HashMap<>();
    all.forEach(diagnostic -> totals.merge(diagnostic.getCode().getLeft(), 1, Integer::sum));
    Map<String, Integer> seen = new HashMap<>();
    List<Diagnostic> out = new ArrayList<>();
    for (Diagnostic diagnostic : all) {
      String code = diagnostic.getCode().getLeft();
      int number = seen.merge(code, 1, Integer::sum);
      if (number <= MAX_OF_A_KIND) {
        out.add(diagnostic);
      } else if (number == MAX_OF_A_KIND + 1) {
        out.add(rest(diagnostic, totals.get(code) - MAX_OF_A_KIND));
      }
    }
    return out;
  }

  /** Says at the first diagnostic that is left out how many are. */
  private static Diagnostic rest(Diagnostic first, int count) {
    String message =
        String.format(Locale.ROOT, "This file has %,d more of this kind from here on.", count);
    Diagnostic diagnostic = new Diagnostic(first.getRange(), message);
    diagnostic.setSource(SOURCE);
    diagnostic.setCode(first.getCode().getLeft());
    diagnostic.setSeverity(DiagnosticSeverity.Information);
    return diagnostic;
  }

  private static Diagnostic launch(FileAnalysis analysis, Problem problem) {
    Diagnostic diagnostic = diagnostic(analysis, problem);
    diagnostic.setRange(LspTypes.range(firstLine(analysis, range(analysis, problem.origin()))));
    return diagnostic;
  }

  /** Returns what stands for a launch: a whole block of statements may be its body. */
  static TextRange firstLine(FileAnalysis analysis, TextRange launch) {
    if (launch.end().line() == launch.start().line()) {
      return launch;
    }
    LineIndex lines = analysis.tree().document().lines();
    return new TextRange(launch.start(), lines.position(lines.lineEnd(launch.start().line())));
  }

  private static Diagnostic diagnostic(FileAnalysis analysis, Problem problem) {
    Diagnostic diagnostic =
        told(problem.code(), range(analysis, problem.origin()), problem.message());
    List<DiagnosticRelatedInformation> related = new ArrayList<>();
    elsewhere(analysis, problem.origin(), "The place itself, in a function inlined here.")
        .ifPresent(related::add);
    List<Problem.Related> others = problem.related();
    int told = Math.min(MOST_RELATED, others.size());
    for (int i = 0; i < told; i++) {
      String more = i == told - 1 ? Wording.more(others.size() - told) : "";
      related(analysis, others.get(i).origin(), others.get(i).message() + more)
          .ifPresent(related::add);
    }
    if (!related.isEmpty()) {
      diagnostic.setRelatedInformation(related);
    }
    return diagnostic;
  }

  private static DiagnosticSeverity severity(Severity severity) {
    return switch (severity) {
      case ERROR -> DiagnosticSeverity.Error;
      case WARNING -> DiagnosticSeverity.Warning;
      case INFORMATION, INCOMPLETE -> DiagnosticSeverity.Information;
      case HINT -> DiagnosticSeverity.Hint;
    };
  }

  /** Returns where an origin stands in the file: its own place, or that of the call. */
  static TextRange range(FileAnalysis analysis, Origin origin) {
    return analysis.places().in(analysis.uri(), origin).map(Place::range).orElse(TOP);
  }

  private static Optional<DiagnosticRelatedInformation> elsewhere(
      FileAnalysis analysis, Origin origin, String message) {
    return origin.file().equals(analysis.uri())
        ? Optional.empty()
        : related(analysis, origin, message);
  }

  /** Returns what points to another place, if that is still there. */
  static Optional<DiagnosticRelatedInformation> related(
      FileAnalysis analysis, Origin origin, String message) {
    return analysis
        .places()
        .of(origin)
        .map(
            p ->
                new DiagnosticRelatedInformation(
                    new Location(p.uri(), LspTypes.range(p.range())), message));
  }
}
