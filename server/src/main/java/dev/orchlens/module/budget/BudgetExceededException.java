package dev.orchlens.module.budget;

/** An evaluation has used up what it may spend. */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BudgetExceededException(String what) {
    super(what, null, false, false);
  }
}
