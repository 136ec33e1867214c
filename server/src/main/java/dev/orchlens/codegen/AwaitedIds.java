package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.SharedUnion;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The C++ expressions of the TaskIds that derived dependencies name. Many launches wait for the
 * same values, so what those mean is remembered: of each growing list of them the beginning in
 * which every value meant the same twice.
 */
final class AwaitedIds {
  private final TaskIds taskIds;
  private final Map<SharedList.Grown<Var>, Meaning> meanings = new IdentityHashMap<>();
  private final Map<Var, List<Meaning>> usedBy = new HashMap<>();
  private int reboundSeen;

  /** What the values of a growing list mean. */
  private static final class Meaning {
    /** What the values up to {@link #settled} mean, each expression once. */
    private final SharedUnion.Distinct<String> names = new SharedUnion.Distinct<>();

    /** How many names there are behind each settled value. */
    private final List<Integer> ends = new ArrayList<>();

    /** What each value was bound to when it was last looked at. */
    private final Map<Var, TaskIds.Binding> seen = new IdentityHashMap<>();

    private boolean eachNew = true;
    private boolean outdated;

    int settled() {
      return ends.size();
    }

    int end(int count) {
      return count == 0 ? 0 : ends.get(count - 1);
    }
  }

  AwaitedIds(TaskIds taskIds) {
    this.taskIds = taskIds;
  }

  /**
   * Adds what the values at the head of a piece of derived dependencies mean.
   *
   * @return the index in the growing list of the first value that is still to be added, one by one
   */
  int addHead(SharedList.Piece<Var> piece, Expr.Invocation call, SharedUnion<String> awaited) {
    if (piece.from() == 0 && piece.to() == piece.of().size()) {
      return piece.from(); // Nobody else may share it.
    }
    readRebound();
    Meaning meaning = meanings.get(piece.of());
    if (meaning == null || meaning.outdated) {
      meaning = new Meaning();
      meanings.put(piece.of(), meaning);
    }
    settle(meaning, piece, call);
    int head = Math.min(piece.to(), meaning.settled());
    if (head <= piece.from() || (piece.from() > 0 && !meaning.eachNew)) {
      return piece.from();
    }
    awaited.add(meaning.names, meaning.end(piece.from()), meaning.end(head), Set.of());
    return head;
  }

  /**
   * Settles the values that mean what they meant when they were looked at before, up to the first
   * that does not.
   */
  private void settle(Meaning meaning, SharedList.Piece<Var> piece, Expr.Invocation call) {
    boolean settling = true;
    for (int i = meaning.settled(); i < piece.to(); i++) {
      Var edge = piece.of().get(i);
      TaskIds.Binding binding = taskIds.binding(edge).orElse(null);
      settling &= binding != null && meaning.seen.get(edge) == binding;
      if (settling) {
        for (String name : Dependencies.expressions(binding, edge, call)) {
          meaning.eachNew &= meaning.names.add(name);
        }
        meaning.ends.add(meaning.names.size());
        usedBy.computeIfAbsent(edge, _ -> new ArrayList<>(1)).add(meaning);
      } else {
        meaning.seen.put(edge, binding);
      }
    }
  }

  private void readRebound() {
    List<Var> rebound = taskIds.rebound();
    for (; reboundSeen < rebound.size(); reboundSeen++) {
      Var edge = rebound.get(reboundSeen);
      TaskIds.Binding binding = taskIds.binding(edge).orElse(null);
      for (Meaning meaning : usedBy.getOrDefault(edge, List.of())) {
        meaning.outdated |= meaning.seen.get(edge) != binding;
      }
    }
  }
}
