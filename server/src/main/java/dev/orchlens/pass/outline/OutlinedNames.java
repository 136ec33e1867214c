package dev.orchlens.pass.outline;

import dev.orchlens.ir.Program;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The names that functions of a program have already, so that an outlined one gets another
 * (docs/en/dev/passes/outline_incore_scopes).
 */
final class OutlinedNames {
  private final Set<String> reserved;

  /**
   * How many numbers behind a name are reserved without a gap, as far as known; a reserved name
   * stays reserved.
   */
  private final Map<String, Integer> handedOut = new HashMap<>();

  OutlinedNames(Program program) {
    this.reserved = new HashSet<>(program.functions().keySet());
  }

  /**
   * Takes a name for a function outlined from {@code owner}: the wanted one; behind the owner's
   * name when a region of another function has it; with a number when a region of this function has
   * it.
   *
   * @param local tells the names in use inside the owner
   */
  String take(String wanted, String owner, Predicate<String> local) {
    String name = wanted;
    if (local.test(wanted)) {
      name = numbered(wanted, local);
    } else if (reserved.contains(wanted)) {
      name = owner + "_" + wanted;
      name = isTaken(name, local) ? numbered(name, local) : name;
    }
    reserved.add(name);
    return name;
  }

  private boolean isTaken(String name, Predicate<String> local) {
    return local.test(name) || reserved.contains(name);
  }

  private String numbered(String base, Predicate<String> local) {
    int number = handedOut.getOrDefault(base, 0);
    while (reserved.contains(base + "_" + number)) {
      number++;
    }
    handedOut.put(base, number);
    while (isTaken(base + "_" + number, local)) {
      number++;
    }
    return base + "_" + number;
  }
}
