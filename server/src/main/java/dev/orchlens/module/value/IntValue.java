package dev.orchlens.module.value;

import java.math.BigInteger;
import java.util.OptionalLong;

/** A Python {@code int}, of any size up to the evaluator's limit. */
public record IntValue(BigInteger value) implements Value {

  /** Returns the integer. */
  public static IntValue of(long value) {
    return new IntValue(BigInteger.valueOf(value));
  }

  /** Returns the value where it fits into 64 bits. */
  public OptionalLong asLong() {
    return value.bitLength() < 64 ? OptionalLong.of(value.longValue()) : OptionalLong.empty();
  }
}
