package dev.orchlens.pass.tools;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows values through a body, in program order and once: what a variable is comes from what it
 * is assigned, from what a loop starts to carry, or from what the arms of a branch or the end of a
 * loop's body yield. A kind of lineage says what each of these steps makes of what is known; where
 * a step knows nothing, what was known before stays. A loop's body is followed once, as in the
 * reference.
 *
 * @param <T> what is known of a value, such as the parameter or the buffer that it is
 */
public abstract class Lineage<T> {
  private final Map<Var, T> known = new HashMap<>();

  /** Returns what an assigned variable is. */
  protected abstract Optional<T> assigned(Stmt.Assign assign);

  /**
   * Returns what a loop carries from its first iteration on.
   *
   * @param initial what it starts to carry
   */
  protected Optional<T> carried(Carry carry, Optional<T> initial) {
    return initial;
  }

  /**
   * Returns what a result of a branch is; a value of its own, if not overridden.
   *
   * @param result the result, as named in the branch
   * @param then the value that ends the first arm for it, if one does
   * @param orElse the value that ends the other arm for it, if one does
   */
  protected Optional<T> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    return Optional.empty();
  }

  /**
   * Returns what a result of a loop is.
   *
   * @param index the number of the result, from 0
   * @param initial what the loop starts to carry for it
   * @param yielded the value that ends the body for it, if one does
   */
  protected abstract Optional<T> left(
      Stmt.Loop loop, int index, Optional<T> initial, Optional<Expr> yielded);

  /**
   * Returns the yield that ends a body: also one inside a region that ends it, if not overridden.
   */
  protected Optional<Stmt.Yield> end(List<Stmt> body) {
    return Bodies.trailingYield(body);
  }

  /**
   * Learns of each statement, before anything in it is followed; what a loop carries is known then.
   */
  protected void reached(Stmt stmt) {}

  /** Returns what is known of a value. */
  public Optional<T> of(Expr value) {
    return value instanceof Var var ? Optional.ofNullable(known.get(var)) : Optional.empty();
  }

  /** Returns what is known of each variable, as far as the bodies were followed. */
  protected final Map<Var, T> all() {
    return known;
  }

  /** Says what a variable is; what is empty changes nothing. */
  protected final void define(Var var, Optional<T> what) {
    what.ifPresent(w -> known.put(var, w));
  }

  /** Follows the values through {@code body}. */
  protected final void follow(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> {
          reached(s);
          define(s.var(), assigned(s));
        }
        case Stmt.If s -> branch(s);
        case Stmt.Loop s -> loop(s);
        default -> {
          reached(stmt);
          stmt.bodies().forEach(this::follow);
        }
      }
    }
  }

  private void branch(Stmt.If s) {
    reached(s);
    s.bodies().forEach(this::follow);
    for (int i = 0; i < s.results().size(); i++) {
      int index = i;
      Var result = s.results().get(i);
      Optional<Expr> then = yielded(s.then(), index);
      define(result, merged(result, then, s.orElse().flatMap(body -> yielded(body, index))));
    }
  }

  private void loop(Stmt.Loop s) {
    List<Optional<T>> initial = new ArrayList<>();
    for (Carry carry : s.carries()) {
      initial.add(of(carry.init()));
      define(carry.var(), carried(carry, initial.getLast()));
    }
    reached(s);
    follow(s.body());
    for (int i = 0; i < s.results().size(); i++) {
      Optional<T> start = i < initial.size() ? initial.get(i) : Optional.empty();
      define(s.results().get(i), left(s, i, start, yielded(s.body(), i)));
    }
  }

  private Optional<Expr> yielded(List<Stmt> body, int index) {
    return end(body)
        .map(Stmt.Yield::values)
        .filter(values -> index < values.size())
        .map(values -> values.get(index));
  }
}
