package dev.orchlens.text;

/** An edit is not about a stretch of the text that it is said to change. */
public final class BadEditException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes one that says in a sentence what does not fit. */
  public BadEditException(String message) {
    super(message);
  }
}
