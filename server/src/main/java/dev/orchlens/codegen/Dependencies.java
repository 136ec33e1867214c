package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.SharedUnion;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Writes what a task waits for: an array of TaskIds, of exactly the size that is needed at most
 * (reference: docs/en/dev/codegen/01-orchestration_codegen.md, "Manual Scope and TaskId Lowering").
 */
final class Dependencies {
  private final Emitter emitter;
  private final TaskIds taskIds;
  private final AwaitedIds ids;
  private final List<Long> taskArrays = new ArrayList<>();
  private final List<Long> barrierArrays = new ArrayList<>();
  private final List<Problem> lost = new ArrayList<>();
  private final Map<String, Integer> widths = new HashMap<>();
  private final Deque<long[]> counts = new ArrayDeque<>();

  /**
   * How many dependency entries some tasks list.
   *
   * @param listed with barriers in the place of what they wait for
   * @param listedWithout if they listed that themselves
   */
  record Count(long listed, long listedWithout) {}

  Dependencies(Emitter emitter, TaskIds taskIds) {
    this.emitter = emitter;
    this.taskIds = taskIds;
    this.ids = new AwaitedIds(taskIds);
  }

  /** Returns the sizes of the arrays of tasks so far, in the order of the text. */
  List<Long> taskArrays() {
    return taskArrays;
  }

  /** Returns the sizes of the arrays of barriers so far, in the order of the text. */
  List<Long> barrierArrays() {
    return barrierArrays;
  }

  /** Returns a warning for each launch so far that is left without an order it needs. */
  List<Problem> lost() {
    return lost;
  }

  /**
   * Returns the C++ expressions of all TaskIds that a call waits for, each once, the user's first.
   *
   * @throws dev.orchlens.ir.Rejection when the user names a TaskId whose scope has closed
   */
  List<String> awaited(Expr.Invocation call) {
    List<Var> user = Calls.userDeps(call);
    SharedUnion<String> awaited = new SharedUnion<>();
    for (Var edge : user) {
      TaskIds.Binding binding = taskIds.binding(edge).orElseThrow(() -> closedScope(edge, call));
      expressions(binding, edge, call).forEach(awaited::add);
    }
    List<Var> derived = Calls.derivedDeps(call);
    if (derived instanceof SharedList<Var> shared) {
      for (SharedList.Piece<Var> piece : shared.pieces()) {
        int head = holdsAny(piece, user) ? piece.from() : ids.addHead(piece, call, awaited);
        for (int i = head; i < piece.to(); i++) {
          derived(piece.of().get(i), user, call, awaited);
        }
      }
    } else {
      derived.forEach(edge -> derived(edge, user, call, awaited));
    }
    return awaited.list();
  }

  private static boolean holdsAny(SharedList.Piece<Var> piece, List<Var> vars) {
    for (int i = piece.from(); i < piece.to() && !vars.isEmpty(); i++) {
      if (vars.contains(piece.of().get(i))) {
        return true;
      }
    }
    return false;
  }

  private void derived(
      Var edge, List<Var> user, Expr.Invocation call, SharedUnion<String> awaited) {
    // A derived edge only adds order, so one whose producer's scope has closed is left out.
    Optional<TaskIds.Binding> binding = taskIds.binding(edge);
    if (!user.contains(edge) && binding.isPresent()) {
      expressions(binding.get(), edge, call).forEach(awaited::add);
    } else if (!user.contains(edge) && isExcusedByCompiler(call)) {
      lost.add(lostOrder(edge, call));
    }
  }

  /**
   * Returns whether the compiler took an argument of the call off the runtime's tracking, trusting
   * its edges.
   */
  private static boolean isExcusedByCompiler(Expr.Invocation call) {
    List<ArgDirection> directions = call.attrs().argDirections();
    return IntStream.range(0, directions.size())
        .anyMatch(
            i -> directions.get(i) == ArgDirection.NO_DEP && !call.attrs().noDepArgs().contains(i));
  }

  private static Problem lostOrder(Var edge, Expr.Invocation call) {
    return new Problem(
        Code.CODEGEN_DERIVED_ORDER_LOST,
        "The compiler found that this task must wait for what wrote '"
            + edge.sourceName()
            + "', made an argument NoDep because of that, and then generates no wait, as the"
            + " TaskIds were collected in a scope that has closed. The tasks can race. Launch both"
            + " in one scope, or add deps=.",
        call.origin());
  }

  /** Returns the C++ expressions of the TaskIds that an edge of a call stands for. */
  static List<String> expressions(TaskIds.Binding binding, Var edge, Expr.Invocation call) {
    return switch (binding) {
      case TaskIds.Single(String name) -> List.of(name);
      case TaskIds.Slots(List<String> names) -> names;
      case TaskIds.Launch _ ->
          throw Failures.internal(
              "the dependency on '"
                  + edge.sourceName()
                  + "' names the result of a task and not its TaskId.",
              call.origin());
    };
  }

  private static dev.orchlens.ir.Rejection closedScope(Var edge, Expr.Invocation call) {
    String name = edge.sourceName().isEmpty() ? "a TaskId" : "'" + edge.sourceName() + "'";
    return Failures.rule(
        Code.DEPS_SCOPE_CLOSED,
        "This task cannot wait for "
            + name
            + ": the scope that produced it has closed, so the order between the tasks would be"
            + " lost. Loop bodies and branches are scopes of their own. Launch this task in the"
            + " same scope, or collect the TaskIds in a pl.array of pl.TASK_ID and list the array.",
        call.origin());
  }

  /** Adds to a task's {@code args} what {@code call} waits for. */
  void emit(Expr.Invocation call, String args) {
    List<String> awaited = awaited(call);
    if (!awaited.isEmpty()) {
      taskArrays.add((long) awaited.size());
      long without =
          widths.isEmpty()
              ? awaited.size()
              : awaited.stream().mapToLong(name -> widths.getOrDefault(name, 1)).sum();
      for (long[] count : counts) {
        count[0] += awaited.size();
        count[1] += without;
      }
      array(awaited, args);
    }
  }

  /** Notes that a barrier's TaskId stands for {@code producers} others. */
  void standsFor(String barrier, int producers) {
    widths.put(barrier, producers);
  }

  /** Runs {@code lines} and returns how many dependency entries the tasks in it list. */
  Count counting(Runnable lines) {
    counts.push(new long[2]);
    lines.run();
    long[] count = counts.pop();
    return new Count(count[0], count[1]);
  }

  /** Adds to a barrier's {@code args} that it waits for {@code awaited}, which is not empty. */
  void emitBarrier(List<String> awaited, String args) {
    barrierArrays.add((long) awaited.size());
    array(awaited, args);
  }

  private void array(List<String> awaited, String args) {
    String array = array(args);
    String count = count(args);
    emitter.line("PTO2TaskId " + array + "[" + awaited.size() + "];");
    emitter.line("uint32_t " + count + " = 0;");
    emitter.fill(awaited, taskIds.alwaysValidSoFar(), array, count);
    emitter.line(args + ".set_dependencies(" + array + ", " + count + ");");
  }

  private static String array(String args) {
    return args + "_deps";
  }

  /** Returns the variable that counts the valid TaskIds that {@code args} waits for. */
  static String count(String args) {
    return array(args) + "_count";
  }
}
