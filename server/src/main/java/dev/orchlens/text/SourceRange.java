package dev.orchlens.text;

/**
 * A half-open stretch of text: offsets in UTF-16 code units, {@code start} inclusive, {@code end}
 * exclusive. What the offsets count from (a document, or one top-level item) is said by whoever
 * holds the range.
 */
public record SourceRange(int start, int end) {
  /**
   * Makes a range.
   *
   * @throws IllegalArgumentException when {@code start} is negative or {@code end} lies before it
   */
  public SourceRange {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("not a range: " + start + ".." + end);
    }
  }

  /** The range from the start of {@code first} to the end of {@code last}. */
  public static SourceRange between(SourceRange first, SourceRange last) {
    return new SourceRange(first.start, last.end);
  }

  /** The number of UTF-16 code units covered. */
  public int length() {
    return end - start;
  }

  /** Whether nothing is covered; an empty range still has a place. */
  public boolean isEmpty() {
    return start == end;
  }

  /**
   * Whether {@code offset} lies inside, or directly behind the last code unit: where a cursor still
   * touches the range.
   */
  public boolean touches(int offset) {
    return start <= offset && offset <= end;
  }

  /** Whether all of {@code other} lies inside this range. */
  public boolean contains(SourceRange other) {
    return start <= other.start && other.end <= end;
  }

  /** The same stretch counted from a place {@code distance} code units earlier. */
  public SourceRange shift(int distance) {
    return distance == 0 ? this : new SourceRange(start + distance, end + distance);
  }

  /** The characters covered in {@code text}, which must be the text that the offsets count in. */
  public String of(CharSequence text) {
    return text.subSequence(start, end).toString();
  }
}
