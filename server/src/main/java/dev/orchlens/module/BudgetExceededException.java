package dev.orchlens.module;

/** An evaluation has used up what it may spend. */
final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BudgetExceededException(String what) {
    super(what, null, false, false);
  }
}
