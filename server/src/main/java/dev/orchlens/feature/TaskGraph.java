package dev.orchlens.feature;

import java.util.List;

/**
 * The tasks of one Orchestration function with their order, to be drawn; docs/protocol.md describes
 * it as a message.
 *
 * @param entry the entry that the function belongs to
 * @param function the function's name
 * @param version the version of the document that it was made from
 * @param nodes the tasks and barriers, and the values that tasks wait for and no single task makes
 * @param groups the scopes, loops and branches around them, outer before inner
 * @param edges who waits for whom
 * @param entries the names of all entries that could have been meant
 * @param stale whether it is that of an earlier text
 */
public record TaskGraph(
    String entry,
    String function,
    int version,
    List<Node> nodes,
    List<Group> groups,
    List<Edge> edges,
    List<String> entries,
    boolean stale) {
  public TaskGraph {
    nodes = List.copyOf(nodes);
    groups = List.copyOf(groups);
    edges = List.copyOf(edges);
    entries = List.copyOf(entries);
  }

  /** Returns this graph as one of those that could have been meant. */
  TaskGraph among(List<String> all) {
    return new TaskGraph(entry, function, version, nodes, groups, edges, all, stale);
  }

  /** Returns this graph as that of an earlier text. */
  public TaskGraph asStale() {
    return new TaskGraph(entry, function, version, nodes, groups, edges, entries, true);
  }

  /**
   * A node.
   *
   * @param kind {@code task}, {@code barrier}, or {@code value} for a TaskId that is not one task's
   *     own: an array, a slot, a value that a loop carries, a parameter
   * @param group the group that it lies in; null in the function's body
   * @param sourceLine counts from 0
   */
  public record Node(
      String id, String kind, String label, String group, String sourceUri, int sourceLine) {}

  /**
   * A group.
   *
   * @param kind {@code scope}, {@code loop} or {@code branch}
   * @param group the one around it; null in the function's body
   * @param sourceLine counts from 0
   */
  public record Group(
      String id, String kind, String label, String group, String sourceUri, int sourceLine) {}

  /**
   * An edge from a node, or from everything in a group, to the node that waits.
   *
   * @param kind {@code user} when {@code deps=} names it, {@code derived} when the compiler found
   *     it, {@code runtime} when the runtime finds it, {@code ifEnabled} when the compiler would,
   *     analysing AUTO scopes
   * @param label what is waited for, or by what the runtime finds it and how iterations lie to each
   *     other; or null
   */
  public record Edge(String from, String to, String kind, String label) {}
}
