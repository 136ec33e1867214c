package dev.orchlens.lower;

import dev.orchlens.ir.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** The statement lists under construction, innermost on top. */
final class Blocks {
  private final Deque<List<Stmt>> open = new ArrayDeque<>();

  /** Starts a list inside the current one. */
  void open() {
    open.push(new ArrayList<>());
  }

  /** Ends the current list and returns it. */
  List<Stmt> close() {
    return List.copyOf(open.pop());
  }

  /** Ends the current list and appends what is made of it to the list around it. */
  void emitClosed(Function<List<Stmt>, Stmt> made) {
    List<Stmt> closed = close();
    emit(made.apply(closed));
  }

  /** Appends a statement to the current list. */
  void emit(Stmt statement) {
    open.element().add(statement);
  }
}
