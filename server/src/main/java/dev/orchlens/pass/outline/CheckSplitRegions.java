package dev.orchlens.pass.outline;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Lane;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rejects regions of {@code pl.split_aiv} that hold what the vector lanes cannot do, that are
 * opened in a kernel, and values that cross between the cores outside of one (reference:
 * docs/en/user/language/04-scopes.md, "pl.split_aiv", and docs/en/dev/passes/verifier,
 * "AivSplitValid"). Where vector work stands beside such a region is not looked at.
 */
public final class CheckSplitRegions implements RememberingPass {
  private static final Set<String> TO_LANES = Set.of(Ops.TENSOR_AIV_SHARD, Ops.TILE_AIV_SHARD);
  private static final Set<String> TO_CUBE = Set.of(Ops.TENSOR_AIC_GATHER, Ops.TILE_AIC_GATHER);

  private static final Visits.Kind<Boolean> SPLITS = new Visits.Kind<>();

  private final Operators operators = Operators.load();

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      memory.poll();
      if (memory.visits().anywhere(function.body(), CheckSplitRegions::splits, SPLITS)) {
        new Checked(function, found::add).body(function.body(), Optional.empty());
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  /** Returns whether a statement opens a split region or hands a value to the other core. */
  private static boolean splits(Stmt stmt) {
    return stmt instanceof Stmt.SplitAivScope
        || stmt.computed().orElse(null) instanceof Expr.Call call
            && call.callee() instanceof Callee.Op op
            && (TO_LANES.contains(op.name()) || TO_CUBE.contains(op.name()));
  }

  /** One function, and how its values came about. */
  private final class Checked {
    private final Function function;
    private final Consumer<Problem> problems;
    private final Map<Var, Expr> values = new IdentityHashMap<>();

    Checked(Function function, Consumer<Problem> problems) {
      this.function = function;
      this.problems = problems;
    }

    void body(List<Stmt> body, Optional<Stmt.SplitAivScope> region) {
      for (Stmt stmt : body) {
        switch (stmt) {
          case Stmt.SplitAivScope inner -> {
            opened(inner);
            body(inner.body(), Optional.of(inner));
          }
          case Stmt.Assign(Var var, Expr value, Origin _) -> {
            values.put(var, value);
            value(value, region);
          }
          case Stmt.Eval(Expr value, Origin _) -> value(value, region);
          default -> stmt.bodies().forEach(b -> body(b, region));
        }
      }
    }

    private void opened(Stmt.SplitAivScope region) {
      if (function.type() == FunctionType.IN_CORE && !function.attrs().splitAiv()) {
        problems.accept(
            new Problem(
                Code.SPLIT_AIV_IN_KERNEL,
                "'"
                    + function.name()
                    + "' is a kernel, which runs on its cores already, so it cannot open a"
                    + " pl.split_aiv region. Open it in a pl.at(level=pl.Level.CORE_GROUP) region"
                    + " of a function that is no kernel.",
                region.origin()));
      }
    }

    private void value(Expr value, Optional<Stmt.SplitAivScope> region) {
      if (!(value instanceof Expr.Call call) || !(call.callee() instanceof Callee.Op op)) {
        return;
      }
      String name = op.simpleName();
      boolean toLanes = TO_LANES.contains(op.name());
      if (region.isEmpty()) {
        if (toLanes || TO_CUBE.contains(op.name())) {
          error(
              Code.SPLIT_AIV_OUTSIDE,
              "pl."
                  + name
                  + " hands a value from one core to the other, which it can do in a pl.split_aiv"
                  + " region only. Write it there, without 'split='.",
              call);
        }
      } else if (toLanes) {
        if (isOnLanes(call.args().getFirst())) {
          error(
              Code.SPLIT_AIV_OPERAND,
              "pl.aiv_shard hands the vector lanes what the cube core has computed, but this value"
                  + " is in the vector buffer already. Use it as it is: in the region, each lane"
                  + " works on its own part.",
              call);
        }
      } else if (isCubeWork(call, op)) {
        boolean halves = region.get().split() != SplitMode.NONE;
        error(
            Code.SPLIT_AIV_CUBE_WORK,
            "A pl.split_aiv region is the work of the vector lanes, but pl."
                + name
                + " runs on the cube core. Move it"
                + " out of the region"
                + (halves ? "; each lane has only half of a tile." : "."),
            call);
      }
    }

    /**
     * Returns whether a value is one that only a vector core computes, or that is loaded for it.
     */
    private boolean isOnLanes(Expr operand) {
      if (!(operand instanceof Var var)) {
        return false;
      }
      if (function.params().stream().map(Param::var).anyMatch(p -> p == var)) {
        return var.type().isTensor();
      }
      return values.get(var) instanceof Expr.Call call
          && (call.isOp(Ops.TILE_LOAD)
              || operators
                  .find(call.callee().name())
                  .filter(CheckSplitRegions::isVectorResult)
                  .isPresent());
    }

    private void error(Code code, String message, Expr.Call call) {
      problems.accept(new Problem(code, message, call.origin()));
    }
  }

  /** A result that is made, not an argument under a new name. */
  private static boolean isVectorResult(Operator operator) {
    return operator.lane() == Lane.VECTOR && operator.alias().isEmpty();
  }

  /** Products, and tiles that are put into a memory of the cube core. */
  private boolean isCubeWork(Expr.Call call, Callee.Op op) {
    Optional<Operator> operator = operators.find(op.name());
    return operator.filter(o -> o.isProduct() || o.level().equals("tile")).isPresent()
        && operator.filter(o -> o.lane() == Lane.CUBE || o.lane() == Lane.TARGET_MEMORY).isPresent()
        && operators.lane(call) == Lane.CUBE;
  }
}
