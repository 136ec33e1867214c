package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;

/**
 * Finds a string that is not empty in another one, in time that grows with the sum of their lengths
 * (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977). Positions count in UTF-16
 * code units.
 */
public final class Occurrences {
  private final Budget budget;
  private final String text;
  private final String part;
  private final boolean fromEnd;

  /**
   * For each length of a matched head of the part, the length of the longest head that it ends with
   * and is not all of it.
   */
  private final int[] shorter;

  private Occurrences(Budget budget, String text, String part, boolean fromEnd) {
    this.budget = budget;
    this.text = text;
    this.part = part;
    this.fromEnd = fromEnd;
    budget.text(part.length());
    shorter = new int[part.length() + 1];
    for (int i = 1, matched = 0; i < part.length(); i++) {
      matched = extended(matched, at(part, i));
      shorter[i + 1] = matched;
    }
  }

  /** Whether a string holds another one. */
  static boolean has(Budget budget, String text, String part) {
    return part.isEmpty() || of(budget, text, part).next(0) >= 0;
  }

  /** A search from the start of the text on. */
  public static Occurrences of(Budget budget, String text, String part) {
    return new Occurrences(budget, text, part, false);
  }

  /** A search from the end of the text back: positions count from there. */
  public static Occurrences fromEnd(Budget budget, String text, String part) {
    return new Occurrences(budget, text, part, true);
  }

  private char at(String string, int position) {
    return string.charAt(fromEnd ? string.length() - 1 - position : position);
  }

  /** The length of the head that is matched when this character follows a matched head. */
  private int extended(int matched, char next) {
    int length = matched;
    while (length > 0 && (length == part.length() || at(part, length) != next)) {
      length = shorter[length];
    }
    return at(part, length) == next ? length + 1 : 0;
  }

  /**
   * The position of the first occurrence that starts at or behind a position; -1 where there is
   * none.
   */
  public int next(int from) {
    int matched = 0;
    int i = from;
    while (i < text.length() && matched < part.length()) {
      matched = extended(matched, at(text, i));
      i++;
    }
    budget.text(i - from);
    return matched == part.length() ? i - matched : -1;
  }
}
