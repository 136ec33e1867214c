package dev.orchlens.codegen;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The functions that calls of a program name, for looking up many. */
final class Callees {
  private final Map<String, Function> byName;

  Callees(Program program) {
    this.byName = new HashMap<>(program.functions());
  }

  /** Returns the function that {@code callee} names, or nothing for an operator. */
  Optional<Function> of(Callee callee) {
    return callee instanceof Callee.Function f
        ? Optional.ofNullable(byName.get(f.name()))
        : Optional.empty();
  }
}
