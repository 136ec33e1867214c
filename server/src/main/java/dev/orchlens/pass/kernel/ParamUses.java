package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
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
import dev.orchlens.pass.tools.KernelValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Which tensor parameters a kernel reads and writes, through whatever names it gives to them. */
final class ParamUses {
  private final Operators operators;
  private final Function kernel;
  private final Map<Var, Set<Var>> origins = new HashMap<>();
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
        uses.origins.put(param.var(), Set.of(param.var()));
      }
    }
    uses.body(kernel.body());
    return uses;
  }

  boolean isRead(Var param) {
    return read.contains(param);
  }

  boolean isWritten(Var param) {
    return written.contains(param);
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Loop loop) {
        for (Carry carry : loop.carries()) {
          define(carry.var(), origins(carry.init()));
        }
      }
      Walk.usedBy(stmt, uses);
      if (stmt instanceof Stmt.Assign assign) {
        define(assign.var(), origins(assign.value()));
      }
      switch (stmt) {
        case Stmt.Loop loop -> {
          body(loop.body());
          merge(loop.results(), List.of(loop.body()));
        }
        case Stmt.If branch -> {
          body(branch.then());
          branch.orElse().ifPresent(this::body);
          merge(branch.results(), branch.bodies());
        }
        case Stmt.Scope scope -> body(scope.body());
        case Stmt.Assign _,
            Stmt.Eval _,
            Stmt.Yield _,
            Stmt.Return _,
            Stmt.Break _,
            Stmt.Continue _ -> {}
      }
    }
  }

  private void merge(List<Var> results, List<List<Stmt>> bodies) {
    for (int i = 0; i < results.size(); i++) {
      Set<Var> merged = new HashSet<>();
      for (List<Stmt> body : bodies) {
        if (!body.isEmpty()
            && body.getLast() instanceof Stmt.Yield last
            && i < last.values().size()) {
          merged.addAll(origins(last.values().get(i)));
        }
      }
      define(results.get(i), merged);
    }
  }

  private void define(Var var, Set<Var> params) {
    if (!params.isEmpty()) {
      origins.put(var, params);
    }
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
      Set<Var> params = origins(call.args().get(i));
      if (params.isEmpty()) {
        continue;
      }
      Effect effect = operator.get().effect(i).with(call.kwargs());
      if (effect.reads()) {
        read.addAll(params);
      }
      if (effect.writes()) {
        written.addAll(params);
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

  private Set<Var> origins(Expr expr) {
    return switch (expr) {
      case Var v -> v.type() instanceof Type.Scalar ? Set.of() : origins.getOrDefault(v, Set.of());
      case Expr.Invocation call when assemblesIntoTile(call) -> Set.of();
      case Expr.TupleGet get -> origins(get.tuple());
      case Expr.Invocation call when call.callee() instanceof Callee.Op op ->
          aliasOrigins(call, op);
      default -> Set.of();
    };
  }

  private Set<Var> aliasOrigins(Expr.Invocation call, Callee.Op op) {
    Optional<Operator.Alias> alias = operators.find(op.name()).flatMap(Operator::alias);
    boolean isPresent = alias.isPresent() && alias.get().argument() < call.args().size();
    return isPresent ? origins(call.args().get(alias.get().argument())) : Set.of();
  }
}
