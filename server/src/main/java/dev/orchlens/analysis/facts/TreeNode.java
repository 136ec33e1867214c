package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import java.util.List;
import java.util.Optional;

/**
 * A node of the control flow around the launches; branches and loops that launch nothing are left
 * out.
 */
public sealed interface TreeNode {
  /** A task by its number. */
  record Task(int id) implements TreeNode {}

  /** A dependency-only task by its number. */
  record Barrier(int id) implements TreeNode {}

  /** A runtime scope. */
  record Scope(boolean manual, boolean compilerMade, Origin origin, List<TreeNode> body)
      implements TreeNode {
    public Scope {
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * A loop.
   *
   * @param number its number among the function's loops, in program order
   * @param kind {@code Sequential}, {@code Parallel} or {@code While}
   * @param range start, stop and step of a counted loop
   * @param carries the source names of the carried values, as they are called after the loop
   */
  record Loop(
      int number,
      String kind,
      Optional<List<Expr>> range,
      List<String> carries,
      Origin origin,
      List<TreeNode> body)
      implements TreeNode {
    public Loop {
      carries = List.copyOf(carries);
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A branch with its number among the function's branches, in program order. */
  record If(int number, Origin origin, List<TreeNode> then, List<TreeNode> orElse)
      implements TreeNode {
    public If {
      then = List.copyOf(then);
      orElse = List.copyOf(orElse);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
