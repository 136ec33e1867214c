package dev.orchlens.feature;

import dev.orchlens.analysis.Places;
import dev.orchlens.order.Distance;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import dev.orchlens.pass.deps.DerivedEdge;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words for what a task waits for when it runs, who waits for it, and what is at stake. */
final class WaitsText {
  /** How many waits, waiting tasks and hazards each are told one by one. */
  private static final int MOST = 16;

  private final Places places;
  private final TaskNotes notes;
  private final Waits waits;
  private final StringBuilder out = new StringBuilder();

  private WaitsText(TaskNotes notes, Waits waits) {
    this.places = notes.places();
    this.notes = notes;
    this.waits = waits;
  }

  /** How many waits a line that tells one task among others names. */
  private static final int MOST_IN_LINE = 8;

  /** Returns what a task waits for as the rest of a line of a list, each with its link. */
  static String inOneLine(TaskNotes notes, Waits waits) {
    WaitsText text = new WaitsText(notes, waits);
    List<Waits.Wait> all = waits.of(notes.task());
    return all.isEmpty()
        ? ": waits for nothing"
        : all.stream()
                .limit(MOST_IN_LINE)
                .map(w -> text.named(w.other()) + " (" + waits.ways(w) + ")")
                .collect(Collectors.joining(", ", ": waits for ", ""))
            + Wording.more(all.size() - MOST_IN_LINE);
  }

  private String named(OrderNode node) {
    return Wording.named(places, node.name(), node.origin());
  }

  /** Returns the part of a hover that tells them. */
  static String of(TaskNotes notes, Waits waits) {
    WaitsText text = new WaitsText(notes, waits);
    text.before();
    text.behind();
    text.hazards();
    return text.out.toString();
  }

  private void before() {
    List<Waits.Wait> all = waits.of(notes.task());
    if (all.isEmpty()) {
      out.append("Waits for nothing: it may start as soon as it is submitted.\n");
      return;
    }
    out.append("Waits for\n");
    Map<Integer, Set<String>> reasons = reasons();
    for (Waits.Wait wait : all.subList(0, Math.min(MOST, all.size()))) {
      out.append("- ").append(node(wait.other())).append(iterations(wait.distance())).append(": ");
      out.append(wait.edges().stream().map(this::way).distinct().collect(Collectors.joining("; ")));
      out.append(wait.always() ? "" : " (not in every run)").append('\n');
      if (wait.other() instanceof OrderNode.Task task) {
        reasons
            .getOrDefault(task.id(), Set.of())
            .forEach(r -> out.append("  - ").append(r).append('\n'));
      }
    }
    rest(all.size());
  }

  private void rest(int all) {
    if (all > MOST) {
      out.append("-").append(Wording.more(all - MOST)).append('\n');
    }
  }

  /** Returns why the compiler derived waits, by the task that is waited for. */
  private Map<Integer, Set<String>> reasons() {
    Map<Integer, Set<String>> reasons = new TreeMap<>();
    List<TaskNotes.EdgeNote> edges = notes.edges();
    for (TaskNotes.EdgeNote edge : edges.subList(0, Math.min(2 * MOST, edges.size()))) {
      for (DerivedEdge reason : edge.reasons()) {
        notes
            .launchedAs(reason.producer().number())
            .ifPresent(
                producer ->
                    reasons
                        .computeIfAbsent(producer.id(), _ -> new LinkedHashSet<>())
                        .add(TaskHover.reason(places, reason)));
      }
    }
    return reasons;
  }

  private String way(OrderEdge edge) {
    String tensor = edge.tensor().map(t -> "`" + t + "`").orElse("its buffer");
    return switch (waits.way(edge)) {
      case DEPS -> "named in `deps=`";
      case DERIVED -> "derived by the compiler";
      case FENCE -> "a barrier that the compiler puts in between";
      case NAMED -> "named in `deps=` or derived by the compiler";
      case CREATOR -> "the runtime finds it as the task that " + tensor + " was made for";
      case RUNTIME -> {
        String kinds = waits.kinds(edge);
        yield "the runtime finds it as a writer of "
            + tensor
            + (kinds.isEmpty() ? "; no hazard between the two is known" : " (" + kinds + ")");
      }
    };
  }

  private String node(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task ->
          "task " + task.id() + " `" + task.callee() + "` " + Wording.link(places, task.origin());
      case OrderNode.Barrier barrier ->
          barrier.name() + " " + Wording.link(places, barrier.origin());
      case OrderNode.HostAccess access ->
          "`" + access.name() + "` " + Wording.link(places, access.origin());
    };
  }

  private static String iterations(Distance distance) {
    return switch (distance) {
      case Distance.Same _ -> "";
      case Distance.All _ -> ", any iteration of its loop";
      case Distance.Exactly(long count) when count == 1 -> ", of the iteration before";
      case Distance.Exactly(long count) -> ", of " + count + " iterations before";
      case Distance.AtLeast(long count) when count == 0 -> ", of this iteration or one before";
      case Distance.AtLeast(long count) when count == 1 -> ", of any iteration before";
      case Distance.AtLeast(long count) -> ", of an iteration at least " + count + " before";
    };
  }

  private void behind() {
    List<Waits.Wait> all = waits.after(notes.task());
    if (all.isEmpty()) {
      out.append("\nNobody waits for it.\n");
      return;
    }
    out.append("\nWaited for by\n");
    for (Waits.Wait wait : all.subList(0, Math.min(MOST, all.size()))) {
      out.append("- ")
          .append(node(wait.other()))
          .append(" (")
          .append(waits.ways(wait))
          .append(")\n");
    }
    rest(all.size());
  }

  private void hazards() {
    List<OrderHazard> all = waits.hazards(notes.task());
    if (all.isEmpty()) {
      return;
    }
    Map<OrderHazard.Status, Long> counts =
        all.stream()
            .collect(
                Collectors.groupingBy(OrderHazard::status, TreeMap::new, Collectors.counting()));
    out.append("\nHazards: ");
    out.append(
        counts.entrySet().stream()
            .map(e -> e.getValue() + " " + word(e.getKey()))
            .collect(Collectors.joining(", ")));
    out.append('\n');
    List<OrderHazard> open = new ArrayList<>(all);
    open.removeIf(
        hazard -> hazard.status().isOrdered() || hazard.status() == OrderHazard.Status.COMMUTES);
    for (OrderHazard hazard : open.subList(0, Math.min(MOST, open.size()))) {
      boolean later = isThis(hazard.second());
      out.append("- **")
          .append(hazard.status().label())
          .append("** ")
          .append(hazard.kind())
          .append(" `");
      out.append(hazard.tensor()).append("` ").append(later ? "behind " : "before ");
      out.append(node(later ? hazard.first() : hazard.second()))
          .append(": ")
          .append(hazard.because());
      hazard.witness().ifPresent(witness -> out.append(" In a run, ").append(witness).append('.'));
      out.append('\n');
    }
    rest(open.size());
  }

  private boolean isThis(OrderNode node) {
    return node instanceof OrderNode.Task task && task.id() == notes.task().id();
  }

  private static String word(OrderHazard.Status status) {
    return switch (status) {
      case ORDERED_BY_LOOKUP -> "ordered by the runtime";
      case ORDERED_BY_CHAIN -> "ordered by waits";
      case RACE -> "with nothing that orders it (race)";
      case UNPROVEN -> "unproven";
      case COMMUTES -> "of atomic additions";
    };
  }
}
