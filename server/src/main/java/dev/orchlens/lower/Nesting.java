package dev.orchlens.lower;

import dev.orchlens.ir.SplitMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

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

  /** Does {@code work} inside a loop. */
  <T> T inLoop(LoopKind kind, Supplier<T> work) {
    return around(loops, kind, work);
  }

  private static <C, T> T around(Deque<C> open, C what, Supplier<T> work) {
    open.push(what);
    T done = work.get();
    open.pop();
    return done;
  }

  /** Returns the innermost loop. */
  Optional<LoopKind> loop() {
    return Optional.ofNullable(loops.peek());
  }

  /** Does {@code work} inside a region. */
  <T> T inRegion(RegionKind kind, Supplier<T> work) {
    return around(regions, kind, work);
  }

  /** Returns whether a region of this kind is open, at any depth. */
  boolean inside(RegionKind kind) {
    return regions.contains(kind);
  }

  /** Does {@code work} inside a MANUAL scope. */
  <T> T inManualScope(Supplier<T> work) {
    manualScopes++;
    T done = work.get();
    manualScopes--;
    return done;
  }

  /** Returns whether a MANUAL scope is open. */
  boolean insideManualScope() {
    return manualScopes > 0;
  }

  /** Does {@code work} inside the body of a {@code pl.split_aiv} region. */
  <T> T inSplitLanes(SplitMode mode, Supplier<T> work) {
    return around(splitLanes, mode, () -> inLoop(LoopKind.SPLIT_AIV, work));
  }

  /** Returns the mode of the innermost {@code pl.split_aiv} region. */
  Optional<SplitMode> splitLanes() {
    return Optional.ofNullable(splitLanes.peek());
  }

  /**
   * Does {@code work} inside a kernel region; {@code split} is what its {@code pl.split(...)} says,
   * if one is written.
   */
  <T> T inKernel(Optional<SplitMode> split, Supplier<T> work) {
    return inRegion(RegionKind.IN_CORE, () -> around(declaredSplits, split, work));
  }

  /** Returns the {@code pl.split(...)} written on the enclosing kernel region. */
  Optional<SplitMode> declaredSplit() {
    return declaredSplits.isEmpty() ? Optional.empty() : declaredSplits.peek();
  }
}
