package dev.orchlens.syntax;

/**
 * Where two texts differ, in UTF-16 code units: {@code old[start..oldEnd)} became {@code
 * new[start..newEnd)}; all before and behind is the same.
 */
record Change(int start, int oldEnd, int newEnd) {
  /** The smallest change that turns one text into the other. */
  static Change between(String old, String changed) {
    int shorter = Math.min(old.length(), changed.length());
    int start = 0;
    while (start < shorter && old.charAt(start) == changed.charAt(start)) {
      start++;
    }
    int oldEnd = old.length();
    int newEnd = changed.length();
    while (oldEnd > start
        && newEnd > start
        && old.charAt(oldEnd - 1) == changed.charAt(newEnd - 1)) {
      oldEnd--;
      newEnd--;
    }
    return new Change(start, oldEnd, newEnd);
  }

  /** By how much the text behind the change has moved. */
  int growth() {
    return newEnd - oldEnd;
  }
}
