package dev.orchlens.pass.dist;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.ReturnLineage;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Gives each distributed tensor its communication context: a parameter behind the others for each
 * parameter that is one, and an argument at each call (reference:
 * docs/en/dev/passes/materialize_dist_tensor_ctx).
 */
public final class MaterializeDistTensorCtx implements RememberingPass {
  private final Operators operators = Operators.load();

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    if (program.functions().values().stream()
        .noneMatch(MaterializeDistTensorCtx::takesDistributed)) {
      return program;
    }
    ReturnLineage lineage = ReturnLineage.remembering(operators, program, memory);
    Map<String, CommContexts> contexts = new HashMap<>();
    for (Function function : program.functions().values()) {
      contexts.put(function.name(), CommContexts.of(program, function, operators, lineage));
    }
    return program.mapFunctions(f -> extended(f, contexts));
  }

  private static boolean takesDistributed(Function function) {
    for (Param param : function.params()) {
      if (CommContexts.isDistributed(param.var())) {
        return true;
      }
    }
    return false;
  }

  private static Function extended(Function function, Map<String, CommContexts> contexts) {
    CommContexts own = contexts.get(function.name());
    Predicate<Expr.Invocation> concerns = call -> concernsContexts(call, contexts);
    boolean forwards =
        own.params().isEmpty()
            ? Calls.any(function, concerns)
            : Calls.any(function.body(), concerns);
    Function forwarding =
        forwards
            ? function.withBody(new Forwarder(function, contexts).body(function.body()))
            : function;
    if (own.params().isEmpty()) {
      return forwarding;
    }
    List<Param> params = new ArrayList<>(function.params());
    own.params().values().forEach(c -> params.add(new Param(c, ParamDirection.IN)));
    return forwarding.withSignature(params, function.returnTypes());
  }

  private static boolean concernsContexts(
      Expr.Invocation call, Map<String, CommContexts> contexts) {
    return switch (call.callee()) {
      case Callee.Function f ->
          contexts.containsKey(f.name()) && !contexts.get(f.name()).params().isEmpty();
      case Callee.Op op -> op.name().equals(CommContexts.QUERY);
    };
  }

  /**
   * Hands the contexts on to what a function calls, and puts them in the place of questions for
   * them.
   */
  private static final class Forwarder extends Rewriter {
    private final Function function;
    private final CommContexts own;
    private final Map<String, CommContexts> contexts;
    private final List<Stmt> queries = new ArrayList<>();

    Forwarder(Function function, Map<String, CommContexts> contexts) {
      this.function = function;
      this.own = contexts.get(function.name());
      this.contexts = contexts;
    }

    private boolean isHost() {
      return function.attrs().isOnHost();
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      Stmt rebuilt = rebuild(stmt);
      if (queries.isEmpty()) {
        return List.of(rebuilt);
      }
      List<Stmt> out = new ArrayList<>(queries);
      queries.clear();
      out.add(rebuilt);
      return out;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      Expr.Invocation out = (Expr.Invocation) super.invocation(call);
      if (out.isOp(CommContexts.QUERY) && !isHost()) {
        return context(out.args().getFirst(), out);
      }
      CommContexts callee = out.function().map(contexts::get).orElse(null);
      if (callee == null || callee.params().isEmpty()) {
        return out;
      }
      List<Expr> args = new ArrayList<>(out.args());
      List<ArgDirection> directions = new ArrayList<>(out.attrs().argDirections());
      for (int param : callee.params().keySet()) {
        if (param < out.args().size()) {
          args.add(context(out.args().get(param), out));
          if (!directions.isEmpty()) {
            directions.add(ArgDirection.SCALAR);
          }
        }
      }
      return out.withArgs(args).withAttrs(out.attrs().withArgDirections(directions));
    }

    private Expr context(Expr tensor, Expr.Invocation call) {
      Optional<Var> known = own.of(tensor);
      if (known.isPresent()) {
        return known.get();
      }
      String name = tensor instanceof Var var ? var.sourceName() : "a distributed tensor";
      if (!isHost()) {
        throw new Rejection(
            new Problem(
                Code.DISTRIBUTED_CONTEXT_UNKNOWN,
                "The communication context of '"
                    + name
                    + "' is unknown here: only a host function can look it up."
                    + " Make '"
                    + name
                    + "' a parameter of this function.",
                call.origin()));
      }
      Var context = new Var(name + "_ctx", CommContexts.TYPE, call.origin());
      queries.add(
          new Stmt.Assign(
              context,
              Expr.Call.op(CommContexts.QUERY, List.of(tensor), CommContexts.TYPE, call.origin()),
              call.origin()));
      return context;
    }
  }
}
