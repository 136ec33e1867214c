package dev.orchlens.order;

import java.util.Arrays;

/**
 * Sets of numbers as arrays of words, none of which is changed once others may hold it; null is the
 * empty set.
 */
final class Bits {
  private Bits() {}

  static boolean has(long[] set, int bit) {
    return set != null && (set[bit >> 6] & 1L << bit) != 0;
  }

  static void add(long[] own, int bit) {
    own[bit >> 6] |= 1L << bit;
  }

  static void remove(long[] own, int bit) {
    own[bit >> 6] &= ~(1L << bit);
  }

  static void addAll(long[] own, long[] other) {
    if (other != null) {
      for (int i = 0; i < other.length; i++) {
        own[i] |= other[i];
      }
    }
  }

  static long[] union(long[] a, long[] b, int words) {
    if (a == null || a == b) {
      return b;
    }
    if (b == null) {
      return a;
    }
    long[] all = Arrays.copyOf(a, words);
    addAll(all, b);
    return all;
  }

  static boolean same(long[] a, long[] b) {
    if (a == b) {
      return true;
    }
    int length = a == null ? b.length : a.length;
    for (int i = 0; i < length; i++) {
      if ((a == null ? 0 : a[i]) != (b == null ? 0 : b[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first number of a set from {@code from} on, or -1. */
  static int next(long[] set, int from) {
    if (set == null) {
      return -1;
    }
    int word = from >> 6;
    if (word >= set.length) {
      return -1;
    }
    long rest = set[word] & -1L << from;
    while (rest == 0) {
      if (++word == set.length) {
        return -1;
      }
      rest = set[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }
}
