package dev.orchlens.pass.outline;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes functions of the stages at other levels of the machine (reference:
 * docs/en/dev/passes/outline_hierarchy_scopes, "Algorithm").
 */
public final class OutlineHierarchyScopes implements RememberingPass {
  private final Operators operators = Operators.load();

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    OutlinedNames names = new OutlinedNames(program);
    ScopeOutliner.Kind kind =
        new ScopeOutliner.Kind(
            Stmt.HierarchyScope.class, FunctionType.OPAQUE, "", Optional.empty());
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (function.type() != FunctionType.OPAQUE) {
        functions.add(function);
        continue;
      }
      ScopeOutliner outliner = new ScopeOutliner(function, kind, names, operators, memory);
      functions.add(function.withBody(outliner.run()));
      functions.addAll(outliner.outlined());
    }
    return Program.of(program.name(), functions);
  }
}
