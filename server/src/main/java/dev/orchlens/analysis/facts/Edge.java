package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Expr;

/**
 * What a task waits for, in the user's words: by number of the task, loop or branch, or by the name
 * in the source.
 */
public sealed interface Edge {
  /** The task with this number. */
  record Task(int id) implements Edge {}

  /** The dependency-only task with this number. */
  record Barrier(int id) implements Edge {}

  /** The value that {@code var} has after a loop: all producers of that loop. */
  record Loop(int loop, String var) implements Edge {}

  /** The value that a loop carries in from its previous iteration. */
  record Carry(int loop, String var) implements Edge {}

  /** The value that {@code var} has after a branch. */
  record If(int branch, String var) implements Edge {}

  /** Every slot of a TaskId array. */
  record Array(String name) implements Edge {}

  /** One slot of a TaskId array; {@code index} is a constant or an expression of the program. */
  record Slot(String array, Expr index) implements Edge {}

  /** A parameter of the function. */
  record Param(String name) implements Edge {}

  /** Another local value. */
  record Local(String name) implements Edge {}
}
