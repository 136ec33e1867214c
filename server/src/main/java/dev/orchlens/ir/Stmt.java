package dev.orchlens.ir;

import java.util.List;
import java.util.Optional;

/**
 * A statement; bodies are lists of statements (reference: docs/en/dev/ir/01-hierarchy.md,
 * "Statement Nodes").
 */
public sealed interface Stmt {

  /** Returns the source this statement came from. */
  Origin origin();

  /** Returns the bodies directly inside this statement, in program order. */
  default List<List<Stmt>> bodies() {
    return List.of();
  }

  /** Returns what an assignment or an evaluation computes; other statements compute nothing. */
  default Optional<Expr> computed() {
    return Optional.empty();
  }

  /** {@code var = value}. */
  record Assign(Var var, Expr value, Origin origin) implements Stmt {
    @Override
    public Optional<Expr> computed() {
      return Optional.of(value);
    }
  }

  /** An expression evaluated for its effect. */
  record Eval(Expr expr, Origin origin) implements Stmt {
    @Override
    public Optional<Expr> computed() {
      return Optional.of(expr);
    }
  }

  /**
   * A branch.
   *
   * @param orElse the else body; absent when none was written and none is needed
   * @param results the variables that take the trailing yield of the branch that ran (the phis)
   */
  record If(
      Expr condition,
      List<Stmt> then,
      Optional<List<Stmt>> orElse,
      List<Var> results,
      Origin origin)
      implements Stmt {
    public If {
      then = List.copyOf(then);
      orElse = orElse.map(List::copyOf);
      results = List.copyOf(results);
    }

    @Override
    public List<List<Stmt>> bodies() {
      return orElse.isPresent() ? List.of(then, orElse.get()) : List.of(then);
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

  /** A loop. */
  sealed interface Loop extends Stmt {
    /** Returns the values carried between iterations. */
    List<Carry> carries();

    /** Returns the statements of one iteration; the last one yields when there are carries. */
    List<Stmt> body();

    /** Returns the variables that hold the carried values after the loop. */
    List<Var> results();

    @Override
    default List<List<Stmt>> bodies() {
      return List.of(body());
    }
  }

  /** A counted loop over {@code [start, stop)} by {@code step}, which may be negative. */
  record For(
      Var var,
      Expr start,
      Expr stop,
      Expr step,
      List<Carry> carries,
      List<Stmt> body,
      List<Var> results,
      ForKind kind,
      LoopAttrs attrs,
      Origin origin)
      implements Loop {
    public For {
      carries = List.copyOf(carries);
      body = List.copyOf(body);
      results = List.copyOf(results);
    }

    /** Returns this loop with another body. */
    public For withBody(List<Stmt> newBody) {
      return new For(var, start, stop, step, carries, newBody, results, kind, attrs, origin);
    }

    /** Returns this loop with other attributes. */
    public For withAttrs(LoopAttrs newAttrs) {
      return new For(var, start, stop, step, carries, body, results, kind, newAttrs, origin);
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

  /** A loop that runs while its condition holds. */
  record While(
      Expr condition, List<Carry> carries, List<Stmt> body, List<Var> results, Origin origin)
      implements Loop {
    public While {
      carries = List.copyOf(carries);
      body = List.copyOf(body);
      results = List.copyOf(results);
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

  /** The values an iteration or branch hands on; always the last statement of its body. */
  record Yield(List<Expr> values, Origin origin) implements Stmt {
    public Yield {
      values = List.copyOf(values);
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

  /** The end of the function with its results. */
  record Return(List<Expr> values, Origin origin) implements Stmt {
    public Return {
      values = List.copyOf(values);
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

  /** Leaves the innermost loop. */
  record Break(Origin origin) implements Stmt {}

  /** Goes on with the next iteration of the innermost loop. */
  record Continue(Origin origin) implements Stmt {}

  /** A region: it runs once, in order, and is no control flow. */
  sealed interface Scope extends Stmt {
    /** Returns the statements of the region. */
    List<Stmt> body();

    @Override
    default List<List<Stmt>> bodies() {
      return List.of(body());
    }

    /** Returns what was written on the region. */
    ScopeAttrs attrs();

    /** Returns this region with another body. */
    Scope withBody(List<Stmt> body);

    /** Returns this region with other attributes. */
    Scope withAttrs(ScopeAttrs attrs);
  }

  /**
   * A kernel written in place ({@code pl.at(level=CORE_GROUP)}); {@code split} is its cross-core
   * split.
   */
  record InCoreScope(SplitMode split, ScopeAttrs attrs, List<Stmt> body, Origin origin)
      implements Scope {
    public InCoreScope {
      body = List.copyOf(body);
    }

    @Override
    public InCoreScope withBody(List<Stmt> newBody) {
      return new InCoreScope(split, attrs, newBody, origin);
    }

    @Override
    public InCoreScope withAttrs(ScopeAttrs newAttrs) {
      return new InCoreScope(split, newAttrs, body, origin);
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

  /** Cube and vector kernels scheduled together ({@code pl.cluster}). */
  record ClusterScope(ScopeAttrs attrs, List<Stmt> body, Origin origin) implements Scope {
    public ClusterScope {
      body = List.copyOf(body);
    }

    @Override
    public ClusterScope withBody(List<Stmt> newBody) {
      return new ClusterScope(attrs, newBody, origin);
    }

    @Override
    public ClusterScope withAttrs(ScopeAttrs newAttrs) {
      return new ClusterScope(newAttrs, body, origin);
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

  /** A stage at another level of the machine ({@code pl.at(level=HOST)}). */
  record HierarchyScope(
      Level level, Optional<Role> role, ScopeAttrs attrs, List<Stmt> body, Origin origin)
      implements Scope {
    public HierarchyScope {
      body = List.copyOf(body);
    }

    @Override
    public HierarchyScope withBody(List<Stmt> newBody) {
      return new HierarchyScope(level, role, attrs, newBody, origin);
    }

    @Override
    public HierarchyScope withAttrs(ScopeAttrs newAttrs) {
      return new HierarchyScope(level, role, newAttrs, body, origin);
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

  /** A launch of {@code coreNum} blocks ({@code pl.spmd}). */
  record SpmdScope(
      Expr coreNum, boolean syncStart, ScopeAttrs attrs, List<Stmt> body, Origin origin)
      implements Scope {
    public SpmdScope {
      body = List.copyOf(body);
    }

    @Override
    public SpmdScope withBody(List<Stmt> newBody) {
      return new SpmdScope(coreNum, syncStart, attrs, newBody, origin);
    }

    @Override
    public SpmdScope withAttrs(ScopeAttrs newAttrs) {
      return new SpmdScope(coreNum, syncStart, newAttrs, body, origin);
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

  /** A part of a kernel that runs on both vector lanes ({@code pl.split_aiv}). */
  record SplitAivScope(SplitMode split, int count, ScopeAttrs attrs, List<Stmt> body, Origin origin)
      implements Scope {
    public SplitAivScope {
      body = List.copyOf(body);
    }

    @Override
    public SplitAivScope withBody(List<Stmt> newBody) {
      return new SplitAivScope(split, count, attrs, newBody, origin);
    }

    @Override
    public SplitAivScope withAttrs(ScopeAttrs newAttrs) {
      return new SplitAivScope(split, count, newAttrs, body, origin);
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

  /** A runtime scope: AUTO, or MANUAL when only explicit edges order its tasks. */
  record RuntimeScope(boolean manual, ScopeAttrs attrs, List<Stmt> body, Origin origin)
      implements Scope {
    public RuntimeScope {
      body = List.copyOf(body);
    }

    @Override
    public RuntimeScope withBody(List<Stmt> newBody) {
      return new RuntimeScope(manual, attrs, newBody, origin);
    }

    @Override
    public RuntimeScope withAttrs(ScopeAttrs newAttrs) {
      return new RuntimeScope(manual, newAttrs, body, origin);
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
