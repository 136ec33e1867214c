package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.op.Lane;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rejects kernels for one core whose pipe to the other core is incomplete, see {@link PipeRules}
 * (reference: docs/en/dev/passes/expand_mixed_kernel and 99, "MixedKernelExpanded"). What is
 * divided between the cores is not looked at: its parts get their pipe from the compiler.
 */
public final class CheckPipes implements RememberingPass {
  private final Operators operators = Operators.load();
  private final PassMemory.Question<List<Problem>> faults = this::faults;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      switch (function.type()) {
        case AIC, AIV, IN_CORE -> found.addAll(memory.ask(faults, function));
        case GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> {}
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private List<Problem> faults(Function kernel) {
    List<Problem> found = new ArrayList<>();
    switch (kernel.type()) {
      case AIC -> PipeRules.check(kernel, true, found::add);
      case AIV -> PipeRules.check(kernel, false, found::add);
      default -> whole(kernel, found::add);
    }
    return found;
  }

  private void whole(Function kernel, Consumer<Problem> problems) {
    if (PipeRules.concern(kernel)) {
      Set<Lane> lanes = ExpandMixedKernel.lanes(kernel, operators);
      if (lanes.size() < 2) {
        PipeRules.check(kernel, lanes.contains(Lane.CUBE), problems);
      }
    }
  }
}
