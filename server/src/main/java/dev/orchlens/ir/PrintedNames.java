package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives the variables of one function names that differ from each other; a name used once is kept.
 */
final class PrintedNames {
  private final Map<Var, String> names = new IdentityHashMap<>();

  PrintedNames(Function function) {
    List<Var> defined = new ArrayList<>();
    function.params().forEach(p -> defined.add(p.var()));
    Walk.statements(function.body(), s -> Walk.definedBy(s, defined::add));
    Map<String, Set<Var>> byName = new HashMap<>();
    defined.forEach(v -> byName.computeIfAbsent(v.name(), _ -> identitySet()).add(v));
    Set<String> taken = new HashSet<>();
    byName.forEach(
        (name, vars) -> {
          if (vars.size() == 1) {
            taken.add(name);
          }
        });
    for (Var var : defined) {
      if (byName.get(var.name()).size() > 1 && !names.containsKey(var)) {
        names.put(var, unused(var.name(), taken));
      }
    }
  }

  private static Set<Var> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static String unused(String name, Set<String> taken) {
    String candidate = name;
    for (int i = 1; !taken.add(candidate); i++) {
      candidate = name + "_" + i;
    }
    return candidate;
  }

  String of(Var var) {
    return names.getOrDefault(var, var.name());
  }
}
