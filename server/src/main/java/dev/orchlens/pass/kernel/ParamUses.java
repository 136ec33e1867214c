package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Effect;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Blocks;
import dev.orchlens.pass.tools.KernelValues;
import dev.orchlens.pass.tools.Lineage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Which tensor parameters a kernel reads and writes, through whatever names it gives to them. */
final class ParamUses extends Lineage<Set<Var>> {
  private final Operators operators;
  private final Function kernel;
  private final Set<Var> read = new HashSet<>();
  private final Set<Var> written = new HashSet<>();
  private final Consumer<Expr> uses = this::use;

  /** The tensors that are tiles on the core, once they were asked for. */
  private Optional<Set<Var>> tiles = Optional.empty();

  private ParamUses(Function kernel, Operators operators) {
    this.kernel = kernel;
    this.operators = operators;
  }

  static ParamUses of(Function kernel, Operators operators) {
    ParamUses uses = new ParamUses(kernel, operators);
    for (Param param : kernel.params()) {
      if (param.var().type().isTensor()) {
        uses.define(param.var(), Optional.of(Set.of(param.var())));
      }
    }
    uses.follow(kernel.body());
    return uses;
  }

  boolean isRead(Var param) {
    return read.contains(param);
  }

  boolean isWritten(Var param) {
    return written.contains(param);
  }

  @Override
  protected void reached(Stmt stmt) {
    Walk.usedBy(stmt, uses);
  }

  @Override
  protected Optional<Set<Var>> assigned(Stmt.Assign assign) {
    return of(assign.value());
  }

  @Override
  protected Optional<Set<Var>> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    Optional<Set<Var>> first = then.flatMap(this::of);
    Optional<Set<Var>> second = orElse.flatMap(this::of);
    if (first.isEmpty() || second.isEmpty()) {
      return first.or(() -> second);
    }
    Set<Var> both = new HashSet<>(first.get());
    both.addAll(second.get());
    return Optional.of(both);
  }

  @Override
  protected Optional<Set<Var>> left(
      Stmt.Loop loop, int index, Optional<Set<Var>> initial, Optional<Expr> yielded) {
    return yielded.flatMap(this::of);
  }

  @Override
  protected Optional<Stmt.Yield> end(List<Stmt> body) {
    return Blocks.trailingYield(body);
  }

  private void use(Expr expr) {
    switch (expr) {
      case Var _, Expr.Const _, Expr.Unknown _ -> {}
      case Expr.Invocation call -> {
        if (call.callee() instanceof Callee.Op op) {
          access(call, op);
        }
        Walk.operands(call, uses);
      }
      case Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.TupleGet _ ->
          Walk.operands(expr, uses);
    }
  }

  private void access(Expr.Invocation call, Callee.Op op) {
    Optional<Operator> operator = operators.find(op.name());
    if (operator.isEmpty()) {
      return;
    }
    for (int i = assemblesIntoTile(call) ? 1 : 0; i < call.args().size(); i++) {
      Optional<Set<Var>> params = of(call.args().get(i));
      if (params.isEmpty()) {
        continue;
      }
      Effect effect = operator.get().effect(i).with(call.kwargs());
      if (effect.reads()) {
        read.addAll(params.get());
      }
      if (effect.writes()) {
        written.addAll(params.get());
      }
    }
  }

  /**
   * A parameter that is loaded whole is a tile from then on: assembling into it does not write to
   * memory.
   */
  private boolean assemblesIntoTile(Expr.Invocation call) {
    if (!call.isOp(Ops.TENSOR_ASSEMBLE) || !(call.args().getFirst() instanceof Var target)) {
      return false;
    }
    if (tiles.isEmpty()) {
      tiles = Optional.of(KernelValues.tiles(kernel));
    }
    return tiles.get().contains(target);
  }

  /** Returns the parameters that a value is a part or a version of; nothing when it is of none. */
  @Override
  public Optional<Set<Var>> of(Expr expr) {
    return switch (expr) {
      case Var v -> v.type() instanceof Type.Scalar ? Optional.empty() : super.of(v);
      case Expr.Invocation call when assemblesIntoTile(call) -> Optional.empty();
      case Expr.TupleGet get -> of(get.tuple());
      case Expr.Invocation call when call.callee() instanceof Callee.Op op ->
          operators
              .find(op.name())
              .flatMap(Operator::alias)
              .filter(alias -> alias.argument() < call.args().size())
              .flatMap(alias -> of(call.args().get(alias.argument())));
      default -> Optional.empty();
    };
  }
}
