package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The C++ of one Orchestration function, to be shown or written.
 *
 * @param name what the user calls it: the entry's name, with the function's behind it when the
 *     entry has several
 * @param text the C++, or comments that say why there is none
 * @param lines the source of each line that has one, in ascending order of the C++ lines
 * @param entries the names of all that could have been meant
 * @param complete whether the text is C++, and not the reason why there is none
 */
public record GeneratedCode(
    String name, String text, List<Line> lines, List<String> entries, boolean complete) {
  public GeneratedCode {
    entries = List.copyOf(entries);
    lines = List.copyOf(lines);
  }

  /** A line of the C++ and the line it comes from, both counted from 0. */
  public record Line(int cppLine, String sourceUri, int sourceLine) {}

  /**
   * Something that C++ can be asked for: an Orchestration function, or an entry that was rejected
   * as a whole.
   */
  private record Candidate(
      String name, Origin origin, Origin entry, Optional<CodegenOutcome> code, Outcome outcome) {}

  /** Returns the names that C++ can be asked for, in the order of the file. */
  public static List<String> names(FileFacts facts) {
    return candidates(facts).stream().map(Candidate::name).toList();
  }

  /** Returns the C++ with a name, or nothing when there is none with that name. */
  public static Optional<GeneratedCode> named(FileFacts facts, String name) {
    FileAnalysis analysis = facts.analysis();
    return candidates(facts).stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .map(candidate -> of(candidate, analysis.places()));
  }

  /**
   * Returns the C++ of the function at a position; where none is there, of the first one of the
   * entry there, or else of the file.
   */
  public static Optional<GeneratedCode> at(FileFacts facts, Optional<TextPosition> position) {
    FileAnalysis analysis = facts.analysis();
    List<Candidate> all = candidates(facts);
    List<Candidate> meant =
        Stream.<Function<Candidate, Origin>>of(Candidate::origin, Candidate::entry)
            .map(
                origin ->
                    all.stream().filter(c -> touches(analysis, origin.apply(c), position)).toList())
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElse(all);
    List<String> names = meant.stream().map(Candidate::name).distinct().toList();
    return meant.stream()
        .findFirst()
        .map(candidate -> of(candidate, analysis.places()).among(names));
  }

  private GeneratedCode among(List<String> names) {
    return new GeneratedCode(name, text, lines, names, complete);
  }

  /** Returns what the C++ of a function is asked for by. */
  static String name(CompiledFunction one) {
    String entry = one.entry().name();
    return one.compiled().code().size() == 1
        ? entry
        : entry + "." + one.function().function().name();
  }

  private static boolean touches(
      FileAnalysis analysis, Origin origin, Optional<TextPosition> position) {
    return position.isPresent() && Definitions.holds(analysis, origin, position.get());
  }

  private static List<Candidate> candidates(FileFacts facts) {
    List<Candidate> all = new ArrayList<>();
    for (EntryAnalysis entry : facts.entries()) {
      Outcome outcome = facts.outcome(entry);
      switch (outcome) {
        case Outcome.Rejected _ ->
            all.add(
                new Candidate(
                    entry.name(), entry.origin(), entry.origin(), Optional.empty(), outcome));
        case Outcome.Compiled compiled ->
            compiled
                .code()
                .forEach(
                    (function, code) ->
                        all.add(
                            new Candidate(
                                compiled.code().size() == 1
                                    ? entry.name()
                                    : entry.name() + "." + function,
                                compiled.functions().get(function).function().origin(),
                                entry.origin(),
                                Optional.of(code),
                                outcome)));
      }
    }
    return all;
  }

  private static GeneratedCode of(Candidate candidate, Places places) {
    if (candidate.code().isPresent()
        && candidate.code().get() instanceof CodegenOutcome.Generated generated) {
      return generated(candidate.name(), generated.orchestration(), places);
    }
    List<Problem> problems =
        candidate.code().isPresent()
            ? candidate.code().get().problems()
            : candidate.outcome().problems();
    StringBuilder text = new StringBuilder("// There is no C++ for " + candidate.name() + ":\n");
    List<Line> lines = new ArrayList<>();
    for (Problem problem : problems) {
      if (problem.stops()) {
        Optional<Place> place = place(places, problem.origin());
        place.ifPresent(
            p ->
                lines.add(
                    new Line(
                        (int) text.chars().filter(c -> c == '\n').count(), p.uri(), start(p))));
        text.append("// ").append(place.map(p -> p.fileName() + ":" + p.line() + ": ").orElse(""));
        text.append(problem.message().replace("\n", "\n// ")).append('\n');
      }
    }
    return new GeneratedCode(
        candidate.name(), text.toString(), lines, List.of(candidate.name()), false);
  }

  private static GeneratedCode generated(String name, GeneratedOrchestration code, Places places) {
    List<Line> lines = new ArrayList<>();
    List<Origin> origins = code.sourceMap().lines();
    for (int i = 0; i < origins.size(); i++) {
      int line = i;
      place(places, origins.get(i)).ifPresent(p -> lines.add(new Line(line, p.uri(), start(p))));
    }
    return new GeneratedCode(name, code.text(), lines, List.of(name), true);
  }

  private static Optional<Place> place(Places places, Origin origin) {
    return origin.isKnown() ? places.of(origin) : Optional.empty();
  }

  private static int start(Place place) {
    return place.range().start().line();
  }
}
