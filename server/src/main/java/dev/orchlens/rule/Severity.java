package dev.orchlens.rule;

/** How bad something is. */
public enum Severity {
  /** The compiler rejects the program, or the file does not load. */
  ERROR,
  /** Something about the result should be looked at. */
  WARNING,
  /** It is worth knowing and changes nothing. */
  INFORMATION,
  /** It is shown in the editor alone, unless more is asked for. */
  HINT,
  /**
   * Nothing is wrong: what the compiler learns from a call is not in the file, and without it there
   * is nothing to show of the program.
   */
  INCOMPLETE;

  /** Returns whether nothing of the program can be told as it is. */
  public boolean stops() {
    return this == ERROR || this == INCOMPLETE;
  }
}
