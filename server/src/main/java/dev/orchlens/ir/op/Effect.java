package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Kwargs;

/**
 * What an operator does to the memory behind one argument (reference: docs/en/dev/ir/05-operators.md, "Argument
 * effects").
 */
public enum Effect {
  /** Reads it, never writes it. */
  READ,
  /** Overwrites it without reading it first. */
  WRITE,
  /** Reads and writes it. */
  READ_WRITE,
  /** Writes it, and reads it as well when the call's {@code atomic} keyword asks for a combining store. */
  ATOMIC_WRITE,
  /** Neither reads nor writes the elements: takes its type, its address or a compile-time value. */
  NONE;

  /** Returns this effect as it is for a call with the given keyword values, never {@link #ATOMIC_WRITE}. */
  public Effect with(Kwargs kwargs) {
    if (this != ATOMIC_WRITE) {
      return this;
    }
    boolean combines = kwargs.get("atomic").filter(a -> !a.equals(new Attr.Int(0))).isPresent();
    return combines ? READ_WRITE : WRITE;
  }

  /** Returns whether the memory is changed. */
  public boolean writes() {
    return this == WRITE || this == READ_WRITE || this == ATOMIC_WRITE;
  }

  /** Returns whether the memory's old content matters. */
  public boolean reads() {
    return this == READ || this == READ_WRITE;
  }
}
