package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.analysis.facts.TreeNode;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.OrderNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The nodes of a task graph, and the groups around them: scopes, loops, branches and calls. */
final class GraphBody {
  private final FunctionFacts facts;
  private final FileAnalysis analysis;
  private final Place home;
  private final Map<String, TaskGraph.Node> nodes = new LinkedHashMap<>();
  private final Map<String, TaskGraph.Group> groups = new LinkedHashMap<>();
  private int scopes;
  private int calls;

  /**
   * @param home where the function stands; what has no place of its own is shown there
   */
  GraphBody(FileAnalysis analysis, FunctionFacts facts, Place home) {
    this.facts = facts;
    this.analysis = analysis;
    this.home = home;
    body(facts.tree(), null, 0);
  }

  /** Returns the nodes by their ids, in program order. */
  Map<String, TaskGraph.Node> nodes() {
    return nodes;
  }

  /** Returns the groups by their ids, outer before inner. */
  Map<String, TaskGraph.Group> groups() {
    return groups;
  }

  /** Returns the node of a task, of a barrier, or of an access that was added. */
  Optional<TaskGraph.Node> node(OrderNode node) {
    return Optional.ofNullable(nodes.get(id(node)));
  }

  /**
   * Adds accesses of the orchestrator, each to the innermost group that holds what comes before it
   * as well as what comes behind it.
   *
   * @param all all that can be ordered, in program order
   * @param wanted the accesses to add
   */
  void accesses(List<OrderNode> all, Set<OrderNode> wanted) {
    Map<String, TaskGraph.Node> known = new LinkedHashMap<>(nodes);
    nodes.clear();
    for (int at = 0; at < all.size(); at++) {
      String id = id(all.get(at));
      if (all.get(at) instanceof OrderNode.HostAccess access) {
        if (wanted.contains(access)) {
          String group = common(neighbour(all, known, at, -1), neighbour(all, known, at, 1));
          node(id, "host", access.name(), group, access.origin());
        }
      } else if (known.containsKey(id)) {
        nodes.put(id, known.get(id));
      }
    }
    known.forEach(nodes::putIfAbsent);
  }

  private static Optional<TaskGraph.Node> neighbour(
      List<OrderNode> all, Map<String, TaskGraph.Node> known, int at, int step) {
    int next = at + step;
    while (next >= 0 && next < all.size() && !known.containsKey(id(all.get(next)))) {
      next += step;
    }
    return next < 0 || next >= all.size()
        ? Optional.empty()
        : Optional.of(known.get(id(all.get(next))));
  }

  /** Returns the innermost group around both; null where that is the function's body. */
  private String common(Optional<TaskGraph.Node> one, Optional<TaskGraph.Node> other) {
    Set<String> around = new HashSet<>();
    for (String at = one.map(TaskGraph.Node::group).orElse(null); at != null; at = outer(at)) {
      around.add(at);
    }
    String at = other.map(TaskGraph.Node::group).orElse(null);
    while (at != null && !around.contains(at)) {
      at = outer(at);
    }
    return at;
  }

  private String outer(String group) {
    return groups.get(group).group();
  }

