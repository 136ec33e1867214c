package dev.orchlens.cli;

/**
 * Something the user asked for that cannot be done; its message is all the user sees, and the exit
 * code is 2.
 */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserError(String message) {
    super(message, null, false, false);
  }
}
