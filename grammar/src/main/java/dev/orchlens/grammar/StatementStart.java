package dev.orchlens.grammar;

/** What shows that a statement begins. */
final class StatementStart {
  private StatementStart() {}

  /**
   * Whether the word {@code text[start..end)} begins a statement wherever it begins a line: no
   * expression holds it.
   */
  static boolean isCertain(char[] text, int start, int end) {
    if (end - start < 3 || end - start > 8) {
      return false;
    }
    return switch (new String(text, start, end - start)) {
      case "assert",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "except",
          "finally",
          "global",
          "import",
          "nonlocal",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with" ->
          true;
      default -> false;
    };
  }

  /** Whether a statement that begins with this token ends its head with a colon. */
  static boolean opensBlock(int type) {
    return switch (type) {
      case PythonLexer.DEF,
          PythonLexer.CLASS,
          PythonLexer.IF,
          PythonLexer.ELIF,
          PythonLexer.ELSE,
          PythonLexer.FOR,
          PythonLexer.WHILE,
          PythonLexer.WITH,
          PythonLexer.TRY,
          PythonLexer.EXCEPT,
          PythonLexer.FINALLY,
          PythonLexer.ASYNC ->
          true;
      default -> false;
    };
  }

  /** Whether a statement can begin directly behind this token. */
  static boolean follows(int type) {
    return switch (type) {
      case PythonLexer.NEWLINE,
          PythonLexer.INDENT,
          PythonLexer.DEDENT,
          PythonLexer.SEMICOLON,
          PythonLexer.COLON ->
          true;
      default -> false;
    };
  }
}
