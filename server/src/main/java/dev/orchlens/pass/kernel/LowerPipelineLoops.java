package dev.orchlens.pass.kernel;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.LoopAttrs;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.pass.tools.TripCount;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replicates the body of each pipelined loop of an orchestration function once per stage, and the
 * iterations that are left over behind it (reference: docs/en/dev/passes/lower_pipeline_loops,
 * "Algorithm"). Kernels are left alone: what happens in them is not seen from outside.
 */
public final class LowerPipelineLoops implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    return program.mapFunctions(
        f -> {
          List<Stmt> body =
              f.type() == FunctionType.ORCHESTRATION ? new Lowering().body(f.body()) : f.body();
          return body == f.body() ? f : f.withBody(body);
        });
  }

  private static final class Lowering extends Rewriter {
    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      Stmt inner = rebuild(stmt);
      boolean isPipelined =
          inner instanceof Stmt.For loop
              && loop.kind() == ForKind.PIPELINE
              && loop.attrs().pipelineStages() > 1;
      return isPipelined ? lowered((Stmt.For) inner) : List.of(inner);
    }

    private static List<Stmt> lowered(Stmt.For loop) {
      long step =
          loop.step()
              .constant()
              .orElseThrow(
                  () ->
                      rejected(
                          "The step of a pipelined loop must be known while compiling.", loop));
      if (step == 0) {
        throw rejected("The step of a pipelined loop must not be 0.", loop);
      }
      Optional<Long> start = loop.start().constant();
      Optional<Long> stop = loop.stop().constant();
      PipelineReplica replica = new PipelineReplica(loop, step);
      if (start.isPresent() && stop.isPresent()) {
        return fixed(replica, start.get(), stop.get());
      }
      if (step < 0) {
        throw rejected(
            "A pipelined loop whose bounds are known only at run time must count upwards.", loop);
      }
      return dynamic(replica);
    }

    private static Rejection rejected(String message, Stmt.For loop) {
      return new Rejection(new Problem(Code.LOOP_PIPELINE_BOUNDS, message, loop.origin()));
    }

    /** Lowers a loop whose number of iterations is known. */
    private static List<Stmt> fixed(PipelineReplica replica, long start, long stop) {
      Stmt.For loop = replica.loop();
      long trips = TripCount.of(start, stop, replica.step());
      if (trips == 0) {
        return List.of(
            new Stmt.For(
                loop.var(),
                loop.start(),
                loop.stop(),
                loop.step(),
                loop.carries(),
                loop.body(),
                loop.results(),
                ForKind.SEQUENTIAL,
                LoopAttrs.none(),
                loop.origin()));
      }
      long rounds = trips / replica.stages();
      int left = (int) (trips % replica.stages());
      long end = start + rounds * replica.stages() * replica.step();
      Origin at = loop.origin();
      List<Var> results = left > 0 ? replica.results("_main") : loop.results();
      List<Stmt> out = new ArrayList<>();
      if (rounds > 0) {
        out.add(replica.mainLoop(Scalars.constant(end, DataType.INDEX, at), results));
      }
      if (left > 0) {
        List<Expr> seeds = rounds > 0 ? List.copyOf(results) : replica.seeds();
        PipelineReplica.Copies tail =
            replica.copies(left, Scalars.constant(end, DataType.INDEX, at), seeds);
        out.addAll(tail.stmts());
        for (int i = 0; i < loop.results().size(); i++) {
          out.add(new Stmt.Assign(loop.results().get(i), tail.values().get(i), at));
        }
      }
      return out;
    }

    /**
     * Lowers a loop whose bounds are known only at run time: full rounds, then a branch per number
     * left over.
     */
    private static List<Stmt> dynamic(PipelineReplica replica) {
      Stmt.For loop = replica.loop();
      Origin at = loop.origin();
      Expr span = Scalars.binary(BinaryOp.SUB, loop.stop(), loop.start(), at);
      Expr trips = span;
      if (replica.step() != 1) {
        Expr rounded = Scalars.binary(BinaryOp.ADD, span, index(replica.step() - 1, at), at);
        trips = Scalars.binary(BinaryOp.FLOOR_DIV, rounded, index(replica.step(), at), at);
      }
      Expr rounds = Scalars.binary(BinaryOp.FLOOR_DIV, trips, index(replica.stages(), at), at);
      Expr length =
          Scalars.binary(BinaryOp.MUL, rounds, index(replica.stages() * replica.step(), at), at);
      Var end = new Var("unroll_main_end", Type.INDEX, at);
      List<Var> results = replica.results("_main");
      List<Stmt> out = new ArrayList<>();
      out.add(new Stmt.Assign(end, Scalars.binary(BinaryOp.ADD, loop.start(), length, at), at));
      out.add(replica.mainLoop(end, results));
      Var left = new Var("unroll_rem", Type.INDEX, at);
      Expr leftOver =
          replica.step() == 1
              ? Scalars.binary(BinaryOp.SUB, loop.stop(), end, at)
              : Scalars.binary(
                  BinaryOp.SUB,
                  trips,
                  Scalars.binary(BinaryOp.MUL, rounds, index(replica.stages(), at), at),
                  at);
      out.add(new Stmt.Assign(left, leftOver, at));
      out.add(rest(replica, left, end, results));
      return out;
    }

    private static Expr index(long value, Origin at) {
      return Scalars.constant(value, DataType.INDEX, at);
    }

    /**
     * Returns the branches for 1 iteration left over up to one less than a round, each in the else
     * of the last.
     */
    private static Stmt rest(PipelineReplica replica, Var left, Var end, List<Var> mainResults) {
      Stmt.For loop = replica.loop();
      Origin at = loop.origin();
      boolean carries = !loop.carries().isEmpty();
      Optional<List<Stmt>> orElse =
          carries
              ? Optional.of(List.of(new Stmt.Yield(List.copyOf(mainResults), at)))
              : Optional.empty();
      Stmt.If branch = null;
      for (int count = replica.stages() - 1; count >= 1; count--) {
        PipelineReplica.Copies copies = replica.copies(count, end, List.copyOf(mainResults));
        List<Stmt> then = new ArrayList<>(copies.stmts());
        if (carries) {
          then.add(new Stmt.Yield(copies.values(), at));
        }
        if (branch != null) {
          List<Stmt> inner = new ArrayList<>(List.of(branch));
          if (carries) {
            inner.add(new Stmt.Yield(List.copyOf(branch.results()), at));
          }
          orElse = Optional.of(inner);
        }
        List<Var> results =
            !carries ? List.of() : count == 1 ? loop.results() : replica.results("_rem" + count);
        Expr condition = Scalars.binary(BinaryOp.EQ, left, index(count, at), at);
        branch = new Stmt.If(condition, then, orElse, results, at);
      }
      return branch;
    }
  }
}
