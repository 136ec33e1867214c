package dev.orchlens.pass.storage;

import dev.orchlens.ir.Origin;

/**
 * Why a value has no storage location that dependency analysis can use: the culprit behind an
 * {@code unresolved_location} fallback.
 *
 * @param cause what happened
 * @param detail the operator or callee of {@link Cause#UNTRACKED} and {@link Cause#RUNTIME_INDEX},
 *     the number of roots of {@link Cause#TOO_MANY_ROOTS}, else the name of the value
 * @param origin the place where the location was lost
 */
public record Loss(Cause cause, String detail, Origin origin) {

  /**
   * What makes a location unusable (reference: docs/en/dev/passes/auto_derive_task_dependencies,
   * fallback triggers).
   */
  public enum Cause {
    /** The value comes from an operator or call the analysis does not look through. */
    UNTRACKED,
    /** The accessed part depends on runtime indices: a gather or scatter. */
    RUNTIME_INDEX,
    /** Control flow merged more than {@link StorageLocation#MAX_ROOTS} buffers. */
    TOO_MANY_ROOTS,
    /** Control flow merged a value that has no location itself. */
    MERGED_UNKNOWN,
    /** The argument is not a variable. */
    NOT_A_VARIABLE,
    /** The value is of a kind whose storage is not tracked, or was never defined. */
    UNTRACKED_VALUE
  }
}
