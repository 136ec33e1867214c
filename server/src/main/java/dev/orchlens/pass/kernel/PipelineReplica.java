package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.LoopAttrs;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.Cloner;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes copies of the body of one pipelined loop for {@link LowerPipelineLoops}.
 *
 * @param loop the loop
 * @param step its constant step, not 0
 */
record PipelineReplica(Stmt.For loop, long step) {

  /** Copies of a body one after the other, and what the last one yielded. */
  record Copies(List<Stmt> stmts, List<Expr> values) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  int stages() {
    return loop.attrs().pipelineStages();
  }

  /** Returns the values carried into the first iteration. */
  List<Expr> seeds() {
    return loop.carries().stream().map(Carry::init).toList();
  }

  /** Returns new variables like the loop's results. */
  List<Var> results(String suffix) {
    return loop.results().stream().map(v -> v.withName(v.name() + suffix)).toList();
  }

  /**
   * Returns {@code count} copies for the iterations from {@code first} on; each hands its values to
   * the next.
   */
  Copies copies(int count, Expr first, List<? extends Expr> seeds) {
    List<Stmt> stmts = new ArrayList<>();
    List<Expr> values = List.copyOf(seeds);
    for (int k = 0; k < count; k++) {
      Map<Var, Expr> replacements = new IdentityHashMap<>();
      replacements.put(loop.var(), offset(first, k * step));
      for (int i = 0; i < loop.carries().size(); i++) {
        replacements.put(loop.carries().get(i).var(), values.get(i));
      }
      List<Stmt> copy = Cloner.copy(loop.body(), replacements);
      if (!copy.isEmpty() && copy.getLast() instanceof Stmt.Yield yield) {
        values = yield.values();
        copy = copy.subList(0, copy.size() - 1);
      } else {
        values = List.of();
      }
      stmts.addAll(copy);
    }
    return new Copies(stmts, values);
  }

  private Expr offset(Expr base, long by) {
    if (by == 0) {
      return base;
    }
    if (base instanceof Expr.ConstInt c) {
      return Scalars.constant(c.value() + by, DataType.INDEX, loop.origin());
    }
    Expr distance = Scalars.constant(by, DataType.INDEX, loop.origin());
    return Scalars.binary(Expr.BinaryOp.ADD, base, distance, loop.origin());
  }

  /** Returns the loop over full rounds up to {@code stop}, marked as replicated. */
  Stmt mainLoop(Expr stop, List<Var> results) {
    Var counter = loop.var().withName(loop.var().name());
    List<Carry> carries = new ArrayList<>();
    loop.carries().forEach(c -> carries.add(new Carry(c.var().withName(c.var().name()), c.init())));
    Copies copies = copies(stages(), counter, carries.stream().map(Carry::var).toList());
    List<Stmt> body = new ArrayList<>(copies.stmts());
    if (!carries.isEmpty()) {
      body.add(new Stmt.Yield(copies.values(), loop.origin()));
    }
    Expr stride = Scalars.constant(stages() * step, DataType.INDEX, loop.origin());
    LoopAttrs attrs = new LoopAttrs(1, loop.attrs().carryPlans());
    return new Stmt.For(
        counter,
        loop.start(),
        stop,
        stride,
        carries,
        body,
        results,
        loop.kind(),
        attrs,
        loop.origin());
  }
}
