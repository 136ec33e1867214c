package dev.orchlens.feature;

import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.Distance;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who waits for whom in one function when it runs, as what is shown needs it. */
public final class Waits {
  private final FunctionFacts facts;
  private final FunctionOrder order;
  private final Map<Integer, OrderNode> tasks = new HashMap<>();
  private final Map<OrderNode, Map<OrderNode, List<OrderEdge>>> before = new HashMap<>();
  private final Map<OrderNode, Map<OrderNode, List<OrderEdge>>> behind = new HashMap<>();
  private final Map<OrderNode, List<OrderHazard>> hazards = new HashMap<>();
  private final Map<OrderNode, Integer> places = new HashMap<>();

  /** How a wait comes about, as users know it. */
  enum Way {
    /** The user names it in {@code deps=}. */
    DEPS("deps"),
    /** The compiler derived it. */
    DERIVED("derived"),
    /** A barrier that the compiler puts in between. */
    FENCE("fence"),
    /**
     * Named by the user or derived by the compiler, through a value that stands for several tasks.
     */
    NAMED("named"),
    /** The runtime finds it. */
    RUNTIME("runtime"),
    /** The runtime waits for the task that a buffer was made for. */
    CREATOR("maker");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    /** Returns the word for it. */
    String label() {
      return label;
    }
  }

  /**
   * All waits of one task for another.
   *
   * @param other the one that is waited for or, of waits for a task, the one that waits
   * @param edges the waits, at least one
   */
  public record Wait(OrderNode other, List<OrderEdge> edges) {
    public Wait {
      edges = List.copyOf(edges);
    }

    /**
     * Returns how the iterations of the two lie to each other: the nearest distance of all the
     * waits.
     */
    public Distance distance() {
      return edges.stream()
          .map(OrderEdge::distance)
          .min(Comparator.comparingLong(Waits::rank))
          .orElseThrow();
    }

    /** Returns whether one of the waits is there whenever both run. */
    public boolean always() {
      return edges.stream().anyMatch(OrderEdge::always);
    }
  }

  Waits(FunctionFacts facts, FunctionOrder order) {
    this.facts = facts;
    this.order = order;
    for (OrderNode node : order.nodes()) {
      places.put(node, places.size());
      if (node instanceof OrderNode.Task task) {
        tasks.put(task.id(), node);
      }
    }
    for (OrderEdge edge : order.edges()) {
      put(before, edge.to(), edge.from(), edge);
      put(behind, edge.from(), edge.to(), edge);
    }
    for (OrderHazard hazard : order.hazards()) {
      hazards.computeIfAbsent(hazard.second(), _ -> new ArrayList<>()).add(hazard);
      if (hazard.first() != hazard.second()) {
        hazards.computeIfAbsent(hazard.first(), _ -> new ArrayList<>()).add(hazard);
      }
    }
  }

  private static void put(
      Map<OrderNode, Map<OrderNode, List<OrderEdge>>> map,
      OrderNode node,
      OrderNode other,
      OrderEdge edge) {
    map.computeIfAbsent(node, _ -> new LinkedHashMap<>())
        .computeIfAbsent(other, _ -> new ArrayList<>())
        .add(edge);
  }

  private static long rank(Distance distance) {
    return switch (distance) {
      case Distance.Same _ -> 0;
      case Distance.All _ -> 0;
      case Distance.Exactly(long count) -> count;
      case Distance.AtLeast(long count) -> count;
    };
  }

  /** Returns the order of the function. */
  public FunctionOrder order() {
    return order;
  }

  /** Returns what a task waits for: what is named first, then what comes last in the program. */
  public List<Wait> of(TaskFact task) {
    return sorted(before.getOrDefault(node(task), Map.of()));
  }

  /** Returns who waits for a task, in the same order. */
  public List<Wait> after(TaskFact task) {
    return sorted(behind.getOrDefault(node(task), Map.of()));
  }

  /** Returns the hazards of a task with others: those that nothing is shown to order first. */
  public List<OrderHazard> hazards(TaskFact task) {
    return hazards.getOrDefault(node(task), List.of()).stream()
        .sorted(
            Comparator.comparingInt(
                hazard ->
                    hazard.status() == OrderHazard.Status.RACE
                        ? 0
                        : hazard.status().isOrdered() ? 2 : 1))
        .toList();
  }

  private OrderNode node(TaskFact task) {
    return tasks.get(task.id());
  }

