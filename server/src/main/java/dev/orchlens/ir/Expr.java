package dev.orchlens.ir;

import java.util.List;
import java.util.Optional;

/** An expression (reference: docs/en/dev/ir/01-hierarchy.md, "Expression Nodes"). */
public sealed interface Expr
    permits Expr.Const,
        Expr.Binary,
        Expr.Unary,
        Expr.MakeTuple,
        Expr.TupleGet,
        Expr.Invocation,
        Expr.Unknown,
        Var {

  /** Returns the type of the value. */
  Type type();

  /** Returns the source this expression came from. */
  Origin origin();

  /**
   * Returns the value of an integer constant, also of a negated one; empty for every other
   * expression.
   */
  default Optional<Long> constant() {
    return switch (this) {
      case ConstInt c -> Optional.of(c.value());
      case Unary(UnaryOp op, ConstInt c, _, _)
          when op == UnaryOp.NEG && c.value() != Long.MIN_VALUE ->
          Optional.of(-c.value());
      default -> Optional.empty();
    };
  }

  /** A literal or folded constant. */
  sealed interface Const extends Expr {}

  /** An integer constant. */
  record ConstInt(long value, DataType dtype, Origin origin) implements Const {
    @Override
    public Type type() {
      return new Type.Scalar(dtype);
    }
  }

  /** A floating-point constant. */
  record ConstFloat(double value, DataType dtype, Origin origin) implements Const {
    @Override
    public Type type() {
      return new Type.Scalar(dtype);
    }
  }

  /** A truth value. */
  record ConstBool(boolean value, Origin origin) implements Const {
    @Override
    public Type type() {
      return Type.BOOL;
    }
  }

  /** An operation on two scalars. */
  record Binary(BinaryOp op, Expr left, Expr right, Type type, Origin origin) implements Expr {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** An operation on one scalar; a cast takes its target from {@code type}. */
  record Unary(UnaryOp op, Expr operand, Type type, Origin origin) implements Expr {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A tuple built from its elements. */
  record MakeTuple(List<Expr> elements, Type type, Origin origin) implements Expr {
    public MakeTuple {
      elements = List.copyOf(elements);
    }

    /** Returns the tuple of the given elements, its type made of theirs. */
    public static MakeTuple of(List<? extends Expr> elements, Origin origin) {
      return new MakeTuple(
          List.copyOf(elements),
          new Type.Tuple(elements.stream().map(Expr::type).toList()),
          origin);
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

  /** Element {@code index} (0-based) of a tuple. */
  record TupleGet(Expr tuple, int index, Type type, Origin origin) implements Expr {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A call of an operator or a function. */
  sealed interface Invocation extends Expr {
    /** Returns what is called. */
    Callee callee();

    /** Returns the positional arguments. */
    List<Expr> args();

    /** Returns what the parser and the passes know about the call. */
    CallAttrs attrs();

    /** Returns the operator's keyword values. */
    Kwargs kwargs();

    /** Returns this call with other attributes. */
    Invocation withAttrs(CallAttrs attrs);

    /** Returns this call with other arguments. */
    Invocation withArgs(List<Expr> args);

    /**
     * Returns where argument {@code index} stands in the source, or the whole call where that is
     * not known.
     *
     * @param index 0-based
     */
    default Origin argOrigin(int index) {
      List<Origin> origins = attrs().argOrigins();
      if (index >= origins.size()) {
        return origin();
      }
      Origin arg = origins.get(index);
      return new Origin(arg.file(), arg.item(), arg.start(), arg.end(), origin().inlinedAt());
    }

    /** Returns whether an operator named {@code name} is called. */
    default boolean isOp(String name) {
      return callee() instanceof Callee.Op op && op.name().equals(name);
    }

    /** Returns the called function's name, or nothing for an operator. */
    default Optional<String> function() {
      return callee() instanceof Callee.Function f ? Optional.of(f.name()) : Optional.empty();
    }
  }

  /** A plain call: an operator, or a function whose launch yields no TaskId. */
  record Call(
      Callee callee, List<Expr> args, Kwargs kwargs, CallAttrs attrs, Type type, Origin origin)
      implements Invocation {
    public Call {
      args = List.copyOf(args);
    }

    @Override
    public Call withAttrs(CallAttrs newAttrs) {
      return new Call(callee, args, kwargs, newAttrs, type, origin);
    }

    @Override
    public Call withArgs(List<Expr> newArgs) {
      return new Call(callee, newArgs, kwargs, attrs, type, origin);
    }

    /** Returns a call of the operator {@code name} without keyword values. */
    public static Call op(String name, List<? extends Expr> args, Type type, Origin origin) {
      return new Call(
          new Callee.Op(name), List.copyOf(args), Kwargs.none(), CallAttrs.none(), type, origin);
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

  /**
   * A task launch whose last result is the task's TaskId ({@code pl.submit}, {@code
   * pl.spmd_submit}).
   *
   * @param deps the TaskIds and TaskId arrays that the user listed in {@code deps=}
   * @param predicate the dispatch predicate as written
   */
  record Submit(
      Callee callee,
      List<Expr> args,
      List<Expr> deps,
      Optional<Expr> predicate,
      Kwargs kwargs,
      CallAttrs attrs,
      Type type,
      Origin origin)
      implements Invocation {
    public Submit {
      args = List.copyOf(args);
      deps = List.copyOf(deps);
    }

    @Override
    public Submit withAttrs(CallAttrs newAttrs) {
      return new Submit(callee, args, deps, predicate, kwargs, newAttrs, type, origin);
    }

    @Override
    public Submit withArgs(List<Expr> newArgs) {
      return new Submit(callee, newArgs, deps, predicate, kwargs, attrs, type, origin);
    }

    /** Returns this submit with other user dependencies. */
    public Submit withDeps(List<Expr> newDeps) {
      return new Submit(callee, args, newDeps, predicate, kwargs, attrs, type, origin);
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

  /** An expression that could not be understood; a diagnostic already says why. */
  record Unknown(String reason, Type type, Origin origin) implements Expr {
    private static final String NO_VALUE = "the call gives no value";

    /** Returns what a name is bound to whose call gives no value. */
    public static Unknown noValue(Origin origin) {
      return new Unknown(NO_VALUE, new Type.Unknown(NO_VALUE), origin);
    }

    /**
     * Returns whether this stands for the result of a call that gives none, rather than for a
     * value.
     */
    public boolean isNoValue() {
      return reason.equals(NO_VALUE);
    }
  }

  /** Operations on two scalars. */
  enum BinaryOp {
    ADD,
    SUB,
    MUL,
    FLOOR_DIV,
    FLOOR_MOD,
    FLOAT_DIV,
    MIN,
    MAX,
    POW,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    AND,
    OR,
    XOR,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    SHIFT_LEFT,
    SHIFT_RIGHT;

    /** Returns whether the result is a truth value. */
    public boolean isComparison() {
      return ordinal() >= EQ.ordinal() && ordinal() <= GE.ordinal();
    }
  }

  /** Operations on one scalar. */
  enum UnaryOp {
    ABS,
    NEG,
    NOT,
    BIT_NOT,
    CAST
  }
}
