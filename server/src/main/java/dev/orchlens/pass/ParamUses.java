package dev.orchlens.pass;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Effect;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tensor parameters a kernel reads and writes, through whatever names it gives to them. */
final class ParamUses {
  private final Operators operators;
  private final Map<Var, Set<Var>> origins = new HashMap<>();
  private final Set<Var> read = new HashSet<>();
  private final Set<Var> written = new HashSet<>();

  private ParamUses(Operators operators) {
    this.operators = operators;
  }

  static ParamUses of(Function kernel, Operators operators) {
    ParamUses uses = new ParamUses(operators);
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
          origins.put(carry.var(), origins(carry.init()));
        }
      }
      Walk.usedBy(stmt, value -> Walk.expression(value, this::access));
      if (stmt instanceof Stmt.Assign assign) {
        origins.put(assign.var(), origins(assign.value()));
      }
      Walk.bodies(stmt).forEach(this::body);
      switch (stmt) {
        case Stmt.Loop loop -> merge(loop.results(), List.of(loop.body()));
        case Stmt.If branch -> merge(branch.results(), Walk.bodies(branch));
        default -> { }
      }
    }
  }

  private void merge(List<Var> results, List<List<Stmt>> bodies) {
    for (int i = 0; i < results.size(); i++) {
      Set<Var> merged = new HashSet<>();
      for (List<Stmt> body : bodies) {
        if (!body.isEmpty() && body.getLast() instanceof Stmt.Yield last && i < last.values().size()) {
          merged.addAll(origins(last.values().get(i)));
        }
      }
      origins.put(results.get(i), merged);
    }
  }

  private void access(Expr expr) {
    if (!(expr instanceof Expr.Invocation call) || !(call.callee() instanceof Callee.Op op)) {
      return;
    }
    for (int i = 0; i < call.args().size(); i++) {
      int index = i;
      Effect effect =
          operators.find(op.name()).map(o -> o.effect(index)).orElse(Effect.NONE).with(call.kwargs());
      Set<Var> params = origins(call.args().get(i));
      if (effect.reads()) {
        read.addAll(params);
      }
      if (effect.writes()) {
        written.addAll(params);
      }
    }
  }

  private Set<Var> origins(Expr expr) {
    return switch (expr) {
      case Var v -> origins.getOrDefault(v, Set.of());
      case Expr.TupleGet get -> origins(get.tuple());
      case Expr.Invocation call when call.callee() instanceof Callee.Op op ->
          operators
              .find(op.name())
              .flatMap(Operator::alias)
              .filter(alias -> alias.argument() < call.args().size())
              .map(alias -> origins(call.args().get(alias.argument())))
              .orElse(Set.of());
      default -> Set.of();
    };
  }
}
