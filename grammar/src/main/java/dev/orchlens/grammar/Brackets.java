package dev.orchlens.grammar;

import java.util.Arrays;

/** The brackets open at a place, innermost last. */
final class Brackets {
  private int[] offsets = new int[16];
  private char[] kinds = new char[16];
  private int count;

  /**
   * For the text outside of all brackets, and inside each, how many lambdas wait for their colon.
   */
  private int[] lambdas = new int[17];

  void clear() {
    count = 0;
    lambdas[0] = 0;
  }

  /** Notes that a lambda begins. */
  void beginLambda() {
    lambdas[count]++;
  }

  /** Whether a colon here ends the parameters of a lambda; if so, it is done with. */
  boolean endLambda() {
    if (lambdas[count] == 0) {
      return false;
    }
    lambdas[count]--;
    return true;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The offset of the first of them. */
  int outermost() {
    return offsets[0];
  }

  boolean isInnermost(char kind) {
    return count > 0 && kinds[count - 1] == kind;
  }

  void open(int offset, char kind) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count * 2);
      kinds = Arrays.copyOf(kinds, count * 2);
      lambdas = Arrays.copyOf(lambdas, count * 2 + 1);
    }
    offsets[count] = offset;
    kinds[count++] = kind;
    lambdas[count] = 0;
  }

  /**
   * Closes the innermost bracket that the closing one matches, and those inside it. Returns the
   * offset of the innermost bracket when that one does not match, and -1 when all is well or
   * nothing is open.
   */
  int close(char kind) {
    char wanted = kind == ')' ? '(' : kind == ']' ? '[' : '{';
    if (count == 0) {
      return -1;
    }
    int innermost = offsets[count - 1];
    boolean matches = kinds[count - 1] == wanted;
    for (int i = count - 1; i >= 0; i--) {
      if (kinds[i] == wanted) {
        count = i;
        break;
      }
    }
    return matches ? -1 : innermost;
  }
}
