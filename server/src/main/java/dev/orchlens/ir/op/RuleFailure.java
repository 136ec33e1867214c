package dev.orchlens.ir.op;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import java.util.Optional;
import java.util.function.Consumer;

/** Unwinds from a call that is wrong to where it is built, which turns it into a problem at the call. */
public final class RuleFailure extends RuntimeException {
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

  /** Makes a failure whose message, without its full stop, follows the operator's name. */
  public RuleFailure(String code, String message) {
    this(code, message, Optional.empty(), false);
  }

  /** Makes a failure that still has an idea of the result. */
  public RuleFailure(String code, String message, Type guess) {
    this(code, message, Optional.of(guess), false);
  }

  /** Makes the failure for an operand whose type is unknown, about which something was said before. */
  public static RuleFailure unknown(Type.Unknown type) {
    return new RuleFailure("", type.reason(), Optional.of(type), true);
  }

  /** Returns the code of the problem. */
  public String code() {
    return code;
  }

  /** Returns the type the result would probably have had. */
  public Type guess() {
    return guess.orElseGet(() -> new Type.Unknown(getMessage()));
  }

  /** Returns whether there is nothing new to tell. */
  public boolean isSilent() {
    return silent;
  }

  /** Reports a problem whose message begins with {@code subject}, and returns an expression of the probable type. */
  public Expr reported(String subject, Origin origin, Consumer<Problem> problems) {
    if (!silent) {
      problems.accept(Problem.error(code, subject + " " + getMessage() + ".", origin));
    }
    return new Expr.Unknown(getMessage(), guess(), origin);
  }
}
