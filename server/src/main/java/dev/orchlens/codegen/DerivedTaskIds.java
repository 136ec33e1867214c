package dev.orchlens.codegen;

import dev.orchlens.ir.Expr;
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
      Walk.statements(function.body(), stmt -> {
        if (stmt instanceof Stmt.For loop) {
          loop.results().forEach(v -> ids.loopResults.add(Names.base(v.name())));
        }
      });
      Walk.expressions(function.body(), expr -> {
        if (expr instanceof Expr.Invocation call) {
          ids.vars.addAll(Calls.derivedDeps(call));
        }
      });
    }
    ids.vars.forEach(v -> ids.names.add(Names.base(v.name())));
    return ids;
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
