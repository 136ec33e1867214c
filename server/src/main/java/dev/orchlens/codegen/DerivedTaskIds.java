package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values whose producers some derived dependency of the program waits for. The reference asks
 * by name, without what passes added to it, and over all functions of the program.
 */
public final class DerivedTaskIds {
  private final Set<Var> vars = new LinkedHashSet<>();
  private final SharedList.Once<Var> once = new SharedList.Once<>();
  private final Set<String> names = new HashSet<>();
  private final List<Var> loopResults = new ArrayList<>();

  private DerivedTaskIds() {}

  /** Returns the values that derived dependencies of {@code program} name. */
  public static DerivedTaskIds of(Program program) {
    DerivedTaskIds ids = new DerivedTaskIds();
    List<Function> functions = List.copyOf(program.functions().values());
    functions.stream().filter(f -> !isKernel(f)).forEach(f -> ids.body(f.body()));
    // Kernels, which are most of a program, launch nothing: only the names of their loops' results
    // count, beside others.
    if (!ids.vars.isEmpty()) {
      functions.stream().filter(DerivedTaskIds::isKernel).forEach(f -> ids.body(f.body()));
    }
    ids.vars.forEach(v -> ids.names.add(Names.base(v.name())));
    return ids;
  }

  private static boolean isKernel(Function function) {
    return switch (function.type()) {
      case IN_CORE, AIC, AIV -> true;
      case GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> false;
    };
  }

  private void body(List<Stmt> body) {
    Walk.statements(
        body,
        stmt -> {
          if (stmt instanceof Stmt.For loop) {
            loopResults.addAll(loop.results());
          }
          Calls.of(stmt).ifPresent(call -> once.each(Calls.derivedDeps(call), vars::add));
        });
  }

  /** Returns whether the program has no derived dependencies. */
  boolean isEmpty() {
    return vars.isEmpty();
  }

  /**
   * Returns whether a derived dependency waits for the producer of {@code var}, or of a value of
   * its name.
   */
  public boolean isAwaited(Var var) {
    return !vars.isEmpty() && (vars.contains(var) || names.contains(Names.base(var.name())));
  }

  /** Returns the awaited values whose name is not that of a loop's result. */
  List<Var> outsideLoops() {
    List<Var> out = new ArrayList<>();
    Set<String> inLoops = new HashSet<>();
    if (!vars.isEmpty()) {
      loopResults.forEach(v -> inLoops.add(Names.base(v.name())));
    }
    for (Var var : vars) {
      if (!inLoops.contains(Names.base(var.name()))) {
        out.add(var);
      }
    }
    return out;
  }
}
