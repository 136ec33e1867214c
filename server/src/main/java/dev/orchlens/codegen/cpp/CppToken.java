package dev.orchlens.codegen.cpp;

/**
 * A token of generated C++. A {@link CppLexer} makes one object for all equal tokens.
 *
 * @param text its characters
 * @param kind what it is
 * @param number its number among the tokens of its lexer, from 0
 */
public record CppToken(String text, Kind kind, int number) {
  private static final int MOST_LONG_DIGITS = 18;
  private static final long LARGEST_UINT32 = 0xFFFF_FFFFL;
  private static final int LARGEST_UINT32_DIGITS = 10;

  /** What a token is. */
  public enum Kind {
    /** A name that neither C++ nor the runtime defines. */
    NAME,
    /** A type of C++ values. */
    VALUE_TYPE,
    /** A type of the runtime. */
    RUNTIME_TYPE,
    /** A type that orchestration code does not have. */
    MISSING_TYPE,
    /** Another word of C++ or of the runtime. */
    RESERVED,
    /** A number. */
    NUMBER,
    /** What a member or the part of a qualified name follows. */
    SELECTOR,
    /** The start of a block. */
    OPENING,
    /** The end of a block. */
    CLOSING,
    /** Any other character, or a string. */
    OTHER
  }

  /** Returns whether this token is spelled like a name. */
  public boolean isWord() {
    return switch (kind) {
      case NAME, VALUE_TYPE, RUNTIME_TYPE, MISSING_TYPE, RESERVED -> true;
      case NUMBER, SELECTOR, OPENING, CLOSING, OTHER -> false;
    };
  }

  /** Returns whether C++ or the runtime defines this word. */
  public boolean isKnown() {
    return kind == Kind.RUNTIME_TYPE || isReserved();
  }

  /** Returns whether this word cannot be declared. */
  public boolean isReserved() {
    return kind == Kind.VALUE_TYPE || kind == Kind.RESERVED;
  }

  /** Returns whether this word stands in front of a variable that it declares. */
  public boolean isType() {
    return kind == Kind.VALUE_TYPE || kind == Kind.RUNTIME_TYPE || kind == Kind.MISSING_TYPE;
  }

  /** Returns whether this token is {@code other}. */
  public boolean is(String other) {
    return text.equals(other);
  }

  /** Returns whether this token is a whole number above the largest of 32 bits without sign. */
  public boolean isAboveUint32() {
    return kind == Kind.NUMBER
        && text.length() >= LARGEST_UINT32_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9')
        && (text.length() > MOST_LONG_DIGITS || Long.parseLong(text) > LARGEST_UINT32);
  }
}
