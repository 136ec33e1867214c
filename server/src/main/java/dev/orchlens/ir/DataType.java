package dev.orchlens.ir;

import java.util.Optional;

/**
 * Element types, with their width in bits and family (reference: docs/en/dev/ir/02-types.md,
 * "ScalarType"). {@link #INDEX} is distinct from {@link #INT64}; {@link #TASK_ID} is an opaque
 * handle without arithmetic.
 */
public enum DataType {
  BOOL(Family.BOOL, 8),
  INT4(Family.SIGNED, 4),
  INT8(Family.SIGNED, 8),
  INT16(Family.SIGNED, 16),
  INT32(Family.SIGNED, 32),
  INT64(Family.SIGNED, 64),
  INDEX(Family.SIGNED, 64),
  UINT4(Family.UNSIGNED, 4),
  UINT8(Family.UNSIGNED, 8),
  UINT16(Family.UNSIGNED, 16),
  UINT32(Family.UNSIGNED, 32),
  UINT64(Family.UNSIGNED, 64),
  FP4(Family.FLOAT, 4),
  FP8E4M3FN(Family.FLOAT, 8),
  FP8E5M2(Family.FLOAT, 8),
  FP8E8M0(Family.FLOAT, 8),
  FP16(Family.FLOAT, 16),
  FP32(Family.FLOAT, 32),
  FP64(Family.FLOAT, 64),
  BF16(Family.FLOAT, 16),
  HF4(Family.FLOAT, 4),
  HF8(Family.FLOAT, 8),
  TASK_ID(Family.HANDLE, 64);

  /** The arithmetic family of an element type. */
  public enum Family {
    BOOL,
    SIGNED,
    UNSIGNED,
    FLOAT,
    HANDLE
  }

  private final Family family;
  private final int bits;

  DataType(Family family, int bits) {
    this.family = family;
    this.bits = bits;
  }

  /** Returns the arithmetic family. */
  public Family family() {
    return family;
  }

  /** Returns the width of one element in bits, 4 to 64. */
  public int bits() {
    return bits;
  }

  /** Returns whether values are signed or unsigned integers (not {@link #BOOL}). */
  public boolean isInteger() {
    return family == Family.SIGNED || family == Family.UNSIGNED;
  }

  /** Returns whether values are floating-point numbers. */
  public boolean isFloat() {
    return family == Family.FLOAT;
  }

  /**
   * Returns the type written {@code pl.<name>} in a program, or nothing when there is none of that
   * name.
   */
  public static Optional<DataType> ofName(String name) {
    for (DataType type : values()) {
      if (type.name().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
