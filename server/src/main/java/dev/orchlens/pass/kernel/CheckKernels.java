package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rejects tensors in the fractal layout of tiles (reference:
 * docs/en/dev/passes/materialize_tensor_strides), and warns of loops of kernels that count down:
 * all passes take them, and the code generator of kernels behind them refuses
 * (docs/en/dev/codegen/00-pto_codegen.md).
 */
public final class CheckKernels implements RememberingPass {

  private static final PassMemory.Question<Findings> FINDINGS = CheckKernels::findings;

  /** What makes the compiler refuse a function, and what does not. */
  private record Findings(List<Problem> faults, List<Problem> warnings) {}

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      Findings findings = memory.ask(FINDINGS, function);
      found.addAll(findings.faults);
      findings.warnings.forEach(problems);
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static Findings findings(Function function) {
    Findings findings = new Findings(new ArrayList<>(), new ArrayList<>());
    for (Param param : function.params()) {
      layout(param.var().type(), param.var(), param.var().origin(), findings.faults::add);
    }
    boolean kernel =
        switch (function.type()) {
          case AIC, AIV -> true;
          case IN_CORE, GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> false;
        };
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var var, Expr _, Origin at)) {
            layout(var.type(), var, at, findings.faults::add);
          } else if (kernel && stmt instanceof Stmt.For loop) {
            step(loop, findings.warnings::add);
          }
        });
    return findings;
  }

  private static void layout(Type type, Var var, Origin at, Consumer<Problem> problems) {
    if (type instanceof Type.Tensor tensor
        && tensor.view().filter(v -> v.layout() == TensorView.Layout.NZ).isPresent()) {
      problems.accept(
          new Problem(
              Code.KERNEL_TENSOR_LAYOUT,
              "The tensor '"
                  + var.sourceName()
                  + "' has the layout NZ, which only tiles have. Declare it without, and"
                  + " load it into a tile of that layout.",
              at));
    }
  }

  private static void step(Stmt.For loop, Consumer<Problem> problems) {
    Optional<Long> step = loop.step().constant();
    if (step.isPresent() && step.get() <= 0) {
      problems.accept(
          new Problem(
              Code.KERNEL_LOOP_STEP,
              "The code generator of kernels refuses a loop that does not count upwards, and this"
                  + " one steps by "
                  + step.get()
                  + ". Count upwards, and compute the index from the end.",
              loop.origin()));
    }
  }
}
