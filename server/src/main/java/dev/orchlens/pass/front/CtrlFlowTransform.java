package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.pass.tools.ProgramPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replaces {@code break} and {@code continue} in kernels by branches and flags; in orchestration
 * functions both stay (reference: docs/en/dev/passes/ctrl_flow_transform, "Algorithm").
 */
public final class CtrlFlowTransform implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    return program.mapFunctions(
        f -> {
          List<Stmt> body = isKernel(f) ? new Structurer().body(f.body()) : f.body();
          return body == f.body() ? f : f.withBody(body);
        });
  }

  private static boolean isKernel(Function f) {
    return f.type() == FunctionType.IN_CORE
        || f.type() == FunctionType.AIC
        || f.type() == FunctionType.AIV;
  }

  private static final class Structurer extends Rewriter {
    private final LoopExits.Names names = new LoopExits.Names();

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      Stmt inner = rebuild(stmt);
      boolean isSequential = !(inner instanceof Stmt.For f) || f.kind() == ForKind.SEQUENTIAL;
      if (!(inner instanceof Stmt.Loop loop) || !isSequential) {
        return List.of(inner);
      }
      boolean breaks = LoopExits.contains(loop.body(), Stmt.Break.class);
      if (!breaks && !LoopExits.contains(loop.body(), Stmt.Continue.class)) {
        return List.of(inner);
      }
      return switch (loop) {
        case Stmt.While w ->
            breaks
                ? whileWithBreak(w)
                : List.of(
                    new Stmt.While(
                        w.condition(), w.carries(), continued(w), w.results(), w.origin()));
        case Stmt.For f -> breaks ? forWithBreak(f) : List.of(f.withBody(continued(f)));
      };
    }

    private List<Stmt> continued(Stmt.Loop loop) {
      LoopExits exits = new LoopExits(loop.carries(), names, loop.origin());
      LoopExits.Path body = LoopExits.Path.of(loop.body());
      return exits.withoutContinue(body).withYield(body.hasYield(), loop.origin());
    }

    private static LoopExits.Path withoutExits(LoopExits exits, LoopExits.Path body, Var flag) {
      boolean continues = LoopExits.contains(body.stmts(), Stmt.Continue.class);
      return exits.withoutBreak(continues ? exits.withoutContinue(body) : body, flag);
    }

    private List<Stmt> whileWithBreak(Stmt.While w) {
      Origin at = w.origin();
      Var flag = flag(at);
      LoopExits exits = new LoopExits(w.carries(), names, at);
      LoopExits.Path body = LoopExits.Path.of(w.body());
      List<Stmt> structured = withoutExits(exits, body, flag).withYield(body.hasYield(), at);
      Expr condition = Scalars.binary(Expr.BinaryOp.AND, w.condition(), Scalars.not(flag, at), at);
      return List.of(
          new Stmt.Assign(flag, Scalars.constant(false, at), at),
          new Stmt.While(condition, w.carries(), structured, w.results(), at));
    }

    private Var flag(Origin at) {
      return new Var(names.next("break", "tmp"), "break", Type.BOOL, at);
    }

    /** Returns the loop as one that runs while its counter is in range and no break happened. */
    private List<Stmt> forWithBreak(Stmt.For f) {
      Origin at = f.origin();
      Var flag = flag(at);
      String base = AutoName.parse(f.var().name()).base();
      Var counter = new Var(names.next(base, "idx"), f.var().sourceName(), f.var().type(), at);
      boolean descends = f.step() instanceof Expr.ConstInt c && c.value() < 0;
      Expr inRange =
          Scalars.binary(descends ? Expr.BinaryOp.GT : Expr.BinaryOp.LT, counter, f.stop(), at);
      Expr condition = Scalars.binary(Expr.BinaryOp.AND, inRange, Scalars.not(flag, at), at);

      LoopExits exits = new LoopExits(f.carries(), names, at);
      LoopExits.Path body = LoopExits.Path.of(Cloner.renamed(f.body(), Map.of(f.var(), counter)));
      LoopExits.Path structured = withoutExits(exits, body, flag);
      List<Stmt> stmts = new ArrayList<>(structured.stmts());
      List<Expr> values = new ArrayList<>();
      for (Expr value : structured.values()) {
        values.add(value instanceof Var ? value : computed(value, stmts, at));
      }
      Stmt next =
          new Stmt.Assign(counter, Scalars.binary(Expr.BinaryOp.ADD, counter, f.step(), at), at);
      stmts.add(new Stmt.If(Scalars.not(flag, at), List.of(next), Optional.empty(), List.of(), at));
      stmts = new LoopExits.Path(stmts, values, body.hasYield()).withYield(body.hasYield(), at);
      return List.of(
          new Stmt.Assign(counter, f.start(), at),
          new Stmt.Assign(flag, Scalars.constant(false, at), at),
          new Stmt.While(condition, f.carries(), stmts, f.results(), at));
    }

    /** Computes a yielded value before the counter advances. */
    private Var computed(Expr value, List<Stmt> stmts, Origin at) {
      Var var = new Var(names.next("yield", "tmp"), "yield", value.type(), at);
      stmts.add(new Stmt.Assign(var, value, at));
      return var;
    }
  }
}
