package dev.orchlens.ir;

/**
 * Unwinds a pass or the code generator from the place where it finds that the compiler rejects the
 * program. The pipeline catches it and reports its problem; it never reaches the user as an
 * exception.
 */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Makes a rejection that stands for {@code problem}. */
  public Rejection(Problem problem) {
    super(problem.message(), null, false, false);
    this.problem = problem;
  }

  /** Returns what to tell the user. */
  public Problem problem() {
    return problem;
  }
}
