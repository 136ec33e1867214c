package dev.orchlens.lower;

import dev.orchlens.ir.SplitMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** What surrounds the statement that is being lowered, as far as rules depend on it. */
final class Nesting {
  /** What a {@code break} or {@code continue} would leave. */
  enum LoopKind {
    RANGE,
    PARALLEL,
    UNROLL,
    PIPELINE,
    WHILE,
    SPLIT_AIV
  }

  /** The kinds of regions. */
  enum RegionKind {
    IN_CORE,
    CLUSTER,
    HIERARCHY,
    SPMD,
    SPLIT_AIV,
    RUNTIME
  }

  private final Deque<LoopKind> loops = new ArrayDeque<>();
  private final Deque<RegionKind> regions = new ArrayDeque<>();
  private final Deque<SplitMode> splitLanes = new ArrayDeque<>();
  private final Deque<Optional<SplitMode>> declaredSplits = new ArrayDeque<>();
  private int manualScopes;

  void enterLoop(LoopKind kind) {
    loops.push(kind);
  }

  void leaveLoop() {
    loops.pop();
  }

  /** Returns the innermost loop. */
  Optional<LoopKind> loop() {
    return Optional.ofNullable(loops.peek());
  }

  void enterRegion(RegionKind kind) {
    regions.push(kind);
  }

  void leaveRegion() {
    regions.pop();
  }

  /** Returns whether a region of this kind is open, at any depth. */
  boolean inside(RegionKind kind) {
    return regions.contains(kind);
  }

  void enterManualScope() {
    manualScopes++;
  }

  void leaveManualScope() {
    manualScopes--;
  }

  /** Returns whether a MANUAL scope is open. */
  boolean insideManualScope() {
    return manualScopes > 0;
  }

  /** Enters the body of a {@code pl.split_aiv} region. */
  void enterSplitLanes(SplitMode mode) {
    splitLanes.push(mode);
    loops.push(LoopKind.SPLIT_AIV);
  }

  void leaveSplitLanes() {
    loops.pop();
    splitLanes.pop();
  }

  /** Returns the mode of the innermost {@code pl.split_aiv} region. */
  Optional<SplitMode> splitLanes() {
    return Optional.ofNullable(splitLanes.peek());
  }

  /** Enters a kernel region; {@code mode} is what its {@code pl.split(...)} says, when one is written. */
  void enterDeclaredSplit(Optional<SplitMode> mode) {
    declaredSplits.push(mode);
  }

  void leaveDeclaredSplit() {
    declaredSplits.pop();
  }

  /** Returns the {@code pl.split(...)} written on the enclosing kernel region. */
  Optional<SplitMode> declaredSplit() {
    return declaredSplits.isEmpty() ? Optional.empty() : declaredSplits.peek();
  }
}
