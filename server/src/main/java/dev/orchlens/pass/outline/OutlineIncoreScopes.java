package dev.orchlens.pass.outline;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes kernels of the regions that run on cores (reference:
 * docs/en/dev/passes/outline_incore_scopes, "Algorithm"). An Opaque function that had such a region
 * orchestrates from then on.
 */
public final class OutlineIncoreScopes implements RememberingPass {
  private final Operators operators = Operators.load();

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    OutlinedNames names = new OutlinedNames(program);
    ScopeOutliner.Kind kind =
        new ScopeOutliner.Kind(
            Stmt.InCoreScope.class, FunctionType.IN_CORE, "_incore_", Optional.empty());
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (!canHoldRegions(function)) {
        functions.add(function);
        continue;
      }
      boolean promoted =
          function.type() == FunctionType.OPAQUE && Bodies.holds(function.body(), kind.region());
      Function source = promoted ? ParamDimReads.fold(function) : function;
      ScopeOutliner outliner = new ScopeOutliner(source, kind, names, operators, memory);
      Function rest = source.withBody(outliner.run());
      functions.add(promoted ? orchestration(rest) : rest);
      functions.addAll(outliner.outlined());
    }
    return Program.of(program.name(), functions);
  }

  /** Returns whether regions of a function are outlined. */
  static boolean canHoldRegions(Function function) {
    return switch (function.type()) {
      case OPAQUE, ORCHESTRATION, GRAPH -> true;
      case IN_CORE, AIC, AIV, GROUP, SPMD, INLINE -> false;
    };
  }

  private static Function orchestration(Function function) {
    return function
        .withType(FunctionType.ORCHESTRATION)
        .withAttrs(
            function.attrs().withPlace(Optional.of(Level.CHIP), Optional.of(Role.ORCHESTRATOR)));
  }
}
