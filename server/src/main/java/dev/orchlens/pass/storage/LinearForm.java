package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A sum of a constant and of multiples of variables.
 *
 * @param constant the constant
 * @param factors the factor of each variable, none of them 0
 */
public record LinearForm(long constant, Map<Var, Long> factors) {
  /** Nothing that is larger is an offset; sums and products of smaller numbers cannot overflow. */
  private static final long LIMIT = 1L << 31;

  public LinearForm {
    factors = Map.copyOf(factors);
  }

  public static LinearForm of(long constant) {
    return new LinearForm(constant, Map.of());
  }

  public static LinearForm of(Var var) {
    return new LinearForm(0, Map.of(var, 1L));
  }

  /**
   * Returns an integer expression as such a sum; nothing when it is none, or too large.
   *
   * @param meaning what a variable stands for
   */
  static Optional<LinearForm> of(Expr expr, Function<Var, LinearForm> meaning) {
    return switch (expr) {
      case Expr.ConstInt c -> Optional.of(of(c.value())).filter(LinearForm::isSmall);
      case Var var when var.type() instanceof Type.Scalar s && s.dtype().isInteger() ->
          Optional.of(meaning.apply(var));
      case Expr.Unary e when e.op() == UnaryOp.NEG ->
          of(e.operand(), meaning).map(f -> f.times(-1));
      case Expr.Unary e when e.op() == UnaryOp.CAST -> of(e.operand(), meaning);
      case Expr.Binary e -> binary(e, meaning);
      default -> Optional.empty();
    };
  }

  private static Optional<LinearForm> binary(Expr.Binary e, Function<Var, LinearForm> meaning) {
    boolean isKnown = e.op() == BinaryOp.ADD || e.op() == BinaryOp.SUB || e.op() == BinaryOp.MUL;
    Optional<LinearForm> left = isKnown ? of(e.left(), meaning) : Optional.empty();
    Optional<LinearForm> right = left.isPresent() ? of(e.right(), meaning) : Optional.empty();
    if (right.isEmpty()) {
      return Optional.empty();
    }
    LinearForm a = left.get();
    LinearForm b = right.get();
    Optional<LinearForm> result =
        switch (e.op()) {
          case ADD -> Optional.of(a.plus(b));
          case SUB -> Optional.of(a.plus(b.times(-1)));
          default ->
              a.isConstant()
                  ? Optional.of(b.times(a.constant))
                  : b.isConstant() ? Optional.of(a.times(b.constant)) : Optional.empty();
        };
    return result.filter(LinearForm::isSmall);
  }

  private boolean isSmall() {
    return Math.abs(constant) < LIMIT
        && factors.values().stream().allMatch(f -> Math.abs(f) < LIMIT);
  }

  boolean isConstant() {
    return factors.isEmpty();
  }

  public LinearForm plus(LinearForm other) {
    Map<Var, Long> sum = new HashMap<>(factors);
    other.factors.forEach((var, factor) -> sum.merge(var, factor, Long::sum));
    sum.values().removeIf(f -> f == 0);
    return new LinearForm(constant + other.constant, sum);
  }

  LinearForm times(long number) {
    Map<Var, Long> product = new HashMap<>();
    if (number != 0) {
      factors.forEach((var, factor) -> product.put(var, factor * number));
    }
    return new LinearForm(constant * number, product);
  }

  /**
   * Returns this sum with what {@code meaning} says in place of each variable; nothing when it gets
   * too large.
   */
  public Optional<LinearForm> replaced(Function<Var, Optional<LinearForm>> meaning) {
    LinearForm sum = of(constant);
    for (Map.Entry<Var, Long> term : factors.entrySet()) {
      Optional<LinearForm> value = meaning.apply(term.getKey());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.plus(value.get().times(term.getValue()));
      if (!sum.isSmall()) {
        return Optional.empty();
      }
    }
    return Optional.of(sum);
  }

  /** Returns the difference to {@code other} if it is the same for all values of the variables. */
  public OptionalLong minus(LinearForm other) {
    return factors.equals(other.factors)
        ? OptionalLong.of(constant - other.constant)
        : OptionalLong.empty();
  }
}
