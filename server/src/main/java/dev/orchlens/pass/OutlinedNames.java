package dev.orchlens.pass;

import dev.orchlens.ir.Program;
import java.util.HashSet;
import java.util.Set;

/** The names that functions of a program have already, so that an outlined one gets another (docs/en/dev/passes/08). */
final class OutlinedNames {
  private final Set<String> reserved;

  OutlinedNames(Program program) {
    this.reserved = new HashSet<>(program.functions().keySet());
  }

  /**
   * Takes a name for a function outlined from {@code owner}: the wanted one; behind the owner's name when a region of
   * another function has it; with a number when a region of this function has it.
   *
   * @param local the names in use inside the owner, which gets the new one
   */
  String take(String wanted, String owner, Set<String> local) {
    String name = wanted;
    if (local.contains(wanted)) {
      name = numbered(wanted, local);
    } else if (reserved.contains(wanted)) {
      name = owner + "_" + wanted;
      name = isTaken(name, local) ? numbered(name, local) : name;
    }
    local.add(name);
    reserved.add(name);
    return name;
  }

  private boolean isTaken(String name, Set<String> local) {
    return local.contains(name) || reserved.contains(name);
  }

  private String numbered(String base, Set<String> local) {
    int number = 0;
    while (isTaken(base + "_" + number, local)) {
      number++;
    }
    return base + "_" + number;
  }
}
