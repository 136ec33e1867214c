package dev.orchlens.ir.op;

/**
 * Which core runs an operator (reference: docs/en/dev/passes/expand_mixed_kernel). The last five
 * are decided for each call.
 */
public enum Lane {
  /** The cube core. */
  CUBE,
  /** The vector core. */
  VECTOR,
  /** Either; it does not decide what a kernel is. */
  SHARED,
  /** Both: the data crosses from one to the other. */
  MIXED,
  /** The memory that the keyword {@code target_memory} names. */
  TARGET_MEMORY,
  /** The memory of the first tile argument, shared without one. */
  OPERAND,
  /** A move: mixed between a cube memory and a vector memory, else the side of its source. */
  MOVE,
  /** The keyword {@code core_type}. */
  CORE_TYPE,
  /** The cores that its result is needed on: a view or an allocation that costs no instruction. */
  CONSUMER
}
