package dev.orchlens.pass.deps;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.DefinitionGraph;
import dev.orchlens.rule.Code;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Tells of outputs of an Orchestration function that nothing in it writes: no task gets them as an
 * output, and the function itself stores nothing in them. Whatever may be the output, or a part of
 * it, counts as the output. An output of which an assignment is told that does not write it is left
 * out.
 */
public final class OutputNeverWritten {
  private static final Set<String> READING =
      Set.of(
          Ops.TENSOR_READ,
          Ops.TENSOR_DIM,
          Ops.TENSOR_SLICE,
          Ops.TENSOR_RESHAPE,
          Ops.TENSOR_TRANSPOSE);

  private OutputNeverWritten() {}

  /**
   * Checks a program whose launches have all their arguments.
   *
   * @param problems those that were found before; what is found is added
   */
  public static void check(Program program, List<Problem> problems) {
    Set<Origin> told =
        problems.stream()
            .filter(problem -> problem.code() == Code.WRITE_DROPPED)
            .flatMap(problem -> problem.related().stream())
            .map(Problem.Related::origin)
            .collect(Collectors.toSet());
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        check(program, function, told, problems::add);
      }
    }
  }

  private static void check(
      Program program, Function function, Set<Origin> told, Consumer<Problem> problems) {
    List<Param> outputs =
        function.params().stream()
            .filter(
                p -> p.direction() == ParamDirection.OUT && p.var().type() instanceof Type.Tensor)
            .filter(p -> !told.contains(p.var().origin()))
            .toList();
    if (outputs.isEmpty()) {
      return;
    }
    Set<Var> written = new HashSet<>();
    Walk.expressions(
        function.body(),
        expr -> {
          if (expr instanceof Expr.Invocation call) {
            written(program, call, written);
          }
        });
    DefinitionGraph graph = DefinitionGraph.of(function.body());
    for (Param output : outputs) {
      if (!graph.comesFrom(written, output.var())) {
        problems.accept(
            new Problem(
                Code.WRITE_NEVER,
                "Nothing in '"
                    + function.name()
                    + "' writes the pl.Out '"
                    + output.var().sourceName()
                    + "': its caller gets back what was in the tensor before. Hand it to the task"
                    + " that computes it, or leave the parameter out.",
                output.var().origin()));
      }
    }
  }

  private static void written(Program program, Expr.Invocation call, Set<Var> written) {
    Function callee =
        call.callee() instanceof Callee.Function(var name) ? program.functions().get(name) : null;
    if (callee == null && READING.contains(call.callee().name())) {
      return;
    }
    for (int i = 0; i < call.args().size(); i++) {
      boolean reads =
          callee != null
              && i < callee.params().size()
              && callee.params().get(i).direction() == ParamDirection.IN;
      if (!reads) {
        written.addAll(DefinitionGraph.read(call.args().get(i)));
      }
    }
  }
}
