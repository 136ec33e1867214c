package dev.orchlens.order;

import dev.orchlens.ir.Origin;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Space;

/**
 * A buffer: what a parameter stands for, one execution of {@code create_tensor}, or what the
 * runtime makes for an output that a launch leaves out. Two are never the same memory while both
 * are alive (docs/order.md, "Memory").
 */
final class Root {
  /** Where a buffer comes from. */
  enum Kind {
    PARAMETER,
    CREATED,
    /** Made by the runtime for a task. */
    MADE
  }

  private final int number;
  private final Kind kind;
  private final String name;
  private final Frame home;
  private final Space space;
  private final Origin origin;
  private final boolean recorded;
  private final boolean told;
  private Site maker;
  private RootScope scope;

  /**
   * Makes a buffer.
   *
   * @param number its number among the buffers of a trace
   * @param name what the user calls it
   * @param home the innermost loop each of whose iterations has one of its own; null for none
   * @param told whether the runtime tells rectangles of it apart (rule A4): it does not where the
   *     room that the buffer has in memory is no multiple of a row
   * @param recorded whether the runtime records who writes it: not for {@code manual_dep=True}
   */
  Root(
      int number,
      Kind kind,
      String name,
      Frame home,
      Space space,
      Origin origin,
      boolean recorded,
      boolean told) {
    this.number = number;
    this.kind = kind;
    this.name = name;
    this.home = home;
    this.space = space;
    this.origin = origin;
    this.recorded = recorded;
    this.told = told;
  }

  int number() {
    return number;
  }

  Kind kind() {
    return kind;
  }

  String name() {
    return name;
  }

  Frame home() {
    return home;
  }

  Space space() {
    return space;
  }

  Origin origin() {
    return origin;
  }

  boolean recorded() {
    return recorded;
  }

  boolean told() {
    return told;
  }

  /** Returns the task that the runtime made it for; null for other kinds. */
  Site maker() {
    return maker;
  }

  /** Returns the scope whose end gives it back; null for a parameter. */
  RootScope scope() {
    return scope;
  }

  void in(RootScope owner) {
    scope = owner;
  }

  void madeBy(Site site) {
    maker = site;
  }
}
