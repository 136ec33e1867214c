package dev.orchlens.pass.front;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.DefinitionGraph;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.rule.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tells of an assignment to an output that only binds its name anew, so that the caller's buffer is
 * not written. What reads the parameter in any way may write through it, and is left alone
 * (reference: src/ir/verifier/warning_out_param_write_dropped.cpp; on by default).
 */
public final class OutParamWriteDropped implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    program.functions().values().forEach(function -> check(function, problems));
    return program;
  }

  private static void check(Function function, Consumer<Problem> problems) {
    Map<Var, Param> outputs = new LinkedHashMap<>();
    for (Param param : function.params()) {
      if (param.direction() != ParamDirection.IN && param.var().type() instanceof Type.Shaped) {
        outputs.put(param.var(), param);
      }
    }
    if (outputs.isEmpty()) {
      return;
    }
    DefinitionGraph[] graph = new DefinitionGraph[1];
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign assign && outputs.containsKey(assign.var())) {
            if (graph[0] == null) {
              graph[0] = DefinitionGraph.of(function.body());
            }
            if (!graph[0].comesFrom(DefinitionGraph.read(assign.value()), assign.var())) {
              problems.accept(problem(function, outputs.get(assign.var()), assign));
            }
          }
        });
  }

  private static Problem problem(Function function, Param param, Stmt.Assign assign) {
    String name = param.var().sourceName();
    return new Problem(
        Code.WRITE_DROPPED,
        "This only gives the name '"
            + name
            + "' to another value: the tensor that the caller of '"
            + function.name()
            + "' passes for this "
            + (param.direction() == ParamDirection.OUT ? "pl.Out" : "pl.InOut")
            + " is not written. Write into it with "
            + name
            + "[:] = ..., or hand it to the kernel that computes the value.",
        assign.origin(),
        List.of(new Problem.Related(param.var().origin(), "The parameter.")));
  }
}
