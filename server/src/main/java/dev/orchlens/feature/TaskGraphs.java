package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Renders the facts of a function as a graph of its tasks. */
public final class TaskGraphs {
  private static final Set<String> WAITS = Set.of("user", "derived", "runtime");

  /** How many reasons an edge is told with. */
  private static final int MOST_REASONS = 8;

  private final CompiledFunction one;
  private final GraphBody body;
  private final List<TaskGraph.Edge> edges = new ArrayList<>();
  private final Map<GraphPaths.Pair, Boolean> near = new LinkedHashMap<>();

  private TaskGraphs(FileAnalysis analysis, CompiledFunction one) {
    this.one = one;
    this.body = new GraphBody(analysis, one.function(), home(analysis, one).orElseThrow());
  }

  /**
   * Returns the graph of the function at a position, or of the file's first one; nothing when there
   * is none.
   *
   * @param entry the name of the entry whose function is meant, where several have it
   */
  public static Optional<TaskGraph> at(
      FileFacts facts, TextPosition position, Optional<String> entry) {
    FileAnalysis analysis = facts.analysis();
    List<CompiledFunction> meant =
        CompiledFunction.meant(facts, Optional.of(position)).stream()
            .filter(one -> home(analysis, one).isPresent())
            .toList();
    return CompiledFunction.first(meant, entry)
        .map(one -> of(facts, one).among(CompiledFunction.entries(meant)));
  }

  private static Optional<Place> home(FileAnalysis analysis, CompiledFunction one) {
    return analysis.places().in(analysis.uri(), one.function().function().origin());
  }

  private static TaskGraph of(FileFacts facts, CompiledFunction one) {
    TaskGraphs graph = new TaskGraphs(facts.analysis(), one);
    List<OrderProblems.Found> unordered =
        one.order().map(order -> unordered(facts, one, order)).orElse(List.of());
    one.order().ifPresent(order -> graph.accesses(order, unordered));
    one.waits().ifPresentOrElse(graph::waits, () -> graph.facts(one.function(), false));
    graph.facts(
        compiledOn(one.entry()).getOrDefault(one.function().function().name(), one.function()),
        true);
    unordered.forEach(graph::unordered);
    return graph.drawn(facts.analysis().version());
  }

  /** Returns what is told of pairs of this function that nothing orders. */
  private static List<OrderProblems.Found> unordered(
      FileFacts facts, CompiledFunction one, FunctionOrder order) {
    Set<OrderHazard> own = Collections.newSetFromMap(new IdentityHashMap<>());
    own.addAll(order.hazards());
    return OrderProblems.of(facts, one.entry()).stream()
        .filter(found -> !found.hazards().isEmpty() && own.contains(found.hazards().getFirst()))
        .toList();
  }

  /** Adds the accesses of the orchestrator that wait or are waited for, or that nothing orders. */
  private void accesses(FunctionOrder order, List<OrderProblems.Found> unordered) {
    Set<OrderNode> wanted = new HashSet<>();
    for (OrderEdge edge : order.edges()) {
      wanted.addAll(List.of(edge.from(), edge.to()));
    }
    for (OrderProblems.Found found : unordered) {
      wanted.add(found.hazards().getFirst().first());
      wanted.add(found.hazards().getFirst().second());
    }
    body.accesses(order.nodes(), wanted);
  }

  private static Map<String, FunctionFacts> compiledOn(EntryAnalysis entry) {
    return entry.facts(true).orElse(null) instanceof Outcome.Compiled compiled
        ? compiled.functions()
        : Map.of();
  }

