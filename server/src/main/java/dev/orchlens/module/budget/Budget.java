package dev.orchlens.module.budget;

/** What an evaluation may spend, and whether anybody still waits for it. */
public final class Budget {
  /** Steps for one module: a step is one statement, call or comprehension element. */
  public static final long STEPS_PER_MODULE = 1_000_000;

  /** Elements of one collection, characters of one string. */
  public static final int MAX_SIZE = 1_000_000;

  /** Bits of one integer. */
  public static final int MAX_BITS = 1 << 16;

  /** Nested calls of functions of the program. */
  static final int MAX_DEPTH = 100;

  /**
   * Expressions inside each other, and values that are walked through inside each other: as deep as
   * Python goes.
   */
  public static final int MAX_NESTING = 1000;

  /**
   * Modules that import each other in a row, each while the one before is loaded; Python gives up
   * at about 140.
   */
  public static final int MAX_IMPORTS = 200;

  /** What a step costs, where copying or comparing one character costs 1. */
  private static final int STEP = 256;

  /** What copying or comparing one element of a collection costs. */
  private static final int ELEMENT = 8;

  /** What one bit of an operand of a multiplication, division or conversion of integers costs. */
  private static final int BIT = 2;

  /**
   * What is spent between two looks at whether the result is still wanted: less than a millisecond
   * of work.
   */
  private static final long POLL = 256 * STEP;

  private final Runnable poll;
  private long left = STEPS_PER_MODULE * STEP;
  private long sincePoll;
  private int depth;
  private int nesting;

  /**
   * A budget for one module.
   *
   * @param poll ends the evaluation with an exception of its own when the result is no longer
   *     wanted
   */
  public Budget(Runnable poll) {
    this.poll = poll;
  }

  /**
   * Spends one step; the evaluation ends when none is left, or when its result is no longer wanted.
   */
  public void step() {
    spend(STEP);
  }

  /** Spends what it takes to copy or search so many elements. */
  public void work(long elements) {
    spend(elements * ELEMENT);
  }

  /** Spends what it takes to copy or search so many characters. */
  public void text(long characters) {
    spend(characters);
  }

  /**
   * Spends what it takes to compute with integers of so many bits in all. Some operations take time
   * that grows with the square of the bits; 65,536 of them count 500 steps, which is more than the
   * slowest takes.
   */
  public void bits(long bits) {
    spend(bits * BIT);
  }

  private void spend(long cost) {
    sincePoll += cost;
    if (sincePoll >= POLL) {
      sincePoll = 0;
      poll.run();
    }
    if (cost > left) {
      left = 0;
      throw new BudgetExceededException("it takes more than " + STEPS_PER_MODULE + " steps");
    }
    left -= cost;
  }

  /** The steps that are left. */
  public long left() {
    return left / STEP;
  }

  /** Sets how many steps are left. */
  public void refill(long steps) {
    left = steps * STEP;
  }

  /** A function is entered; {@link #leave} must follow. */
  public void enter() {
    if (depth >= MAX_DEPTH) {
      throw new BudgetExceededException("calls are nested deeper than " + MAX_DEPTH);
    }
    depth++;
  }

  /**
   * The work goes into something that is inside of what it was at; {@link #outwards} must follow.
   */
  public void inwards() {
    if (nesting >= MAX_NESTING) {
      throw new BudgetExceededException(
          "expressions or values are nested deeper than " + MAX_NESTING);
    }
    nesting++;
  }

  /** The work comes back from where {@link #inwards} went. */
  public void outwards() {
    nesting--;
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

  /** Checks the size of an integer before it is made. */
  public static void checkBits(long bits) {
    if (bits > MAX_BITS) {
      throw new BudgetExceededException("it makes an integer of more than " + MAX_BITS + " bits");
    }
  }
}
