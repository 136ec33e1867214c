package dev.orchlens.lower.op;

import dev.orchlens.ir.Type;
import java.util.Optional;

/** Unwinds a result rule that cannot type a call; the catalogue turns it into a problem at the call. */
final class RuleFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient Optional<Type> guess;
  private final boolean silent;

  private RuleFailure(String code, String message, Optional<Type> guess, boolean silent) {
    super(message, null, false, false);
    this.code = code;
    this.guess = guess;
    this.silent = silent;
  }

  /** Makes a failure whose message follows the operator's name. */
  RuleFailure(String code, String message) {
    this(code, message, Optional.empty(), false);
  }

  /** Makes a failure that still has an idea of the result. */
  RuleFailure(String code, String message, Type guess) {
    this(code, message, Optional.of(guess), false);
  }

  /** Makes the failure for an operand whose type is unknown, about which something was said before. */
  static RuleFailure unknown(Type.Unknown type) {
    return new RuleFailure("", type.reason(), Optional.of(type), true);
  }

  /** Returns the code of the problem. */
  String code() {
    return code;
  }

  /** Returns the type the result would probably have had. */
  Type guess() {
    return guess.orElseGet(() -> new Type.Unknown(getMessage()));
  }

  /** Returns whether there is nothing new to tell. */
  boolean isSilent() {
    return silent;
  }
}
