package dev.orchlens.order;

import dev.orchlens.ir.Stmt;
import dev.orchlens.order.symbolic.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A place of a trace where a task is submitted, or where the orchestrator itself reads or writes:
 * one for each launch of the program, or several where the loops around it are unfolded.
 */
final class Site {
  private final int index;
  private final OrderNode node;
  private final Frame frame;
  private final boolean manual;
  private final List<Use> uses;
  private final List<Dep> deps;
  private final List<Stmt.Loop> loops;
  private final long[] iteration;
  private final Supplier<List<Touch>> reader;
  private List<Touch> touches;
  private boolean conditional;
  private int handle;
  private int firstBit;

  /**
   * A wait that the program or the compiler names.
   *
   * @param handle what is waited for
   * @param creator whether the runtime finds it, as the maker of a buffer
   * @param name the variable that the program names in deps=; empty for what is not written there
   */
  record Dep(int handle, boolean creator, String name) {}

  /**
   * Makes a site.
   *
   * @param index its number in the order of the trace
   * @param loops the loops of the program around it, the outermost first
   * @param iteration the number of the iteration of each loop around it that is unfolded, -1 for
   *     others
   * @param reader finds what the task touches
   */
  Site(
      int index,
      OrderNode node,
      Frame frame,
      boolean manual,
      List<Use> uses,
      List<Dep> deps,
      List<Stmt.Loop> loops,
      long[] iteration,
      Supplier<List<Touch>> reader) {
    this.index = index;
    this.node = node;
    this.frame = frame;
    this.manual = manual;
    this.uses = new ArrayList<>(uses);
    this.deps = List.copyOf(deps);
    this.loops = loops;
    this.iteration = iteration;
    this.reader = reader;
  }

  int index() {
    return index;
  }

  OrderNode node() {
    return node;
  }

  /** Returns the innermost loop around it that is not unfolded; null for none. */
  Frame frame() {
    return frame;
  }

  int depth() {
    return Frame.depthOf(frame);
  }

  boolean manual() {
    return manual;
  }

  List<Use> uses() {
    return uses;
  }

  List<Dep> deps() {
    return deps;
  }

  List<Stmt.Loop> loops() {
    return loops;
  }

  long[] iteration() {
    return iteration;
  }

  /** Returns what the task touches, worked out when it is first asked for. */
  List<Touch> touches() {
    if (touches == null) {
      touches = reader.get();
    }
    return touches;
  }

  /** Returns whether it stands in an arm of a branch that may not be taken. */
  boolean conditional() {
    return conditional;
  }

  void conditional(boolean value) {
    conditional = value;
  }

  int handle() {
    return handle;
  }

  void handle(int value) {
    handle = value;
  }

  /** Returns the number of the bit of its first class, see {@link Classes}. */
  int firstBit() {
    return firstBit;
  }

  void firstBit(int value) {
    firstBit = value;
  }
}
