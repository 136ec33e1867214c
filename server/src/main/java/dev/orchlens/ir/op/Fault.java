package dev.orchlens.ir.op;

import java.util.Locale;

/** What can be wrong with a call of an operator. Each has a section in docs/diagnostics.md. */
public enum Fault {
  /** An operation that does not exist. */
  UNKNOWN_OPERATION,
  /** More positional arguments than the operation takes. */
  TOO_MANY_ARGUMENTS,
  /** An argument that the operation needs. */
  MISSING_ARGUMENT,
  /** A keyword argument that the operation does not have. */
  UNKNOWN_KEYWORD,
  /** An argument given by position and by keyword. */
  ARGUMENT_GIVEN_TWICE,
  /** A literal passed by position where the compiler takes one by keyword only. */
  NEEDS_KEYWORD,
  /** An argument of the wrong kind: a tile for a tensor, a scalar for a list. */
  WRONG_KIND,
  /** Tensors and tiles in one call. */
  MIXED_LEVELS,
  /** A scalar of dtype INDEX combined with elements. */
  INDEX_SCALAR,
  /** A value that must be known while compiling. */
  NOT_CONSTANT,
  /** An extent, offset or index that is no integer. */
  NOT_AN_INTEGER,
  /** A value that the operation does not accept. */
  INVALID_ARGUMENT,
  /** Scalars whose dtypes do not go together. */
  SCALAR_DTYPE,
  /** Arithmetic on something that is no scalar. */
  NOT_A_SCALAR,
  /** Operands whose shapes do not go together. */
  INCOMPATIBLE_SHAPES,
  /** An operand with the wrong number of dimensions. */
  WRONG_RANK,
  /** An operand of a dtype that the operation cannot work on. */
  UNSUPPORTED_DTYPE,
  /** Operands whose dtypes must be equal and are not. */
  DTYPE_MISMATCH,
  /** A conversion to the dtype that the operand has. */
  CAST_TO_SAME_DTYPE,
  /** A reduction of nothing. */
  EMPTY_REDUCTION,
  /** Not one index for each dimension. */
  WRONG_INDEX_COUNT,
  /** A dimension that the operand does not have. */
  AXIS_OUT_OF_RANGE,
  /** A read that leaves its source. */
  READ_OUT_OF_BOUNDS,
  /** A write that leaves its target. */
  WRITE_OUT_OF_BOUNDS,
  /** A valid region larger than what holds it. */
  VALID_SHAPE_TOO_LARGE;

  /** Returns the code of the problem ({@code op/incompatible-shapes}). */
  public String code() {
    return "op/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
