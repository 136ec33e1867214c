package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.analysis.facts.TreeNode;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.Distance;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderNode;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Renders the facts of a function as a graph of its tasks. */
public final class TaskGraphs {
  private final FunctionFacts facts;
  private final Place home;
  private final Places places;
  private final Map<String, TaskGraph.Node> nodes = new LinkedHashMap<>();
  private final Map<String, TaskGraph.Group> groups = new LinkedHashMap<>();
  private final List<TaskGraph.Edge> edges = new ArrayList<>();
  private int scopes;

  private TaskGraphs(FunctionFacts facts, Place home, Places places) {
    this.facts = facts;
    this.home = home;
    this.places = places;
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
        .map(one -> of(analysis, one).among(CompiledFunction.entries(meant)));
  }

  private static Optional<Place> home(FileAnalysis analysis, CompiledFunction one) {
    return analysis.places().in(analysis.uri(), one.function().function().origin());
  }

  private static TaskGraph of(FileAnalysis analysis, CompiledFunction one) {
    FunctionFacts ifEnabled =
        compiledOn(one.entry()).getOrDefault(one.function().function().name(), one.function());
    Place home = home(analysis, one).orElseThrow();
    return of(
        one.entry().name(),
        analysis.version(),
        one.function(),
        ifEnabled,
        one.waits(),
        home,
        analysis.places());
  }

  private static Map<String, FunctionFacts> compiledOn(EntryAnalysis entry) {
    return entry.facts(true).orElse(null) instanceof Outcome.Compiled compiled
        ? compiled.functions()
        : Map.of();
  }

  /**
   * Returns the graph of a function.
   *
   * @param entry the entry that the function belongs to
   * @param version the version of the document
   * @param now the facts as the settings say
   * @param ifEnabled the facts with the analysis of AUTO scopes switched on; may be the same
   * @param waits who waits for whom when the function runs, where that is known
   * @param home where the function stands; what has no place of its own is shown there
   * @param places where the parts of the function stand
   */
  private static TaskGraph of(
      String entry,
      int version,
      FunctionFacts now,
      FunctionFacts ifEnabled,
      Optional<Waits> waits,
      Place home,
      Places places) {
    TaskGraphs graph = new TaskGraphs(now, home, places);
    graph.body(now.tree(), null);
    waits.ifPresentOrElse(graph::waits, () -> graph.waits(now, false));
    graph.waits(ifEnabled, true);
    return new TaskGraph(
        entry,
        now.function().name(),
        version,
        List.copyOf(graph.nodes.values()),
        List.copyOf(graph.groups.values()),
        graph.edges,
        List.of(entry),
        false);
  }

  private void body(List<TreeNode> body, String group) {
    for (TreeNode node : body) {
      switch (node) {
        case TreeNode.Task(int id) -> task(facts.tasks().get(id), group);
        case TreeNode.Barrier(int id) -> barrier(facts.barriers().get(id), group);
        case TreeNode.Scope scope -> {
          String id = group("scope-" + scopes++, "scope", label(scope), group, scope.origin());
          body(scope.body(), id);
        }
        case TreeNode.Loop loop -> {
          String id = group(loopId(loop.number()), "loop", label(loop), group, loop.origin());
          body(loop.body(), id);
        }
        case TreeNode.If branch -> branch(branch, group);
      }
    }
  }

  private void branch(TreeNode.If branch, String group) {
    String id = group(branchId(branch.number()), "branch", "if", group, branch.origin());
    if (!branch.then().isEmpty()) {
      body(branch.then(), group(id + "-then", "branch", "then", id, branch.origin()));
    }
    if (!branch.orElse().isEmpty()) {
      body(branch.orElse(), group(id + "-else", "branch", "else", id, branch.origin()));
    }
  }

  private void task(TaskFact task, String group) {
    node(taskId(task.id()), "task", task.id() + "  " + task.callee(), group, task.origin());
  }

  private void barrier(FunctionFacts.Barrier barrier, String group) {
    String label = barrier.inserted() ? "fence" : "task_dummy";
    node(barrierId(barrier.id()), "barrier", label, group, barrier.origin());
  }

  private void node(String id, String kind, String label, String group, Origin origin) {
    Place place = place(origin);
    nodes.put(
        id, new TaskGraph.Node(id, kind, label, group, place.uri(), place.range().start().line()));
  }

  private String group(String id, String kind, String label, String group, Origin origin) {
    Place place = place(origin);
    groups.put(
        id, new TaskGraph.Group(id, kind, label, group, place.uri(), place.range().start().line()));
    return id;
  }

  private Place place(Origin origin) {
    return places.in(home.uri(), origin).or(() -> places.of(origin)).orElse(home);
  }

  /** Adds who waits for whom when the function runs. */
  private void waits(Waits waits) {
    Set<String> known = new HashSet<>();
    for (OrderEdge edge : waits.order().edges()) {
      Optional<String> from = id(edge.from());
      Optional<String> to = id(edge.to());
      if (from.isEmpty()
          || to.isEmpty()
          || !nodes.containsKey(from.get())
          || !nodes.containsKey(to.get())) {
        continue;
      }
      String kind =
          switch (waits.way(edge)) {
            case DEPS, NAMED -> "user";
            case DERIVED, FENCE -> "derived";
            case RUNTIME, CREATOR -> "runtime";
          };
      if (known.add(kind + from.get() + ">" + to.get())) {
        edges.add(new TaskGraph.Edge(from.get(), to.get(), kind, label(edge)));
      }
    }
  }