  private static String id(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task -> taskId(task.id());
      case OrderNode.Barrier barrier -> barrierId(barrier.id());
      case OrderNode.HostAccess access -> "host-" + access.id();
    };
  }

  /** Adds a value that tasks wait for and no single task makes, unless it is there. */
  void value(String id, String label, String group, TaskGraph.Node waiting) {
    nodes.putIfAbsent(
        id,
        new TaskGraph.Node(
            id,
            "value",
            label,
            group,
            waiting.sourceUri(),
            waiting.sourceLine(),
            waiting.sourceEndLine(),
            false));
  }

  /**
   * Adds what stands in a body. What one call brought there lies in a group of its own.
   *
   * @param depth how many of the calls that brought the body there have a group around it
   */
  private void body(List<TreeNode> body, String group, int depth) {
    int at = 0;
    while (at < body.size()) {
      List<Origin> chain = chain(origin(body.get(at)));
      if (chain.size() <= depth + 1) {
        one(body.get(at++), group, depth);
        continue;
      }
      int from = at;
      Origin site = chain.get(depth);
      while (at < body.size() && isFrom(site, body.get(at), depth)) {
        at++;
      }
      String callee = name(chain.get(depth + 1));
      String call = group("call-" + calls++, "call", callee + "()", group, site);
      body(body.subList(from, at), call, depth + 1);
    }
  }

  private boolean isFrom(Origin site, TreeNode node, int depth) {
    List<Origin> chain = chain(origin(node));
    return chain.size() > depth + 1 && chain.get(depth).equals(site);
  }

  /** Returns the calls that brought something there, the outermost first, and then itself. */
  private static List<Origin> chain(Origin origin) {
    List<Origin> chain = new ArrayList<>();
    for (Optional<Origin> at = Optional.of(origin); at.isPresent(); at = at.get().inlinedAt()) {
      chain.addFirst(at.get());
    }
    return chain;
  }

  private Origin origin(TreeNode node) {
    return switch (node) {
      case TreeNode.Task(int id) -> facts.tasks().get(id).origin();
      case TreeNode.Barrier(int id) -> facts.barriers().get(id).origin();
      case TreeNode.Scope scope -> scope.origin();
      case TreeNode.Loop loop -> loop.origin();
      case TreeNode.If branch -> branch.origin();
    };
  }

  private void one(TreeNode node, String group, int depth) {
    switch (node) {
      case TreeNode.Task(int id) -> task(facts.tasks().get(id), group);
      case TreeNode.Barrier(int id) -> barrier(facts.barriers().get(id), group);
      case TreeNode.Scope scope ->
          body(
              scope.body(),
              group("scope-" + scopes++, "scope", label(scope), group, scope.origin()),
              depth);
      case TreeNode.Loop loop ->
          body(
              loop.body(),
              group(loopId(loop.number()), "loop", label(loop), group, loop.origin()),
              depth);
      case TreeNode.If branch -> branch(branch, group, depth);
    }
  }

  private void branch(TreeNode.If branch, String group, int depth) {
    String id = group(branchId(branch.number()), "branch", "if", group, branch.origin());
    if (branch.orElse().isEmpty()) {
      body(branch.then(), id, depth);
      return;
    }
    if (!branch.then().isEmpty()) {
      body(branch.then(), group(id + "-then", "branch", "then", id, branch.origin()), depth);
    }
    body(branch.orElse(), group(id + "-else", "branch", "else", id, branch.origin()), depth);
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
        id,
        new TaskGraph.Node(
            id,
            kind,
            label,
            group,
            place.uri(),
            place.range().start().line(),
            place.range().end().line(),
            false));
  }

  private String group(String id, String kind, String label, String group, Origin origin) {
    Place place = place(origin);
    groups.put(
        id,
        new TaskGraph.Group(
            id,
            kind,
            label,
            group,
            place.uri(),
            place.range().start().line(),
            place.range().end().line()));
    return id;
  }

  private Place place(Origin origin) {
    Places places = analysis.places();
    return places.of(origin).or(() -> places.in(home.uri(), origin)).orElse(home);
  }

  /** Returns the name of the function that something was written in. */
  private String name(Origin origin) {
    return analysis
        .places()
        .of(origin)
        .filter(place -> place.uri().equals(analysis.uri()))
        .flatMap(place -> Definitions.function(analysis.tree(), place.range().start()))
        .orElse(origin.item());
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

  static String taskId(int id) {
    return "task-" + id;
  }

  static String barrierId(int id) {
    return "barrier-" + id;
  }

  static String loopId(int number) {
    return "loop-" + number;
  }

  static String branchId(int number) {
    return "branch-" + number;
  }
}
