package dev.orchlens.module;

/** What is being evaluated comes to depend on an unknown value; the nearest construct that can name it takes over. */
final class UnknownAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient UnknownValue unknown;

  UnknownAnswerException(UnknownValue unknown) {
    super(unknown.reason(), null, false, false);
    this.unknown = unknown;
  }

  UnknownValue unknown() {
    return unknown;
  }
}
