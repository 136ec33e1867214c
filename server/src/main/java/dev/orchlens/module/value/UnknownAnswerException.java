package dev.orchlens.module.value;

/**
 * What is being evaluated comes to depend on an unknown value; the nearest construct that can name
 * it takes over.
 */
public final class UnknownAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient UnknownValue unknown;

  public UnknownAnswerException(UnknownValue unknown) {
    super(unknown.reason(), null, false, false);
    this.unknown = unknown;
  }

  public UnknownValue unknown() {
    return unknown;
  }
}
