package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.deps.InitMemRef;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Simplifies scalar arithmetic, takes branches and loops away whose outcome is known, and drops
 * scalars and branch results that nothing reads (reference: docs/en/dev/passes/simplify,
 * "Algorithm").
 */
public final class Simplify implements RememberingPass {
  private final Map<Var, Expr> carriedOffsets;

  /** Makes the pass as it runs first: no value has its place in memory yet. */
  public Simplify() {
    this(Map.of());
  }

  /** Makes the pass as it runs behind {@link InitMemRef}, which found {@code carriedOffsets}. */
  public Simplify(Map<Var, Expr> carriedOffsets) {
    this.carriedOffsets = carriedOffsets;
  }

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return program.mapFunctions(f -> simplified(f, memory));
  }

  /** Returns one function after this pass. */
  public Function simplified(Function f) {
    return simplified(f, new PassMemory());
  }

  private Function simplified(Function f, PassMemory memory) {
    List<Stmt> body =
        DeadCode.without(new Simplifier(f.body(), carriedOffsets, memory).body(f.body()), memory);
    return body == f.body() ? f : f.withBody(body);
  }
}
