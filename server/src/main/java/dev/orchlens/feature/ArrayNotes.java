package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.feature.Annotations.Annotation;
import dev.orchlens.feature.Annotations.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many slots an array of TaskIds has and which of them are filled, at the line that makes it.
 */
final class ArrayNotes {
  /** How many writes a hover names, and how many stretches of slots any text. */
  private static final int MOST_WRITES = 16;

  private ArrayNotes() {}

  /** Returns the annotations of all arrays of TaskIds in the file, under the given setting. */
  static List<Annotation> of(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    List<Annotation> out = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (facts.of(entry).orElse(null) instanceof Outcome.Compiled compiled) {
        for (FunctionFacts function : compiled.functions().values()) {
          for (TaskIdArrays.ArrayUse array : TaskIdArrays.of(function.function())) {
            if (Wording.isCompilerMade(array.name())) {
              continue;
            }
            analysis
                .places()
                .of(array.origin())
                .filter(place -> place.uri().equals(analysis.uri()))
                .ifPresent(
                    place ->
                        out.add(note(analysis, function, array, place.range().start().line())));
          }
        }
      }
    }
    return merged(out);
  }

  /** An array of a function that is inlined several times is told once where it says the same. */
  private static List<Annotation> merged(List<Annotation> notes) {
    Map<List<Object>, List<String>> hovers = new LinkedHashMap<>();
    for (Annotation note : notes) {
      List<String> all =
          hovers.computeIfAbsent(List.of(note.line(), note.text()), _ -> new ArrayList<>());
      note.hoverMarkdown().filter(hover -> !all.contains(hover)).ifPresent(all::add);
    }
    return hovers.entrySet().stream()
        .map(
            one ->
                new Annotation(
                    (int) one.getKey().getFirst(),
                    (String) one.getKey().getLast(),
                    Kind.NOW,
                    Optional.of(String.join("\n\n---\n\n", one.getValue()))))
        .toList();
  }

  private static Annotation note(
      FileAnalysis analysis, FunctionFacts function, TaskIdArrays.ArrayUse array, int line) {
    String text = array.slots() == 1 ? "1 slot, " : array.slots() + " slots, ";
    text += written(array);
    StringBuilder hover = new StringBuilder("**Array of TaskIds** `");
    hover.append(array.name()).append("`, ").append(text).append("\n\n");
    int told = Math.min(MOST_WRITES, array.writes().size());
    for (TaskIdArrays.Write write : array.writes().subList(0, told)) {
      hover
          .append("- ")
          .append(Wording.code(array.name() + "[" + ExprText.of(write.index()) + "]"));
      write.slots().ifPresent(slots -> hover.append(" (").append(ranges(slots)).append(')'));
      hover.append(" <- ").append(producer(analysis, function, write)).append('\n');
    }
    if (told < array.writes().size()) {
      hover.append('-').append(Wording.more(array.writes().size() - told)).append('\n');
    }
    if (array.writes().isEmpty()) {
      hover.append("Nothing writes a slot: whoever waits for the array waits for nothing.\n");
    }
    return new Annotation(line, text, Kind.NOW, Optional.of(hover.toString().stripTrailing()));
  }

  private static String written(TaskIdArrays.ArrayUse array) {
    if (array.writes().isEmpty()) {
      return "none written";
    }
    if (array.written().size() == array.slots()) {
      return "all written";
    }
    if (!array.writesAreKnown()) {
      return array.written().isEmpty()
          ? array.slots() == 1
              ? "whether it is written shows at run time"
              : "which are written shows at run time"
          : "at least " + array.written().size() + " written";
    }
    List<Long> missing = new ArrayList<>();
    for (long slot = 0; slot < array.slots() && missing.size() <= TaskIdArrays.MAX_SLOTS; slot++) {
      if (!array.written().contains(slot)) {
        missing.add(slot);
      }
    }
    return missing.size() + " not written (" + ranges(missing) + ")";
  }

  /** Returns ascending numbers as the ranges they form: {@code 0 to 3, 5}. */
  private static String ranges(List<Long> numbers) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= numbers.size(); i++) {
      if (i == numbers.size() || numbers.get(i) != numbers.get(i - 1) + 1) {
        long first = numbers.get(from);
        long last = numbers.get(i - 1);
        parts.add(first == last ? Long.toString(first) : first + " to " + last);
        from = i;
      }
    }
    int told = Math.min(MOST_WRITES, parts.size());
    return String.join(", ", parts.subList(0, told)) + Wording.more(parts.size() - told);
  }

  private static String producer(
      FileAnalysis analysis, FunctionFacts function, TaskIdArrays.Write write) {
    Optional<TaskFact> task =
        write.launch().isPresent()
            ? function.tasks().stream()
                .filter(t -> t.call().attrs().launch() == write.launch().getAsInt())
                .findFirst()
            : Optional.empty();
    return task.map(t -> Wording.task(analysis.places(), t))
        .orElseGet(() -> Wording.code(ExprText.of(write.value())));
  }
}
