package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Stmt;
import java.util.List;

/** Writes statements, each with what is inside it. */
final class Statements {
  private final Runnable checkpoint;
  private final Emitter emitter;
  private final CppBlocks blocks;
  private final TaskIds taskIds;
  private final Allocations allocations;
  private final Assignments assignments;
  private final Loops loops;
  private final Branches branches;
  private final Yields yields;
  private final DerivedCapture capture;

  Statements(
      Runnable checkpoint,
      Emitter emitter,
      CppBlocks blocks,
      TaskIds taskIds,
      Allocations allocations,
      Assignments assignments,
      Loops loops,
      Branches branches,
      Yields yields,
      DerivedCapture capture) {
    this.checkpoint = checkpoint;
    this.emitter = emitter;
    this.blocks = blocks;
    this.taskIds = taskIds;
    this.allocations = allocations;
    this.assignments = assignments;
    this.loops = loops;
    this.branches = branches;
    this.yields = yields;
    this.capture = capture;
  }

  /** Writes the statements of a body, its buffers first. */
  void body(List<Stmt> body) {
    if (body.size() > 1) {
      allocations.atHead(body);
    }
    for (Stmt stmt : body) {
      if (!allocations.isBatched(stmt)) {
        emitter.from(stmt.origin(), () -> statement(stmt));
      }
    }
  }

  private void statement(Stmt stmt) {
    checkpoint.run();
    switch (stmt) {
      case Stmt.Assign s -> assignments.assign(s);
      case Stmt.Eval s -> assignments.evaluate(s);
      case Stmt.For s -> loops.emit(s, () -> body(s.body()));
      case Stmt.If s -> branches.emit(s, this::body);
      case Stmt.Yield s -> yields.emit(s);
      case Stmt.RuntimeScope s -> scope(s);
      // The reference writes the body of a while loop once, and nothing for break, continue and
      // return; Defects tells.
      case Stmt.While s -> body(s.body());
      case Stmt.Scope s -> body(s.body());
      case Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
    }
  }

  private void scope(Stmt.RuntimeScope scope) {
    capture.declareBefore(scope);
    if (scope.manual()) {
      blocks.manual(taskIds, scope, () -> body(scope.body()));
      return;
    }
    emitter.line("PTO2_SCOPE() {");
    emitter.inside(scope, () -> taskIds.inBlock(() -> blocks.block(() -> body(scope.body()))));
    emitter.line("}");
  }
}
