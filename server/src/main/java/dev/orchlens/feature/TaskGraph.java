package dev.orchlens.feature;

import java.util.List;
import java.util.OptionalInt;

/**
 * The tasks of one Orchestration function with their order, to be drawn; docs/protocol.md describes
 * it as a message.
 *
 * @param entry the entry that the function belongs to
 * @param function the function's name
 * @param version the version of the document that it was made from
 * @param nodes the tasks and barriers, the accesses of the orchestrator that something waits for or
 *     races with, and the values that tasks wait for and no single task makes
 * @param groups the scopes, loops, branches and inlined calls around them, outer before inner
 * @param edges who waits for whom, and what nothing orders
 * @param longest how many tasks the longest chain of waits holds, over all iterations; null where
 *     that is not known
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
    Integer longest,
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
    return new TaskGraph(entry, function, version, nodes, groups, edges, longest, all, stale);
  }

  /** Returns this graph as that of an earlier text. */
  public TaskGraph asStale() {
    return new TaskGraph(entry, function, version, nodes, groups, edges, longest, entries, true);
  }

  /** Returns a length as a message has it. */
  static Integer length(OptionalInt longest) {
    return longest.isPresent() ? longest.getAsInt() : null;
  }

  /**
   * A node.
   *
   * @param kind {@code task}, {@code barrier}, {@code host} for an access of the orchestrator, or
   *     {@code value} for a TaskId that is not one task's own: an array, a slot, a value that a
   *     loop carries, a parameter
   * @param group the group that it lies in; null in the function's body
   * @param sourceLine where it is launched, in an inlined function the line there; counts from 0
   * @param sourceEndLine the last line of it
   * @param critical whether it is on the longest chain of waits that is drawn
   */
  public record Node(
      String id,
      String kind,
      String label,
      String group,
      String sourceUri,
      int sourceLine,
      int sourceEndLine,
      boolean critical) {
    Node asCritical() {
      return new Node(id, kind, label, group, sourceUri, sourceLine, sourceEndLine, true);
    }
  }

  /**
   * A group.
   *
   * @param kind {@code scope}, {@code loop}, {@code branch}, or {@code call} for what a call of an
   *     inlined function launches
   * @param group the one around it; null in the function's body
   * @param sourceLine counts from 0
   * @param sourceEndLine the last line of its head
   */
  public record Group(
      String id,
      String kind,
      String label,
      String group,
      String sourceUri,
      int sourceLine,
      int sourceEndLine) {}

  /**
   * An edge from a node, or from everything in a group, to the node that waits.
   *
   * @param kind {@code user} when {@code deps=} names it, {@code derived} when the compiler found
   *     it, {@code runtime} when the runtime finds it, {@code ifEnabled} when the compiler would,
   *     analysing AUTO scopes; {@code race} where nothing orders the two, and {@code unproven}
   *     where it is not shown that something does
   * @param label what is waited for, or by what the runtime finds it and how iterations lie to each
   *     other; or null
   * @param why the reasons, a sentence each
   * @param redundant whether other waits imply it whenever it is there
   * @param critical whether it is on the longest chain of waits that is drawn
   */
  public record Edge(
      String from,
      String to,
      String kind,
      String label,
      List<String> why,
      boolean redundant,
      boolean critical) {
    public Edge {
      why = List.copyOf(why);
    }

    Edge with(boolean isRedundant, boolean isCritical) {
      return new Edge(from, to, kind, label, why, isRedundant, isCritical);
    }
  }
}
