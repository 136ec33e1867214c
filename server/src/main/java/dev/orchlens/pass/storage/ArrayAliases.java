package dev.orchlens.pass.storage;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which arrays of TaskIds share storage because a loop carries one as the other. */
public final class ArrayAliases {
  private final Map<Var, Set<Var>> classes = new HashMap<>();

  /** Notes what {@code loop} carries. */
  public void add(Stmt.For loop) {
    for (Carry carry : loop.carries()) {
      if (carry.var().type().isTaskIdArray()
          && carry.init() instanceof Var init
          && init.type().isTaskIdArray()) {
        join(carry.var(), init);
      }
    }
  }

  private void join(Var a, Var b) {
    Set<Var> first = of(a);
    Set<Var> second = of(b);
    if (first != second) {
      first.addAll(second);
      second.forEach(var -> classes.put(var, first));
    }
  }

  /** Returns all arrays that share storage with {@code array}, itself included. */
  public Set<Var> of(Var array) {
    return classes.computeIfAbsent(array, var -> new LinkedHashSet<>(Set.of(var)));
  }
}
