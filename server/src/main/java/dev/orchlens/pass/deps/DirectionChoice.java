package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.ParamDirection;

/**
 * How DeriveCallDirections chose the direction of one tensor argument (reference:
 * docs/en/dev/passes/derive_call_directions).
 *
 * @param argument the argument
 * @param declared the direction of the callee's parameter
 * @param chosen the direction at the call
 * @param rule why
 */
public record DirectionChoice(
    Argument argument, ParamDirection declared, ArgDirection chosen, Rule rule) {

  /** The rules, in the order they are tried. */
  public enum Rule {
    /** The callee only reads the parameter, or reads and writes it: the direction follows. */
    DECLARED,
    /**
     * An output inside a sequential loop is also read: the next iteration must wait for this one.
     */
    SEQUENTIAL_LOOP,
    /**
     * The argument may be one of several buffers, so nothing proves that this is the first write.
     */
    AMBIGUOUS_BUFFER,
    /** An earlier statement of the same block wrote the buffer already. */
    PRIOR_WRITER,
    /** The buffer is a parameter that the enclosing function declares InOut. */
    ENCLOSING_IN_OUT,
    /** First write to the buffer: an existing tensor that the runtime treats as a fresh output. */
    FIRST_WRITER,
    /** The user excused the argument with {@code pl.no_dep} or {@code no_dep_args=}. */
    EXCUSED_BY_USER
  }
}
