package dev.orchlens.feature;

import dev.orchlens.analysis.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text at the end of a line that launches tasks. Of a function that several programs or several
 * calls inline there is a task each: those that wait for the same are told together, and others
 * with the place that they belong to.
 */
final class Instances {
  /** How many instances that differ are told one by one. */
  private static final int MOST = 2;

  private Instances() {}

  static String text(List<TaskNotes> tasks) {
    Map<Object, List<TaskNotes>> alike = new LinkedHashMap<>();
    tasks.forEach(task -> alike.computeIfAbsent(key(task), _ -> new ArrayList<>()).add(task));
    long programs = programs(tasks);
    if (alike.size() == 1) {
      return numbers(tasks)
          + " "
          + tasks.getFirst().task().callee()
          + waits(tasks.getFirst())
          + (programs > 1 ? " (" + programs + " programs)" : "");
    }
    String told =
        alike.values().stream()
            .limit(MOST)
            .map(
                group ->
                    numbers(group)
                        + where(group, programs(group) < programs)
                        + waits(group.getFirst()))
            .collect(Collectors.joining("; "));
    return told + Wording.more(alike.size() - MOST);
  }

  private static long programs(List<TaskNotes> tasks) {
    return tasks.stream().map(TaskNotes::entry).distinct().count();
  }

  /**
   * Returns what a task waits for without regard to which copy of an inlined function that is of.
   */
  private static Object key(TaskNotes task) {
    return task.waits().<Object>map(waits -> waits.kind(task.task())).orElseGet(() -> waits(task));
  }

  private static String waits(TaskNotes task) {
    String name = "task " + task.task().id() + " " + task.task().callee();
    return task.waits()
        .map(waits -> WaitsText.shortly(task.task(), waits, name.length()))
        .orElseGet(() -> Annotations.listed(task));
  }

  private static String numbers(List<TaskNotes> tasks) {
    List<Integer> ids = tasks.stream().map(task -> task.task().id()).distinct().sorted().toList();
    return switch (ids.size()) {
      case 1 -> "task " + ids.getFirst();
      case 2, 3 -> "tasks " + ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
      default -> ids.size() + " tasks, " + ids.getFirst() + " to " + ids.getLast();
    };
  }

  /**
   * Returns what tells an instance from others: its program where there are several, or the call
   * that inlines it.
   */
  private static String where(List<TaskNotes> tasks, boolean byProgram) {
    TaskNotes first = tasks.getFirst();
    if (byProgram) {
      return " (" + first.entry().name() + ")";
    }
    return first
        .task()
        .origin()
        .inlinedAt()
        .flatMap(call -> first.places().of(call.outermost()))
        .map(Place::line)
        .map(line -> " (called in line " + line + ")")
        .orElse("");
  }
}
