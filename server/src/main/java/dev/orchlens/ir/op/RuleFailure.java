package dev.orchlens.ir.op;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Unwinds from a call that is wrong to where it is built, which turns it into a problem at the
 * call.
 */
public final class RuleFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Code> code;
  private final transient Optional<Type> guess;

  private RuleFailure(Optional<Code> code, String message, Optional<Type> guess) {
    super(message, null, false, false);
    this.code = code;
    this.guess = guess;
  }

  /** Makes a failure whose message, without its full stop, follows the operator's name. */
  public RuleFailure(Code code, String message) {
    this(Optional.of(code), message, Optional.empty());
  }

  /** Makes a failure that still has an idea of the result. */
  public RuleFailure(Code code, String message, Type guess) {
    this(Optional.of(code), message, Optional.of(guess));
  }

  /**
   * Makes the failure for an operand whose type is unknown, about which something was said before.
   */
  public static RuleFailure unknown(Type.Unknown type) {
    return new RuleFailure(Optional.empty(), type.reason(), Optional.of(type));
  }

  /** Returns what is wrong; nothing when a problem tells already. */
  public Optional<Code> code() {
    return code;
  }

  /** Returns the type the result would probably have had. */
  public Type guess() {
    return guess.orElseGet(() -> new Type.Unknown(getMessage()));
  }

  /** Returns whether there is nothing new to tell. */
  public boolean isSilent() {
    return code.isEmpty();
  }

  /**
   * Reports a problem whose message begins with {@code subject}, and returns an expression of the
   * probable type.
   */
  public Expr reported(String subject, Origin origin, Consumer<Problem> problems) {
    code.ifPresent(
        c -> problems.accept(new Problem(c, subject + " " + getMessage() + ".", origin)));
    return new Expr.Unknown(getMessage(), guess(), origin);
  }
}
