package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.pass.tools.KernelValues;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Lets kernels write their results into the memory of an input where nothing else needs it, instead
 * of a buffer of their own (reference: docs/en/dev/passes/optimize_orch_tensors, "Pattern 1"). The
 * other patterns of the reference change kernels only.
 */
public final class OptimizeOrchTensors implements RememberingPass {

  private static final PassMemory.Question<Function> STORING_PARTS =
      OptimizeOrchTensors::storingParts;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    Map<String, List<ReusedOutputs.Merge>> merges = ReusedOutputs.of(program);
    return program.mapFunctions(
        f -> {
          if (f.type() == FunctionType.IN_CORE) {
            return merges.containsKey(f.name())
                ? storingParts(merged(f, merges.get(f.name())))
                : memory.ask(STORING_PARTS, f);
          }
          return merges.isEmpty() ? f : f.withBody(new Calls(merges, f.body()).body(f.body()));
        });
  }

  /** Stores the parts of what a kernel returns after it was put together in a loop. */
  private static Function storingParts(Function kernel) {
    Set<Var> outputs = new HashSet<>();
    kernel.params().stream()
        .filter(p -> p.direction() == ParamDirection.OUT)
        .forEach(p -> outputs.add(p.var()));
    if (outputs.isEmpty()
        || kernel.body().isEmpty()
        || !(kernel.body().getLast() instanceof Stmt.Return last)) {
      return kernel;
    }
    List<Stmt> body = kernel.body();
    List<Expr> values = new ArrayList<>(last.values());
    for (Stmt stmt : kernel.body()) {
      if (stmt instanceof Stmt.Assign(Var stored, Expr.Call store, var _)
          && store.isOp(Ops.TILE_STORE)
          && store.args().size() >= 3
          && store.args().get(2) instanceof Var out
          && outputs.contains(out)
          && values.contains(stored)) {
        Expr whole = store.args().getFirst();
        Optional<List<Stmt>> inParts =
            AssembleLoops.storingParts(body, whole, out, () -> KernelValues.tiles(kernel), false);
        if (inParts.isPresent()) {
          body = new ArrayList<>(inParts.get());
          body.remove(stmt);
          values.replaceAll(v -> v == stored ? whole : v);
        }
      }
    }
    if (body == kernel.body()) {
      return kernel;
    }
    body.set(body.size() - 1, new Stmt.Return(values, last.origin()));
    return kernel.withBody(body);
  }

  private static Function merged(Function kernel, List<ReusedOutputs.Merge> merges) {
    Map<Var, Var> replaced = new HashMap<>();
    List<Param> params = new ArrayList<>(kernel.params());
    for (ReusedOutputs.Merge merge : merges) {
      Var input = kernel.params().get(merge.input()).var();
      replaced.put(kernel.params().get(merge.output()).var(), input);
      params.set(merge.input(), new Param(input, ParamDirection.IN_OUT));
    }
    params.removeIf(p -> replaced.containsKey(p.var()));
    return kernel
        .withBody(Cloner.renamed(kernel.body(), replaced))
        .withSignature(params, kernel.returnTypes());
  }

  /** Drops the buffers of merged outputs and the arguments that passed them. */
  private static final class Calls extends Rewriter {
    private final Map<String, List<ReusedOutputs.Merge>> merges;
    private final Set<Var> dead = new HashSet<>();

    Calls(Map<String, List<ReusedOutputs.Merge>> merges, List<Stmt> body) {
      this.merges = merges;
      Walk.expressions(
          body,
          e -> {
            if (e instanceof Expr.Call call) {
              for (ReusedOutputs.Merge merge : merges(call)) {
                if (call.args().get(merge.output()) instanceof Var buffer) {
                  dead.add(buffer);
                }
              }
            }
          });
    }

    private List<ReusedOutputs.Merge> merges(Expr.Call call) {
      return call.function().map(merges::get).orElse(List.of());
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      boolean unused =
          stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)
              && call.isOp(Ops.TENSOR_CREATE)
              && dead.contains(var);
      return unused ? List.of() : List.of(rebuild(stmt));
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      if (!(call instanceof Expr.Call plain) || merges(plain).isEmpty()) {
        return super.invocation(call);
      }
      List<Expr> args = new ArrayList<>();
      for (int i = 0; i < call.args().size(); i++) {
        int index = i;
        if (merges(plain).stream().noneMatch(m -> m.output() == index)) {
          args.add(call.args().get(i));
        }
      }
      return call.withArgs(args);
    }
  }
}