  private TaskGraph drawn(int version) {
    List<TaskGraph.Node> nodes = List.copyOf(body.nodes().values());
    GraphPaths paths = new GraphPaths(nodes, body.groups(), near);
    Set<GraphPaths.Pair> redundant = paths.redundant();
    List<String> longest = paths.longest();
    Set<GraphPaths.Pair> critical = new HashSet<>();
    for (int at = 1; at < longest.size(); at++) {
      critical.add(new GraphPaths.Pair(longest.get(at - 1), longest.get(at)));
    }
    Set<String> onLongest = Set.copyOf(longest.size() > 1 ? longest : List.of());
    return new TaskGraph(
        one.entry().name(),
        one.function().function().name(),
        version,
        nodes.stream().map(n -> onLongest.contains(n.id()) ? n.asCritical() : n).toList(),
        List.copyOf(body.groups().values()),
        edges.stream()
            .map(
                edge -> {
                  GraphPaths.Pair ends = new GraphPaths.Pair(edge.from(), edge.to());
                  boolean isWait = WAITS.contains(edge.kind()) && near.containsKey(ends);
                  return edge.with(
                      isWait && redundant.contains(ends), isWait && critical.contains(ends));
                })
            .toList(),
        TaskGraph.length(one.order().map(FunctionOrder::longest).orElse(OptionalInt.empty())),
        List.of(one.entry().name()),
        false);
  }

  /** Adds who waits for whom when the function runs: one edge of each kind between two nodes. */
  private void waits(Waits waits) {
    Map<List<Object>, List<OrderEdge>> alike = new LinkedHashMap<>();
    for (OrderEdge edge : waits.order().edges()) {
      alike
          .computeIfAbsent(
              List.of(kind(waits, edge), edge.from(), edge.to()), _ -> new ArrayList<>())
          .add(edge);
    }
    alike.forEach(
        (key, all) -> {
          OrderEdge first = all.getFirst();
          Optional<TaskGraph.Node> from = body.node(first.from());
          Optional<TaskGraph.Node> to = body.node(first.to());
          if (from.isPresent() && to.isPresent()) {
            edge(
                from.get().id(),
                to.get().id(),
                (String) key.getFirst(),
                label(all),
                why(waits, all));
            if (all.stream().anyMatch(GraphPaths::isNear)) {
              near.merge(
                  new GraphPaths.Pair(from.get().id(), to.get().id()),
                  all.stream().anyMatch(edge -> GraphPaths.isNear(edge) && edge.always()),
                  Boolean::logicalOr);
            }
          }
        });
  }

  private static String kind(Waits waits, OrderEdge edge) {
    return switch (waits.way(edge)) {
      case DEPS, NAMED -> "user";
      case DERIVED, FENCE -> "derived";
      case RUNTIME, CREATOR -> "runtime";
    };
  }

  /** Returns by what waits were found, and how iterations lie to each other where they differ. */
  private static String label(List<OrderEdge> edges) {
    Set<String> labels = new LinkedHashSet<>();
    for (OrderEdge edge : edges) {
      String text =
          edge.tensor().orElse("") + (GraphPaths.isNear(edge) ? "" : " " + edge.distance().text());
      if (!text.isBlank()) {
        labels.add(text.strip());
      }
    }
    return labels.isEmpty() ? null : String.join(", ", labels);
  }

  private static List<String> why(Waits waits, List<OrderEdge> edges) {
    Set<String> why = new LinkedHashSet<>();
    for (OrderEdge edge : edges) {
      String kinds = waits.kinds(edge);
      String because = edge.because() + (edge.always() ? "." : ", not in every run.");
      why.add(
          edge.tensor()
              .map(t -> (kinds.isEmpty() ? "" : kinds + " ") + t + ": " + because)
              .orElseGet(() -> Character.toUpperCase(because.charAt(0)) + because.substring(1)));
    }
    return why.stream().limit(MOST_REASONS).toList();
  }

  /** Adds what nothing orders, or is not shown to be ordered. */
  private void unordered(OrderProblems.Found found) {
    OrderHazard hazard = found.hazards().getFirst();
    Optional<TaskGraph.Node> from = body.node(hazard.first());
    Optional<TaskGraph.Node> to = body.node(hazard.second());
    if (from.isPresent() && to.isPresent()) {
      edge(
          from.get().id(),
          to.get().id(),
          found.isRace() ? "race" : "unproven",
          hazard.kind() + " " + hazard.tensor(),
          List.of(found.problem().message()));
    }
  }

