package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.TripCount;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Rejects waits for a completion that the runtime could not take over: a region that registers them
 * is a task of its own that does nothing else, and registers few enough (reference:
 * docs/en/dev/distributed_ops.md, "pld.system.defer_wait").
 */
public final class CheckDeferredWaits implements RememberingPass {
  private static final String WAIT = Ops.PLD_SYSTEM_DEFER_WAIT;
  private static final Visits.Kind<Boolean> WAITS = new Visits.Kind<>();

  /** What the runtime keeps for one task. */
  private static final long MOST = 64;

  /** What part of a region does: how many waits it may register, and whether it may follow one. */
  private record Effect(long waits, boolean mayFollow) {
    private static final Effect NONE = new Effect(0, true);

    boolean registers() {
      return waits > 0;
    }
  }

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    for (Function function : program.functions().values()) {
      memory.poll();
      if (memory.visits().anywhere(function.body(), CheckDeferredWaits::waits, WAITS)) {
        regions(function.body(), function, false);
      }
    }
    return program;
  }

  private static boolean waits(Stmt stmt) {
    boolean[] found = {false};
    Walk.usedBy(
        stmt,
        used ->
            Walk.expression(
                used, e -> found[0] |= e instanceof Expr.Invocation call && call.isOp(WAIT)));
    return found[0];
  }

  private static boolean waits(List<Stmt> body) {
    return Calls.any(body, call -> call.isOp(WAIT));
  }

  private static void regions(List<Stmt> body, Function function, boolean launched) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.InCoreScope region) {
        if (waits(region.body())) {
          region(region, launched);
        }
        continue;
      }
      boolean inside =
          launched || stmt instanceof Stmt.Scope && !(stmt instanceof Stmt.RuntimeScope);
      stmt.bodies().forEach(b -> regions(b, function, inside));
      if (!function.attrs().deferredWaiter()
          && stmt instanceof Stmt.Eval(Expr.Call call, Origin _)
          && call.isOp(WAIT)) {
        throw rejected(
            "pld.system.defer_wait ends the task it stands in and lets the runtime wait, so it"
                + " needs a task of its own: put it into a region, with"
                + " pl.at(level=pl.Level.CORE_GROUP) as tid, and wait with deps=[tid].",
            function.origin());
      }
    }
  }

  private static void region(Stmt.InCoreScope region, boolean launched) {
    if (launched) {
      throw rejected(
          "A region with pld.system.defer_wait is a task of its own, so it cannot stand in another"
              + " launch. Move it out of the region around it.",
          region.origin());
    }
    if (region.attrs().predicate().isPresent() || region.attrs().allowEarlyResolve()) {
      String option = region.attrs().predicate().isPresent() ? "predicate" : "allow_early_resolve";
      throw rejected(
          "A region with pld.system.defer_wait takes no '"
              + option
              + "=': its task is complete when what it waits for has"
              + " come.",
          region.origin());
    }
    Effect effect = body(region.body());
    if (effect.waits() > MOST) {
      throw rejected(
          "This region may wait for more than "
              + MOST
              + " conditions, which is what one task can have. Use several regions.",
          region.origin());
    }
  }

  private static Effect body(List<Stmt> body) {
    long waits = 0;
    boolean mayFollow = true;
    for (Stmt stmt : body) {
      Effect effect = effect(stmt);
      if (waits > 0 && !effect.mayFollow()) {
        throw rejected(
            "Nothing but arithmetic and further waits can follow a pld.system.defer_wait. Read"
                + " before it what it needs.",
            stmt.origin());
      }
      waits = Math.min(waits + effect.waits(), MOST + 1);
      mayFollow &= effect.mayFollow();
    }
    return new Effect(waits, mayFollow);
  }

  private static Effect effect(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Eval(Expr.Call call, Origin _) when call.isOp(WAIT) -> {
        call.args().subList(1, call.args().size()).forEach(arg -> reads(arg, false, stmt));
        yield new Effect(1, true);
      }
      case Stmt.Assign(Var var, Expr value, Origin _) -> {
        if (var.type() instanceof Type.Tensor) {
          throw other(stmt);
        }
        yield new Effect(0, !reads(value, true, stmt));
      }
      case Stmt.For loop -> loop(loop);
      case Stmt.If branch -> {
        reads(branch.condition(), false, stmt);
        Effect then = body(branch.then());
        Effect orElse = branch.orElse().map(CheckDeferredWaits::body).orElse(Effect.NONE);
        yield new Effect(
            Math.max(then.waits(), orElse.waits()), then.mayFollow() && orElse.mayFollow());
      }
      case Stmt.Yield yielded -> {
        yielded.values().forEach(value -> reads(value, false, stmt));
        yield Effect.NONE;
      }
      case Stmt.Eval _, Stmt.Return _, Stmt.While _, Stmt.Scope _, Stmt.Break _, Stmt.Continue _ ->
          throw other(stmt);
    };
  }

  private static Effect loop(Stmt.For loop) {
    if (loop.kind() != ForKind.SEQUENTIAL && loop.kind() != ForKind.UNROLL) {
      throw other(loop);
    }
    List.of(loop.start(), loop.stop(), loop.step()).forEach(bound -> reads(bound, false, loop));
    Effect body = body(loop.body());
    if (!body.registers()) {
      return body;
    }
    OptionalLong count = TripCount.of(loop);
    if (count.isEmpty() || count.getAsLong() == 0) {
      throw rejected(
          "A loop around pld.system.defer_wait runs at least once, and how often must be known"
              + " while compiling, since one task can wait for "
              + MOST
              + " conditions at most.",
          loop.origin());
    }
    if (count.getAsLong() > 1 && !body.mayFollow()) {
      throw rejected(
          "This loop reads a tensor behind the pld.system.defer_wait of the iteration before. Read"
              + " in front of the loop.",
          loop.origin());
    }
    return new Effect(
        count.getAsLong() > MOST ? MOST + 1 : Math.min(body.waits() * count.getAsLong(), MOST + 1),
        body.mayFollow());
  }

  /** Returns whether a scalar reads a tensor; rejects what is no plain computation. */
  private static boolean reads(Expr expr, boolean mayRead, Stmt stmt) {
    return switch (expr) {
      case Expr.Const _, Expr.Unknown _ -> false;
      case Var v -> {
        if (v.type() instanceof Type.Tensor) {
          throw other(stmt);
        }
        yield false;
      }
      case Expr.Binary e -> {
        // Both are looked at: each reports what it reads.
        boolean left = reads(e.left(), mayRead, stmt);
        yield reads(e.right(), mayRead, stmt) || left;
      }
      case Expr.Unary e -> reads(e.operand(), mayRead, stmt);
      case Expr.MakeTuple e -> {
        boolean any = false;
        for (Expr element : e.elements()) {
          any |= reads(element, mayRead, stmt);
        }
        yield any;
      }
      case Expr.TupleGet e -> reads(e.tuple(), mayRead, stmt);
      case Expr.Call call when mayRead && call.isOp(Ops.TENSOR_READ) -> {
        call.args().subList(1, call.args().size()).forEach(arg -> reads(arg, false, stmt));
        yield true;
      }
      case Expr.Invocation _ -> throw other(stmt);
    };
  }

  private static Rejection other(Stmt stmt) {
    return rejected(
        "A region with pld.system.defer_wait only computes numbers, reads elements of tensors and"
            + " waits. Do anything else in a task that depends on it.",
        stmt.origin());
  }

  private static Rejection rejected(String message, Origin origin) {
    return new Rejection(new Problem(Code.DISTRIBUTED_DEFERRED_WAIT, message, origin));
  }
}
