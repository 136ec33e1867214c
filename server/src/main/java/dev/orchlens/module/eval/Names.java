package dev.orchlens.module.eval;

/** Python's names. */
public final class Names {
  private Names() {}

  /** Whether a text is an identifier. */
  public static boolean isIdentifier(String text) {
    if (text.isEmpty()) {
      return false;
    }
    int first = text.codePointAt(0);
    boolean starts = first == '_' || Character.isUnicodeIdentifierStart(first);
    return starts
        && text.codePoints().allMatch(c -> c == '_' || Character.isUnicodeIdentifierPart(c));
  }
}
