package dev.orchlens.text;

/**
 * What the characters of a position are counted in; here they are UTF-16 code units everywhere,
 * elsewhere others.
 */
public enum CharacterUnit {
  /** Bytes of the text as UTF-8. */
  UTF8("utf-8"),
  /** UTF-16 code units. */
  UTF16("utf-16"),
  /** Code points. */
  UTF32("utf-32");

  private final String label;

  CharacterUnit(String label) {
    this.label = label;
  }

  /** Returns the name that the Language Server Protocol has for it. */
  public String label() {
    return label;
  }

  /**
   * Returns the UTF-16 code units before a character of a line, which is counted in this unit. One
   * within a code point counts as the start of that, one behind the line's end as that end.
   */
  public int toUtf16(CharSequence line, int character) {
    int units = 0;
    int index = 0;
    while (index < line.length()) {
      int codePoint = Character.codePointAt(line, index);
      units += length(codePoint);
      if (units > character) {
        return index;
      }
      index += Character.charCount(codePoint);
    }
    return index;
  }

  /** Returns how many of this unit stand before an index of a line in UTF-16 code units. */
  public int fromUtf16(CharSequence line, int index) {
    int units = 0;
    int end = Math.min(index, line.length());
    for (int i = 0; i < end; ) {
      int codePoint = Character.codePointAt(line, i);
      units += length(codePoint);
      i += Character.charCount(codePoint);
    }
    return units;
  }

  private int length(int codePoint) {
    return switch (this) {
      case UTF8 -> codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      case UTF16 -> Character.charCount(codePoint);
      case UTF32 -> 1;
    };
  }
}
