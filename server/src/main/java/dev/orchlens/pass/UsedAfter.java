package dev.orchlens.pass;

import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables that are used behind a statement, in its own body or in those around it. */
sealed interface UsedAfter {

  /** Nothing is known to be used. */
  UsedAfter NOTHING = new These(Set.of());

  /** Returns whether {@code var} is used. */
  boolean contains(Var var);

  /** Returns whether no variable is used. */
  boolean isEmpty();

  /** Exactly these variables. */
  record These(Set<Var> vars) implements UsedAfter {
    @Override
    public boolean contains(Var var) {
      return vars.contains(var);
    }

    @Override
    public boolean isEmpty() {
      return vars.isEmpty();
    }
  }

  /** What either of two says. */
  record Either(UsedAfter first, UsedAfter second) implements UsedAfter {
    @Override
    public boolean contains(Var var) {
      return first.contains(var) || second.contains(var);
    }

    @Override
    public boolean isEmpty() {
      return first.isEmpty() && second.isEmpty();
    }
  }

  /**
   * What the statements of a body behind one of them mention.
   *
   * @param index the index of that statement
   */
  record Behind(Mentions mentions, int index) implements UsedAfter {
    @Override
    public boolean contains(Var var) {
      return mentions.last.getOrDefault(var, -1) > index;
    }

    @Override
    public boolean isEmpty() {
      return mentions.latest <= index;
    }
  }

  /** Where the statements of one body mention each variable last. */
  final class Mentions {
    private final Map<Var, Integer> last = new HashMap<>();
    private int latest = -1;

    Mentions(List<Stmt> body) {
      for (int i = 0; i < body.size(); i++) {
        int at = i;
        Walk.statements(List.of(body.get(i)), s -> Walk.definedBy(s, v -> mention(v, at)));
        Walk.expressions(
            List.of(body.get(i)),
            e -> {
              if (e instanceof Var var) {
                mention(var, at);
              }
            });
      }
    }

    private void mention(Var var, int at) {
      last.put(var, at);
      latest = at;
    }
  }
}
