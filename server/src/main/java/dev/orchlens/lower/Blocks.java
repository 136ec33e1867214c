package dev.orchlens.lower;

import dev.orchlens.ir.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The statement lists under construction, innermost on top. */
final class Blocks {
  private final Deque<List<Stmt>> open = new ArrayDeque<>();

  /** Returns the statements that {@code work} emits. */
  List<Stmt> of(Runnable work) {
    open.push(new ArrayList<>());
    work.run();
    return List.copyOf(open.pop());
  }

  /** Appends a statement to the current list. */
  void emit(Stmt statement) {
    open.element().add(statement);
  }
}
