package dev.orchlens.codegen;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values whose producers some derived dependency of the program waits for. The reference asks by name, without what
 * passes added to it, and over all functions of the program.
 */
final class DerivedTaskIds {
  private final Set<Var> vars = new LinkedHashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> loopResults = new HashSet<>();

  private DerivedTaskIds() {}

  /** Returns the values that derived dependencies of {@code program} name. */
  static DerivedTaskIds of(Program program) {
    DerivedTaskIds ids = new DerivedTaskIds();
    for (Function function : program.functions().values()) {
      Walk.statements(function.body(), stmt -> Calls.of(stmt).ifPresent(c -> ids.vars.addAll(Calls.derivedDeps(c))));
    }
    ids.vars.forEach(v -> ids.names.add(Names.base(v.name())));
    if (!ids.vars.isEmpty()) {
      for (Function function : program.functions().values()) {
        Walk.statements(function.body(), ids::loop);
      }
    }
    return ids;
  }

  private void loop(Stmt stmt) {
    if (stmt instanceof Stmt.For loop) {
      loop.results().forEach(v -> loopResults.add(Names.base(v.name())));
    }
  }

  /** Returns whether a derived dependency waits for the producer of {@code var}, or of a value of its name. */
  boolean isAwaited(Var var) {
    return vars.contains(var) || names.contains(Names.base(var.name()));
  }

  /** Returns the awaited values whose name is not that of a loop's result. */
  List<Var> outsideLoops() {
    List<Var> out = new ArrayList<>();
    for (Var var : vars) {
      if (!loopResults.contains(Names.base(var.name()))) {
        out.add(var);
      }
    }
    return out;
  }
}
