package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Hint;
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
import java.util.stream.Stream;

/**
 * The texts at the ends of lines: what each task waits for and why, the mode of each scope, what
 * barriers save.
 */
public final class Annotations {
  /** How many edges of a task the end of a line names. */
  private static final int MOST_EDGES = 8;

  /** What a text begins with that speaks of what would be. */
  static final String IF_ENABLED = "if enabled: ";

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
   * @param text one line of at most {@link HintText#MOST} characters, without the space before it
   * @param kind what it speaks of
   * @param hoverMarkdown what the mouse shows over it
   */
  public record Annotation(int line, String text, Kind kind, Optional<String> hoverMarkdown) {
    public Annotation {
      text = HintText.shortened(text, HintText.MOST);
    }

    private Annotation withoutHover() {
      return new Annotation(line, text, kind, Optional.empty());
    }
  }

  /** Returns the annotations of a file under the given setting, in the order of the lines. */
  public static List<Annotation> of(FileFacts facts) {
    return of(facts, Optional.empty(), EnumSet.allOf(Hint.class), _ -> true);
  }

  /**
   * Returns the same; those on lines that {@code hovers} does not want have no hovers.
   *
   * @param lastOrdered programs as they were, of which it is not known yet what their tasks wait
   *     for: what is said of their tasks and barriers is said of these
   * @param hints the kinds that are wanted
   */
  public static List<Annotation> of(
      FileFacts facts, Optional<FileFacts> lastOrdered, Set<Hint> hints, IntPredicate hovers) {
    FileAnalysis analysis = facts.analysis();
    Set<String> kept = kept(facts, lastOrdered);
    List<Annotation> out = new ArrayList<>();
    if (hints.contains(Hint.WAITS)) {
      byLine(tasks(facts, lastOrdered, kept))
          .forEach((line, tasks) -> out.add(tasks(analysis, line, tasks, hovers.test(line))));
    }
    boolean ifEnabled = !facts.analyzing() && hints.contains(Hint.IF_ENABLED);
    if (ifEnabled) {
      byLine(TaskNotes.of(facts.analyzing(true)))
          .forEach((line, tasks) -> ifEnabled(line, tasks).ifPresent(out::add));
    }
    if (hints.contains(Hint.SCOPES)) {
      out.addAll(ScopeNotes.of(facts));
    }
    if (hints.contains(Hint.FENCES)) {
      out.addAll(fences(facts.only(name -> !kept.contains(name)), ifEnabled));
      lastOrdered.ifPresent(earlier -> out.addAll(fences(earlier.only(kept::contains), ifEnabled)));
    }
    if (hints.contains(Hint.SLOTS)) {
      out.addAll(ArrayNotes.of(facts));
    }
    if (!ifEnabled) {
      out.removeIf(note -> note.kind() == Kind.IF_ENABLED);
    }
    out.replaceAll(note -> hovers.test(note.line()) ? note : note.withoutHover());
    out.sort(Comparator.comparingInt(Annotation::line).thenComparing(Annotation::kind));
    return out;
  }

  /** The tasks of all programs, each as it was last when it was known what it waits for. */
  private static List<TaskNotes> tasks(
      FileFacts facts, Optional<FileFacts> lastOrdered, Set<String> kept) {
    List<TaskNotes> now = new ArrayList<>(TaskNotes.of(facts, e -> !kept.contains(e.name())));
    lastOrdered.ifPresent(
        earlier -> now.addAll(TaskNotes.of(earlier, e -> kept.contains(e.name()))));
    return now;
  }

  /** The programs of which it is not known yet what their tasks wait for, and was known before. */
  private static Set<String> kept(FileFacts facts, Optional<FileFacts> lastOrdered) {
    Set<String> before =
        lastOrdered.stream()
            .flatMap(a -> a.entries().stream())
            .map(EntryAnalysis::name)
            .collect(Collectors.toSet());
    return facts.entries().stream()
        .filter(entry -> !facts.isOrdered(entry) && before.contains(entry.name()))
        .map(EntryAnalysis::name)
        .collect(Collectors.toSet());
  }

  private static List<Annotation> fences(FileFacts facts, boolean ifEnabled) {
    List<Annotation> out = new ArrayList<>(FenceNotes.of(facts));
    if (ifEnabled) {
      out.addAll(FenceNotes.ifEnabled(facts));
    }
    return out;
  }

  private static Map<Integer, List<TaskNotes>> byLine(List<TaskNotes> notes) {
    return notes.stream()
        .collect(
            Collectors.groupingBy(
                n -> n.place().range().start().line(), LinkedHashMap::new, Collectors.toList()));
  }

  private static Annotation tasks(
      FileAnalysis analysis, int line, List<TaskNotes> tasks, boolean hovered) {
    Instances instances = new Instances(analysis, tasks);
    return new Annotation(
        line,
        instances.text(),
        Kind.NOW,
        hovered ? Optional.of(instances.hover()) : Optional.empty());
  }

  /**
   * Returns what the text of a program says that a task waits for, for one of which nothing else is
   * known, behind the first of some heads.
   */
  static String listed(List<String> heads, TaskNotes task, String tail) {
    String head = HintText.shortened(heads.getFirst(), HintText.MOST - tail.length());
    return task.edges().isEmpty() ? head + tail : edges(head + " <- ", task, task.edges(), tail);
  }

  /**
   * Returns the first edges behind a text, as many as fit but at least one, and how many more there
   * are.
   */
  private static String edges(
      String before, TaskNotes task, List<TaskNotes.EdgeNote> edges, String tail) {
    StringBuilder text = new StringBuilder(before);
    int told = 0;
    for (TaskNotes.EdgeNote edge : edges.subList(0, Math.min(MOST_EDGES, edges.size()))) {
      String rest = Wording.more(edges.size() - told - 1) + tail;
      int room = HintText.MOST - text.length() - rest.length() - (told == 0 ? 0 : 2);
      String next = edge(task, edge);
      String shorter = next.length() <= room ? next : Wording.edge(task, edge);
      if (told > 0 && shorter.length() > room) {
        break;
      }
      text.append(told == 0 ? "" : ", ").append(HintText.shortened(shorter, room));
      told++;
    }
    return text.append(Wording.more(edges.size() - told)).append(tail).toString();
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
        : Optional.of(new Annotation(line, texts.getFirst(), Kind.IF_ENABLED, Optional.empty()));
  }

  /** What the analysis adds to a task, or nothing. */
  private static String change(TaskNotes task) {
    List<TaskNotes.EdgeNote> added = task.edges().subList(task.writtenEdges(), task.edges().size());
    String named =
        task.rewrites().stream()
            .map(r -> Wording.argument(r) + " " + r.to().label())
            .collect(Collectors.joining(", "));
    String counted =
        task.rewrites().stream()
            .collect(
                Collectors.groupingBy(
                    r -> r.to().label(), LinkedHashMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(", "));
    if (added.isEmpty()) {
      boolean fits = IF_ENABLED.length() + named.length() <= HintText.MOST;
      return named.isEmpty() ? "" : IF_ENABLED + (fits ? named : counted);
    }
    // Why it would wait is worth more than what that spares the runtime.
    String before = IF_ENABLED + "<- ";
    int room =
        HintText.MOST
            - before.length()
            - edge(task, added.getFirst()).length()
            - Wording.more(added.size() - 1).length();
    String tail =
        Stream.of(named, counted)
            .filter(rewrites -> !rewrites.isEmpty())
            .map(rewrites -> "; " + rewrites)
            .filter(rewrites -> rewrites.length() <= room)
            .findFirst()
            .orElse("");
    return edges(before, task, added, tail);
  }
}