  private void edge(String from, String to, String kind, String label, List<String> why) {
    edges.add(new TaskGraph.Edge(from, to, kind, label, why, false, false));
  }

  /** Adds what the facts say of waits: all, where nothing better is known, or what would be. */
  private void facts(FunctionFacts source, boolean onlyIfEnabled) {
    Set<GraphPaths.Pair> known = new HashSet<>();
    edges.forEach(edge -> known.add(new GraphPaths.Pair(edge.from(), edge.to())));
    for (TaskFact task : source.tasks()) {
      String id = GraphBody.taskId(task.id());
      if (!onlyIfEnabled) {
        task.userDeps().forEach(dep -> fact(dep, id, "user", known));
      }
      String kind = onlyIfEnabled ? "ifEnabled" : "derived";
      task.compilerDeps().forEach(dep -> fact(dep, id, kind, known));
    }
    if (!onlyIfEnabled) {
      for (FunctionFacts.Barrier barrier : source.barriers()) {
        barrier.deps().forEach(dep -> fact(dep, GraphBody.barrierId(barrier.id()), "user", known));
      }
    }
  }

  /** Adds an edge unless the two are joined already or the one that waits is not in the drawing. */
  private void fact(Edge dep, String to, String kind, Set<GraphPaths.Pair> known) {
    TaskGraph.Node waiting = body.nodes().get(to);
    if (waiting == null) {
      return;
    }
    String from = source(dep, waiting);
    if (known.add(new GraphPaths.Pair(from, to))) {
      edge(from, to, kind, body.groups().containsKey(from) ? name(dep) : null, List.of());
    }
  }

  /**
   * Returns the node or group that the edge comes from; a value that neither makes becomes a node
   * of its own.
   */
  private String source(Edge dep, TaskGraph.Node waiting) {
    Optional<String> drawn =
        switch (dep) {
          case Edge.Task(int id) -> Optional.of(GraphBody.taskId(id));
          case Edge.Barrier(int id) -> Optional.of(GraphBody.barrierId(id));
          case Edge.Loop(int loop, _) -> Optional.of(GraphBody.loopId(loop));
          case Edge.If(int branch, _) -> Optional.of(GraphBody.branchId(branch));
          case Edge.Carry _, Edge.Array _, Edge.Slot _, Edge.Param _, Edge.Local _ ->
              Optional.empty();
        };
    if (drawn
        .filter(id -> body.nodes().containsKey(id) || body.groups().containsKey(id))
        .isPresent()) {
      return drawn.get();
    }
    String group =
        dep instanceof Edge.Carry(int loop, _) && body.groups().containsKey(GraphBody.loopId(loop))
            ? GraphBody.loopId(loop)
            : null;
    // What lowering makes of several TaskIds in deps= has one name everywhere; it is each task's
    // own.
    boolean own = dep instanceof Edge.Array(String name) && Wording.isCompilerMade(name);
    String id = "value-" + (own ? waiting.id() : (group == null ? "" : group + "-") + name(dep));
    body.value(id, name(dep), own ? waiting.group() : group, waiting);
    return id;
  }

  private static String name(Edge dep) {
    return switch (dep) {
      case Edge.Task(int id) -> "task " + id;
      case Edge.Barrier(int id) -> "barrier " + id;
      case Edge.Loop(_, String var) -> var;
      case Edge.If(_, String var) -> var;
      case Edge.Carry(_, String var) -> var + " (previous iteration)";
      case Edge.Array(String name) when Wording.isCompilerMade(name) -> "TaskIds of deps=";
      case Edge.Array(String name) -> name;
      case Edge.Slot(String array, var index) -> array + "[" + ExprText.of(index) + "]";
      case Edge.Param(String name) -> name;
      case Edge.Local(String name) -> name;
    };
  }
}
