package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rejects kernels that take or return tiles: a tile is in the memory of a core, and what a task is
 * given or leaves behind is in global memory (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops and 17-infer_tile_memory_space.md). Functions that
 * are written for one core are left out: the compiler takes their signatures as they are.
 */
public final class CheckKernelSignatures implements RememberingPass {

  private static final PassMemory.Question<List<Problem>> FAULTS = CheckKernelSignatures::faults;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.IN_CORE) {
        found.addAll(memory.ask(FAULTS, function));
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static List<Problem> faults(Function kernel) {
    List<Problem> found = new ArrayList<>();
    parameters(kernel, found::add);
    results(kernel, found::add);
    return found;
  }

  private static void parameters(Function kernel, Consumer<Problem> problems) {
    for (Param param : kernel.params()) {
      if (param.var().type() instanceof Type.Tile) {
        problems.accept(
            new Problem(
                Code.KERNEL_TILE_PARAMETER,
                "The kernel '"
                    + kernel.name()
                    + "' takes the tile '"
                    + param.var().sourceName()
                    + "', but a tile is in the memory of a core and no task can hand it to another."
                    + " Take a tensor, and load it.",
                param.var().origin()));
      }
    }
  }

  private static void results(Function kernel, Consumer<Problem> problems) {
    if (kernel.body().isEmpty() || !(kernel.body().getLast() instanceof Stmt.Return last)) {
      return;
    }
    for (int i = 0; i < Math.min(last.values().size(), kernel.returnTypes().size()); i++) {
      Expr value = last.values().get(i);
      boolean tile = value instanceof Var && value.type() instanceof Type.Tile;
      if (tile && kernel.returnTypes().get(i) instanceof Type.Tile) {
        problems.accept(
            new Problem(
                Code.KERNEL_TILE_RESULT,
                "The kernel '"
                    + kernel.name()
                    + "' returns a tile, which is gone when the task ends. Store it into an"
                    + " output parameter, and return that.",
                last.origin()));
      }
    }
  }
}