  private static Optional<String> id(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task -> Optional.of(taskId(task.id()));
      case OrderNode.Barrier barrier -> Optional.of(barrierId(barrier.id()));
      case OrderNode.HostAccess _ -> Optional.empty();
    };
  }

  /** Returns by what a wait was found, and how iterations lie to each other where they differ. */
  private static String label(OrderEdge edge) {
    boolean isSame =
        edge.distance() instanceof Distance.Same || edge.distance() instanceof Distance.All;
    String text = edge.tensor().orElse("") + (isSame ? "" : " " + edge.distance().text());
    return text.isBlank() ? null : text.strip();
  }

  private void waits(FunctionFacts source, boolean onlyIfEnabled) {
    Set<String> known = new HashSet<>();
    edges.forEach(edge -> known.add(edge.from() + ">" + edge.to()));
    for (TaskFact task : source.tasks()) {
      if (!onlyIfEnabled) {
        task.userDeps().forEach(dep -> edge(dep, taskId(task.id()), "user", known));
      }
      String kind = onlyIfEnabled ? "ifEnabled" : "derived";
      task.compilerDeps().forEach(dep -> edge(dep, taskId(task.id()), kind, known));
    }
    if (!onlyIfEnabled) {
      for (FunctionFacts.Barrier barrier : source.barriers()) {
        barrier.deps().forEach(dep -> edge(dep, barrierId(barrier.id()), "user", known));
      }
    }
  }

  /** Adds an edge unless the two are joined already or the one that waits is not in the drawing. */
  private void edge(Edge dep, String to, String kind, Set<String> known) {
    if (!nodes.containsKey(to)) {
      return;
    }
    String from = source(dep, nodes.get(to));
    if (known.add(from + ">" + to)) {
      edges.add(new TaskGraph.Edge(from, to, kind, groups.containsKey(from) ? label(dep) : null));
    }
  }

  /**
   * Returns the node or group that the edge comes from; a value that neither makes becomes a node
   * of its own.
   */
  private String source(Edge dep, TaskGraph.Node waiting) {
    Optional<String> drawn =
        switch (dep) {
          case Edge.Task(int id) -> Optional.of(taskId(id));
          case Edge.Barrier(int id) -> Optional.of(barrierId(id));
          case Edge.Loop(int loop, _) -> Optional.of(loopId(loop));
          case Edge.If(int branch, _) -> Optional.of(branchId(branch));
          case Edge.Carry _, Edge.Array _, Edge.Slot _, Edge.Param _, Edge.Local _ ->
              Optional.empty();
        };
    if (drawn.filter(id -> nodes.containsKey(id) || groups.containsKey(id)).isPresent()) {
      return drawn.get();
    }
    String group =
        dep instanceof Edge.Carry(int loop, _) && groups.containsKey(loopId(loop))
            ? loopId(loop)
            : null;
    String id = "value-" + (group == null ? "" : group + "-") + label(dep);
    nodes.putIfAbsent(
        id,
        new TaskGraph.Node(
            id, "value", label(dep), group, waiting.sourceUri(), waiting.sourceLine()));
    return id;
  }

  private static String label(Edge dep) {
    return switch (dep) {
      case Edge.Task(int id) -> "task " + id;
      case Edge.Barrier(int id) -> "barrier " + id;
      case Edge.Loop(_, String var) -> var;
      case Edge.If(_, String var) -> var;
      case Edge.Carry(_, String var) -> var + " (previous iteration)";
      case Edge.Array(String name) -> name;
      case Edge.Slot(String array, Expr index) -> array + "[" + ExprText.of(index) + "]";
      case Edge.Param(String name) -> name;
      case Edge.Local(String name) -> name;
    };
  }

  private static String label(TreeNode.Scope scope) {
    if (!scope.manual()) {
      return "AUTO";
    }
    return scope.compilerMade() ? "MANUAL (compiler)" : "MANUAL";
  }

  private static String label(TreeNode.Loop loop) {
    String name = "Parallel".equals(loop.kind()) ? "parallel" : "range";
    return loop.range().map(range -> name + "(" + bounds(range) + ")").orElse("while");
  }

  /**
   * Returns start, stop and step as one would write them: a start of 0 and a step of 1 are left
   * out.
   */
  private static String bounds(List<Expr> range) {
    String start = ExprText.of(range.get(0));
    String stop = ExprText.of(range.get(1));
    String step = ExprText.of(range.get(2));
    if (!"1".equals(step)) {
      return start + ", " + stop + ", " + step;
    }
    return "0".equals(start) ? stop : start + ", " + stop;
  }

  private static String taskId(int id) {
    return "task-" + id;
  }

  private static String barrierId(int id) {
    return "barrier-" + id;
  }

  private static String loopId(int number) {
    return "loop-" + number;
  }

  private static String branchId(int number) {
    return "branch-" + number;
  }
}
