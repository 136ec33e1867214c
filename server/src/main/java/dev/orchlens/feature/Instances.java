package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.OrderNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks that one line stands for. A launch in a function that several programs or several calls
 * inline is a task for each: those that wait for the same are told together, and of others the one
 * that comes first, with the call or the program that it belongs to. A call of a function that
 * stands in another file is told as one, with what its tasks wait for that lies outside.
 */
final class Instances {
  /** How many tasks a hover lists. */
  private static final int MOST_LINES = 64;

  private final FileAnalysis analysis;
  private final List<TaskNotes> tasks;

  /** A launch as it is written: copies of it have the same. */
  private record Statement(String file, String item, int start, int end) {
    static Statement of(Origin origin) {
      return new Statement(origin.file(), origin.item(), origin.start(), origin.end());
    }
  }

  /**
   * The tasks of one line.
   *
   * @param tasks all that stand there, at least one
   */
  Instances(FileAnalysis analysis, List<TaskNotes> tasks) {
    this.analysis = analysis;
    this.tasks = tasks;
  }

  /** Returns the text at the end of the line, of at most {@link HintText#MOST} characters. */
  String text() {
    Map<Statement, List<TaskNotes>> written =
        tasks.stream()
            .filter(this::isWrittenHere)
            .collect(
                Collectors.groupingBy(
                    task -> Statement.of(task.task().origin()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    if (written.isEmpty()) {
      return called();
    }
    int others = written.size() - 1 + (isAllWritten() ? 0 : 1);
    return written(
        written.values().iterator().next(),
        others == 0 ? "" : others == 1 ? "; 1 other launch" : "; " + others + " other launches");
  }

  private boolean isAllWritten() {
    return tasks.stream().allMatch(this::isWrittenHere);
  }

  private boolean isWrittenHere(TaskNotes task) {
    return task.task().origin().file().equals(analysis.uri());
  }

  /** The text of one launch. */
  private String written(List<TaskNotes> copies, String tail) {
    List<List<TaskNotes>> kinds = kinds(copies);
    List<TaskNotes> told = kinds.getFirst();
    TaskNotes first = told.getFirst();
    String callee = first.task().callee();
    if (kinds.size() == 1) {
      String all = numbers(told) + " " + callee;
      return text(
          namesAnother(first) ? List.of(all, callee, numbers(told)) : List.of(all, callee),
          first,
          tail);
    }
    String which = " (1 of " + kinds.size() + ")";
    String where = where(told, kinds).map(w -> w + which).orElse(numbers(told) + which);
    return text(
        List.of(callee + " " + where, where, where.replaceFirst("^called ", "")), first, tail);
  }

  /** A text has to name something: its own kernel, or that of what it waits for. */
  private static boolean namesAnother(TaskNotes task) {
    return task.waits().stream()
        .flatMap(waits -> waits.of(task.task()).stream())
        .limit(1)
        .anyMatch(
            wait -> wait.other() instanceof OrderNode.Task other && other.id() != task.task().id());
  }

  private static String text(List<String> heads, TaskNotes task, String tail) {
    return task.waits()
        .map(waits -> HintText.of(heads, waits.of(task.task()), waits, task.task(), tail))
        .orElseGet(() -> Annotations.listed(heads, task, tail));
  }

  /** Returns the copies of a launch by what they wait for, wherever these copies are. */
  private static List<List<TaskNotes>> kinds(List<TaskNotes> copies) {
    return List.copyOf(
        copies.stream()
            .collect(
                Collectors.groupingBy(Instances::kind, LinkedHashMap::new, Collectors.toList()))
            .values());
  }

  private static Object kind(TaskNotes task) {
    return task.waits()
        .<Object>map(waits -> waits.kind(task.task()))
        .orElseGet(() -> Annotations.listed(List.of(""), task, ""));
  }

  private static String numbers(List<TaskNotes> tasks) {
    List<Integer> ids = tasks.stream().map(task -> task.task().id()).distinct().sorted().toList();
    return switch (ids.size()) {
      case 1 -> "task " + ids.getFirst();
      case 2, 3 -> "tasks " + ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
      default -> ids.size() + " tasks";
    };
  }

  /**
   * Returns what tells the first kind from the others: its program, or the nearest call that
   * inlines it and none of the others; nothing where neither does.
   */
  private Optional<String> where(List<TaskNotes> told, List<List<TaskNotes>> kinds) {
    List<TaskNotes> rest = kinds.stream().skip(1).flatMap(Collection::stream).toList();
    int deepest = told.stream().mapToInt(task -> calls(task).size()).min().orElse(0);
    for (int i = 0; i < deepest; i++) {
      int depth = i;
      Set<Statement> mine = told.stream().map(t -> call(t, depth)).collect(Collectors.toSet());
      Set<Statement> theirs = rest.stream().map(t -> call(t, depth)).collect(Collectors.toSet());
      if (mine.size() == 1 && !theirs.contains(mine.iterator().next())) {
        return analysis
            .places()
            .of(calls(told.getFirst()).get(depth))
            .map(place -> "called at " + at(place));
      }
    }
    Set<String> programs = told.stream().map(t -> t.entry().name()).collect(Collectors.toSet());
    return programs.size() == 1 && rest.stream().noneMatch(t -> programs.contains(t.entry().name()))
        ? Optional.of("in " + programs.iterator().next())
        : Optional.empty();
  }

  private static Statement call(TaskNotes task, int depth) {
    List<Origin> calls = calls(task);
    return depth < calls.size() ? Statement.of(calls.get(depth)) : Statement.of(Origin.none());
  }

  /** Returns the calls that a task was inlined through, the innermost first. */
  private static List<Origin> calls(TaskNotes task) {
    return Stream.iterate(
            task.task().origin().inlinedAt(),
            Optional::isPresent,
            call -> call.flatMap(Origin::inlinedAt))
        .flatMap(Optional::stream)
        .toList();
  }

  private String at(Place place) {
    return place.uri().equals(analysis.uri())
        ? Integer.toString(place.line())
        : place.fileName() + ":" + place.line();
  }

  /** The text of a call: how many tasks it stands for, and what these wait for outside of it. */
  private String called() {
    Map<String, List<TaskNotes>> programs =
        tasks.stream()
            .collect(
                Collectors.groupingBy(
                    task -> task.entry().name(), LinkedHashMap::new, Collectors.toList()));
    List<TaskNotes> first = programs.values().iterator().next();
    String name = callee(first.getFirst().place());
    int count = first.size();
    String head =
        count == 1
            ? "task " + first.getFirst().task().id() + " " + first.getFirst().task().callee()
            : count + " tasks of " + name;
    TaskNotes task = first.getFirst();
    return task.waits()
        .map(waits -> HintText.of(List.of(head), outside(first, waits), waits, task.task(), ""))
        .orElse(HintText.shortened(head, HintText.MOST));
  }

  /** Returns what the tasks of one call wait for that does not belong to it, each thing once. */
  private List<Waits.Wait> outside(List<TaskNotes> tasks, Waits waits) {
    Place call = tasks.getFirst().place();
    Map<OrderNode, Waits.Wait> found = new LinkedHashMap<>();
    for (TaskNotes task : tasks) {
      for (Waits.Wait wait : waits.of(task.task())) {
        if (!analysis.places().in(call.uri(), wait.other().origin()).equals(Optional.of(call))) {
          found.putIfAbsent(wait.other(), wait);
        }
      }
    }
    return List.copyOf(found.values());
  }

  /** Returns the name of the function that is called at a place. */
  private String callee(Place place) {
    var document = analysis.tree().document();
    int start = document.lines().offset(place.range().start());
    int end = document.lines().offset(place.range().end());
    String call = document.text().substring(start, end);
    int open = call.indexOf('(');
    String name = open < 0 ? call : call.substring(0, open);
    return name.substring(name.lastIndexOf('=') + 1).strip();
  }

  /**
   * Returns the hover: the first task in full, all with their place and what they wait for, and how
   * many there are besides.
   */
  String hover() {
    TaskNotes first = tasks.getFirst();
    String full = TaskHover.of(first);
    Collection<List<TaskNotes>> copies = copies();
    if (copies.size() == 1) {
      String path = path(copies.iterator().next());
      return path.isEmpty() ? full : full + "\n\nIt is launched" + path + ".";
    }
    String all =
        copies.stream().limit(MOST_LINES).map(this::line).collect(Collectors.joining("\n"));
    String more =
        copies.size() > MOST_LINES
            ? "\n-" + Wording.more(copies.size() - MOST_LINES) + "; the task graph has all"
            : "";
    return full + "\n\n---\n\nAll tasks of this line\n\n" + all + more;
  }

  /** Returns the tasks, those together that several programs have alike. */
  private Collection<List<TaskNotes>> copies() {
    return tasks.stream()
        .collect(
            Collectors.groupingBy(
                task ->
                    List.of(
                        task.task().id(),
                        task.task().callee(),
                        task.task().origin(),
                        calls(task),
                        kind(task)),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private String line(List<TaskNotes> copies) {
    TaskNotes task = copies.getFirst();
    return "- task "
        + task.task().id()
        + " "
        + Wording.named(task.places(), task.task().callee(), task.task().origin())
        + path(copies)
        + task.waits().map(waits -> WaitsText.inOneLine(task, waits)).orElse("");
  }

  /** Returns the programs of a task, if there are others, and the calls that it came through. */
  private String path(List<TaskNotes> copies) {
    Set<String> names =
        copies.stream()
            .map(task -> Wording.code(task.entry().name()))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    long programs = tasks.stream().map(TaskNotes::entry).distinct().count();
    String calls =
        calls(copies.getFirst()).stream()
            .map(call -> Wording.link(copies.getFirst().places(), call))
            .filter(link -> !link.isEmpty())
            .collect(Collectors.joining(", from "));
    return (names.size() < programs ? " in " + String.join(", ", names) : "")
        + (calls.isEmpty() ? "" : ", called at " + calls);
  }
}