  private List<Wait> sorted(Map<OrderNode, List<OrderEdge>> waits) {
    return waits.entrySet().stream()
        .map(entry -> new Wait(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.<Wait>comparingInt(wait -> isNamed(wait) ? 0 : 1)
                .thenComparingInt(wait -> -places.getOrDefault(wait.other(), 0)))
        .toList();
  }

  private static boolean isNamed(Wait wait) {
    return wait.edges().stream().anyMatch(edge -> edge.kind() == OrderEdge.Kind.EXPLICIT);
  }

  /** Returns how a wait comes about. */
  Way way(OrderEdge edge) {
    return switch (edge.kind()) {
      case LOOKUP -> Way.RUNTIME;
      case CREATOR -> Way.CREATOR;
      case EXPLICIT -> named(edge);
    };
  }

  private Way named(OrderEdge edge) {
    if (edge.from() instanceof OrderNode.Barrier barrier && isFence(barrier)) {
      return Way.FENCE;
    }
    if (!(edge.to() instanceof OrderNode.Task(int id, String _, var _))) {
      return edge.to() instanceof OrderNode.Barrier barrier && isFence(barrier)
          ? Way.FENCE
          : Way.DEPS;
    }
    TaskFact task = facts.tasks().get(id);
    if (task.compilerDeps().isEmpty()) {
      return Way.DEPS;
    }
    if (task.userDeps().isEmpty()) {
      return Way.DERIVED;
    }
    if (edge.from() instanceof OrderNode.Task(int from, String _, var _)) {
      if (task.userDeps().contains(new Edge.Task(from))) {
        return Way.DEPS;
      }
      if (task.compilerDeps().contains(new Edge.Task(from))) {
        return Way.DERIVED;
      }
    }
    return Way.NAMED;
  }

  /**
   * Returns whether the compiler made a barrier; of those that only the generated code has the
   * facts know nothing.
   */
  private boolean isFence(OrderNode.Barrier barrier) {
    return barrier.id() >= facts.barriers().size() || facts.barriers().get(barrier.id()).inserted();
  }

  /** Returns the ways of a wait as short as they can be said: {@code deps, runtime: RAW t}. */
  public String ways(Wait wait) {
    Set<String> words = new LinkedHashSet<>();
    Map<String, List<String>> found = new TreeMap<>();
    for (OrderEdge edge : wait.edges()) {
      Way way = way(edge);
      if (way == Way.RUNTIME && edge.tensor().isPresent()) {
        found.computeIfAbsent(kinds(edge), _ -> new ArrayList<>()).add(edge.tensor().get());
      } else if (way == Way.DERIVED) {
        words.add(derived(edge));
      } else {
        words.add(way.label() + edge.tensor().map(t -> " of " + t).orElse(""));
      }
    }
    if (!found.isEmpty()) {
      words.add(
          "runtime: "
              + found.entrySet().stream()
                  .map(
                      e ->
                          (e.getKey().isEmpty() ? "" : e.getKey() + " ")
                              + String.join(", ", e.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    return String.join(", ", words);
  }

  /** Returns the same without the names of buffers: {@code deps, runtime RAW}. */
  String shortWays(Wait wait) {
    Set<String> words = new LinkedHashSet<>();
    Set<OrderHazard.Kind> kinds = EnumSet.noneOf(OrderHazard.Kind.class);
    for (OrderEdge edge : wait.edges()) {
      words.add(way(edge).label());
      kinds.addAll(kindsOf(edge));
    }
    String stakes = kinds.stream().map(Enum::name).collect(Collectors.joining("+"));
    return String.join(", ", words) + (stakes.isEmpty() ? "" : " " + stakes);
  }

  /** Returns what a wait that the compiler derived is for: {@code derived: RAW+WAW t}. */
  private String derived(OrderEdge edge) {
    Map<String, Set<OrderHazard.Kind>> kinds = new TreeMap<>();
    for (OrderHazard hazard : hazards.getOrDefault(edge.to(), List.of())) {
      if (hazard.first() == edge.from() && hazard.second() == edge.to()) {
        kinds
            .computeIfAbsent(hazard.tensor(), _ -> EnumSet.noneOf(OrderHazard.Kind.class))
            .add(hazard.kind());
      }
    }
    return Way.DERIVED.label()
        + (kinds.isEmpty() ? "" : ": ")
        + kinds.entrySet().stream()
            .map(
                e ->
                    e.getValue().stream().map(Enum::name).collect(Collectors.joining("+"))
                        + " "
                        + e.getKey())
            .collect(Collectors.joining(", "));
  }

  /**
   * Returns what the accesses that a wait was found by have at stake; nothing where they certainly
   * do not meet.
   */
  String kinds(OrderEdge edge) {
    return kindsOf(edge).stream().map(Enum::name).collect(Collectors.joining("+"));
  }

  private Set<OrderHazard.Kind> kindsOf(OrderEdge edge) {
    Set<OrderHazard.Kind> kinds = EnumSet.noneOf(OrderHazard.Kind.class);
    for (OrderHazard hazard : hazards.getOrDefault(edge.to(), List.of())) {
      if (hazard.first() == edge.from()
          && hazard.second() == edge.to()
          && edge.tensor().filter(hazard.tensor()::equals).isPresent()) {
        kinds.add(hazard.kind());
      }
    }
    return kinds;
  }

  /**
   * Returns what a task waits for, told by places in the text: copies of an inlined function have
   * the same ones.
   */
  List<List<Object>> kind(TaskFact task) {
    return of(task).stream()
        .map(
            wait -> {
              Origin origin = wait.other().origin();
              return List.<Object>of(
                  origin.file(),
                  origin.item(),
                  origin.start(),
                  origin.end(),
                  wait.distance(),
                  ways(wait));
            })
        .toList();
  }

  /** Returns how many waits of a task are of one of these ways. */
  long count(TaskFact task, Collection<Way> ways) {
    return before.getOrDefault(node(task), Map.of()).values().stream()
        .flatMap(List::stream)
        .filter(edge -> ways.contains(way(edge)))
        .count();
  }
}
