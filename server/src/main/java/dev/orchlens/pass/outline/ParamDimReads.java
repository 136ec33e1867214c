package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.TypedRewriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces reads of a dimension that a parameter's type already names by that name, so that one
 * size has one variable (reference: docs/en/dev/passes/outline_incore_scopes, "Algorithm").
 */
final class ParamDimReads extends TypedRewriter {
  private final Set<Var> symbols = new HashSet<>();
  private final Map<Var, Expr> replaced = new HashMap<>();

  private ParamDimReads(Function function) {
    for (Param param : function.params()) {
      if (param.var().type() instanceof Type.Tensor tensor) {
        tensor
            .shape()
            .forEach(
                dim -> {
                  if (dim instanceof Var symbol) {
                    symbols.add(symbol);
                  }
                });
      }
    }
  }

  /** Returns the function without such reads. */
  static Function fold(Function function) {
    ParamDimReads reads = new ParamDimReads(function);
    return reads.symbols.isEmpty() ? function : function.withBody(reads.body(function.body()));
  }

  @Override
  public Expr use(Var var) {
    return replaced.getOrDefault(var, var);
  }

  @Override
  public Var definition(Var var) {
    Type type = TypeExprs.map(var.type(), this::expr);
    if (type == var.type()) {
      return var;
    }
    Var copy = var.withType(type);
    replaced.put(var, copy);
    return copy;
  }

  @Override
  public List<Stmt> statement(Stmt stmt) {
    Stmt rebuilt = rebuild(stmt);
    if (stmt instanceof Stmt.Assign original
        && rebuilt instanceof Stmt.Assign(Var _, Expr.Call call, var _)
        && extent(call) instanceof Var symbol) {
      replaced.put(original.var(), symbol);
      return List.of();
    }
    return List.of(rebuilt);
  }

  private Expr extent(Expr.Call call) {
    if (!call.isOp(Ops.TENSOR_DIM)
        || call.args().size() != 2
        || !(call.args().get(1) instanceof Expr.ConstInt axis)
        || !(call.args().getFirst().type() instanceof Type.Tensor tensor)) {
      return null;
    }
    long rank = tensor.shape().size();
    long index = axis.value() < 0 ? axis.value() + rank : axis.value();
    boolean known =
        index >= 0
            && index < rank
            && tensor.shape().get((int) index) instanceof Var symbol
            && symbols.contains(symbol);
    return known ? tensor.shape().get((int) index) : null;
  }
}
