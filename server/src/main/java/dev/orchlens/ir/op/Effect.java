package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Kwargs;

/**
 * What an operator does to the memory behind one argument, as the conversion of kernels to tiles
 * counts it for the directions of parameters (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops, "Upgrade written param directions"). A store that
 * combines with what is there counts as a write only.
 */
public enum Effect {
  /** Reads it, never writes it. */
  READ,
  /** Writes it, without a read that counts. */
  WRITE,
  /** Reads and writes it. */
  READ_WRITE,
  /**
   * Writes it, and reads it as well unless the call's {@code op} keyword asks to overwrite instead
   * of to add.
   */
  SIGNAL_WRITE,
  /** Neither reads nor writes the elements: takes its type, its address or a compile-time value. */
  NONE;

  /** How the keyword {@code op} of a notification says to overwrite, {@code pld.NotifyOp.Set}. */
  private static final long NOTIFY_SET = 1;

  /**
   * Returns this effect as it is for a call with the given keyword values, never {@link
   * #SIGNAL_WRITE}.
   */
  public Effect with(Kwargs kwargs) {
    if (this != SIGNAL_WRITE) {
      return this;
    }
    boolean overwrites =
        kwargs.get("op").filter(a -> a.equals(new Attr.Int(NOTIFY_SET))).isPresent();
    return overwrites ? WRITE : READ_WRITE;
  }

  /** Returns whether the memory is changed. */
  public boolean writes() {
    return this == WRITE || this == READ_WRITE || this == SIGNAL_WRITE;
  }

  /** Returns whether the memory's old content matters. */
  public boolean reads() {
    return this == READ || this == READ_WRITE;
  }
}
