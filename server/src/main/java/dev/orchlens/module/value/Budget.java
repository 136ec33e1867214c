package dev.orchlens.module.value;

import java.math.BigInteger;

/** What an evaluation may spend. */
public final class Budget {
  /** Steps for one module: a step is one statement, call or comprehension element. */
  public static final long STEPS_PER_MODULE = 1_000_000;

  /** Elements of one collection, characters of one string. */
  static final int MAX_SIZE = 1_000_000;

  /** Bits of one integer. */
  public static final int MAX_BITS = 1 << 16;

  /** Nested calls of functions of the program. */
  static final int MAX_DEPTH = 100;

  /** Elements that are copied or searched in one step. */
  static final int ELEMENTS_PER_STEP = 32;

  /** Characters that are copied or searched in one step. */
  static final int CHARACTERS_PER_STEP = 256;

  private long left = STEPS_PER_MODULE;
  private int depth;

  /** Spends one step; the evaluation ends when none is left. */
  public void step() {
    if (left-- <= 0) {
      throw new BudgetExceededException("it takes more than " + STEPS_PER_MODULE + " steps");
    }
  }

  /** Spends what it takes to copy or search so many elements. */
  public void work(long elements) {
    spend(elements / ELEMENTS_PER_STEP);
  }

  /** Spends what it takes to copy or search so many characters. */
  public void text(long characters) {
    spend(characters / CHARACTERS_PER_STEP);
  }

  private void spend(long steps) {
    left -= steps;
    if (left < 0) {
      left = 0;
      step();
    }
  }

  /** The steps that are left. */
  public long left() {
    return left;
  }

  /** Sets how many steps are left. */
  public void refill(long steps) {
    left = steps;
  }

  /** A function is entered; {@link #leave} must follow. */
  public void enter() {
    if (depth >= MAX_DEPTH) {
      throw new BudgetExceededException("calls are nested deeper than " + MAX_DEPTH);
    }
    depth++;
  }

  /** A function is left. */
  public void leave() {
    depth--;
  }

  /** Checks the size of a collection or string before it is made. */
  public static int size(long size) {
    if (size > MAX_SIZE) {
      throw new BudgetExceededException("it makes a value of more than " + MAX_SIZE + " elements");
    }
    return (int) size;
  }

  /** Checks the size of an integer before it is kept. */
  public static IntValue integer(BigInteger value) {
    if (value.bitLength() > MAX_BITS) {
      throw new BudgetExceededException("it makes an integer of more than " + MAX_BITS + " bits");
    }
    return new IntValue(value);
  }
}
