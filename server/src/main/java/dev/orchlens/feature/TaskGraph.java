package dev.orchlens.feature;

import java.util.List;

/**
 * The tasks of one Orchestration function with their order, to be drawn; docs/protocol.md describes it as a message.
 *
 * @param entry the entry that the function belongs to
 * @param function the function's name
 * @param version the version of the document that it was made from
 * @param nodes the tasks and barriers, and the values that tasks wait for and no single task makes
 * @param groups the scopes, loops and branches around them, outer before inner
 * @param edges who waits for whom
 */
public record TaskGraph(
    String entry, String function, int version, List<Node> nodes, List<Group> groups, List<Edge> edges) {
  public TaskGraph {
    nodes = List.copyOf(nodes);
    groups = List.copyOf(groups);
    edges = List.copyOf(edges);
  }

  /** What a node stands for; the names are those of the message. */
  public enum NodeKind {
    /** A launch of a kernel. */
    task,
    /** A task without work that others wait for. */
    barrier,
    /** A TaskId that is not one task's own: an array, a slot, a value carried by a loop, a parameter. */
    value
  }

  /** What a group stands for; the names are those of the message. */
  public enum GroupKind {
    /** A runtime scope. */
    scope,
    /** A loop. */
    loop,
    /** A branch, or one side of it. */
    branch
  }

  /** Where an edge comes from; the names are those of the message. */
  public enum EdgeKind {
    /** Named in {@code deps=}. */
    user,
    /** Derived by the compiler. */
    derived,
    /** Derived by the compiler if it analysed AUTO scopes. */
    ifEnabled
  }

  /** A node; {@code group} is null in the function's body, {@code sourceLine} counts from 0. */
  public record Node(String id, NodeKind kind, String label, String group, String sourceUri, int sourceLine) {}

  /** A group; {@code group} is the one around it, null in the function's body, {@code sourceLine} counts from 0. */
  public record Group(String id, GroupKind kind, String label, String group, String sourceUri, int sourceLine) {}

  /** An edge from a node, or from everything in a group, to the node that waits; {@code label} may be null. */
  public record Edge(String from, String to, EdgeKind kind, String label) {}
}
