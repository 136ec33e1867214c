package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.pass.deps.DerivedEdge;
import dev.orchlens.pass.deps.Hazard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The texts at the ends of lines: what each task waits for and why, the mode of each scope, what
 * barriers save.
 */
public final class Annotations {
  /** How many edges of a task the end of a line names. */
  private static final int MOST_EDGES = 8;

  private Annotations() {}

  /** What an annotation speaks of. */
  public enum Kind {
    /** What the compiler does with the settings as they are. */
    NOW,
    /** What it would do with the analysis of AUTO scopes switched on. */
    IF_ENABLED,
    /** Something to look at. */
    WARNING
  }

  /**
   * A text at the end of a line.
   *
   * @param line from 0
   * @param text one line, without the space before it
   * @param kind what it speaks of
   * @param hoverMarkdown what the mouse shows over it
   */
  public record Annotation(int line, String text, Kind kind, Optional<String> hoverMarkdown) {
    private Annotation withoutHover() {
      return new Annotation(line, text, kind, Optional.empty());
    }
  }

  /** Returns the annotations of a file under the given setting, in the order of the lines. */
  public static List<Annotation> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    return of(analysis, Optional.empty(), analyzeAutoScopes, _ -> true);
  }

  /**
   * Returns the same; those on lines that {@code hovers} does not want have no hovers.
   *
   * @param lastOrdered programs as they were, of which it is not known yet what their tasks wait
   *     for: what is said of their tasks is said of these
   */
  public static List<Annotation> of(
      FileAnalysis analysis,
      Optional<FileAnalysis> lastOrdered,
      boolean analyzeAutoScopes,
      IntPredicate hovers) {
    List<Annotation> out = new ArrayList<>();
    Set<String> before =
        lastOrdered.stream()
            .flatMap(a -> a.entries().stream())
            .map(EntryAnalysis::name)
            .collect(Collectors.toSet());
    Set<String> kept =
        analysis.entries().stream()
            .filter(entry -> !entry.isOrdered(analyzeAutoScopes) && before.contains(entry.name()))
            .map(EntryAnalysis::name)
            .collect(Collectors.toSet());
    List<TaskNotes> now =
        new ArrayList<>(TaskNotes.of(analysis, analyzeAutoScopes, e -> !kept.contains(e.name())));
    lastOrdered.ifPresent(
        earlier ->
            now.addAll(TaskNotes.of(earlier, analyzeAutoScopes, e -> kept.contains(e.name()))));
    byLine(now).forEach((line, tasks) -> out.add(tasks(line, tasks, hovers.test(line))));
    if (!analyzeAutoScopes) {
      byLine(TaskNotes.of(analysis, true))
          .forEach((line, tasks) -> ifEnabled(line, tasks).ifPresent(out::add));
    }
    out.addAll(ScopeNotes.of(analysis, analyzeAutoScopes));
    out.addAll(FenceNotes.of(analysis, analyzeAutoScopes));
    out.addAll(ArrayNotes.of(analysis, analyzeAutoScopes));
    if (!analyzeAutoScopes) {
      out.addAll(FenceNotes.ifEnabled(analysis));
    }
    out.replaceAll(note -> hovers.test(note.line()) ? note : note.withoutHover());
    out.sort(Comparator.comparingInt(Annotation::line).thenComparing(Annotation::kind));
    return out;
  }

  private static Map<Integer, List<TaskNotes>> byLine(List<TaskNotes> notes) {
    return notes.stream()
        .collect(
            Collectors.groupingBy(
                n -> n.place().range().start().line(), LinkedHashMap::new, Collectors.toList()));
  }

  private static Annotation tasks(int line, List<TaskNotes> tasks, boolean hovered) {
    String text = Instances.text(tasks);
    if (!hovered) {
      return new Annotation(line, text, Kind.NOW, Optional.empty());
    }
    String hover =
        tasks.stream()
            .map(TaskHover::of)
            .distinct()
            .limit(4)
            .collect(Collectors.joining("\n\n---\n\n"));
    return new Annotation(line, text, Kind.NOW, Optional.of(hover));
  }

  /**
   * Returns what the text of a program says that a task waits for, for one of which nothing else is
   * known.
   */
  static String listed(TaskNotes task) {
    return task.edges().isEmpty() ? "" : " <- " + edges(task, task.edges());
  }

  /** Returns the first edges, and how many more there are. */
  private static String edges(TaskNotes task, List<TaskNotes.EdgeNote> edges) {
    return edges.stream()
            .limit(MOST_EDGES)
            .map(e -> edge(task, e))
            .collect(Collectors.joining(", "))
        + Wording.more(edges.size() - MOST_EDGES);
  }

  private static String edge(TaskNotes task, TaskNotes.EdgeNote note) {
    String name = Wording.edge(task, note);
    if (note.reasons().isEmpty()) {
      return name;
    }
    Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
    note.reasons().forEach(r -> hazards.addAll(r.hazards()));
    String tensors =
        note.reasons().stream()
            .map(DerivedEdge::access)
            .map(a -> a.root().sourceName())
            .distinct()
            .collect(Collectors.joining(", "));
    return name + " (" + Wording.hazards(hazards) + " " + tensors + ")";
  }

  private static Optional<Annotation> ifEnabled(int line, List<TaskNotes> tasks) {
    List<String> texts = tasks.stream().map(Annotations::change).distinct().toList();
    return texts.size() != 1 || texts.getFirst().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Annotation(
                line, "if enabled:" + texts.getFirst(), Kind.IF_ENABLED, Optional.empty()));
  }

  /** What the analysis adds to a task, or nothing. */
  private static String change(TaskNotes task) {
    String edges = edges(task, task.edges().subList(task.writtenEdges(), task.edges().size()));
    String rewrites =
        task.rewrites().stream()
            .map(r -> Wording.argument(r) + " " + r.to().label())
            .collect(Collectors.joining(", "));
    return (edges.isEmpty() ? "" : " <- " + edges)
        + (rewrites.isEmpty() ? "" : (edges.isEmpty() ? " " : "; ") + rewrites);
  }
}
