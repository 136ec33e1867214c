package dev.orchlens.grammar;

import java.util.Arrays;

/** The brackets open at a place, innermost last. */
final class Brackets {
  private int[] offsets = new int[16];
  private char[] kinds = new char[16];
  private int count;

  void clear() {
    count = 0;
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
    }
    offsets[count] = offset;
    kinds[count++] = kind;
  }

  /**
   * Closes the innermost bracket that the closing one matches, and those inside it. Returns the offset of the innermost
   * bracket when that one does not match, and -1 when all is well or nothing is open.
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
