package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.KernelValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the outputs of kernels that can take the memory of an input: a loop carries the result on
 * to that input, or the kernel sums up in a value that it loads whole and nobody else reads
 * (reference: docs/en/dev/passes/optimize_orch_tensors, "Pattern 1").
 */
final class ReusedOutputs {
  /** An output that goes into the memory of an input, by the indices of the parameters. */
  record Merge(int output, int input) {}

  /**
   * A call of a kernel outside loops that carry values, with the uses of variables in its function.
   */
  private record Site(Stmt.Assign assign, Expr.Call call, Caller caller) {}

  /**
   * A function that calls kernels; its body is counted when the first question about it is asked.
   */
  private static final class Caller {
    private final List<Stmt> body;
    private final Map<Var, Integer> uses = new HashMap<>();
    private final Set<Var> created = new HashSet<>();
    private boolean isRead;

    Caller(List<Stmt> body) {
      this.body = body;
    }

    private void read() {
      if (isRead) {
        return;
      }
      isRead = true;
      Walk.expressions(
          body,
          e -> {
            if (e instanceof Var var) {
              uses.merge(var, 1, Integer::sum);
            }
          });
      Walk.statements(
          body,
          s -> {
            if (s instanceof Stmt.Assign(Var var, Expr.Call call, var _)
                && call.isOp(Ops.TENSOR_CREATE)) {
              created.add(var);
            }
          });
    }

    int uses(Var var) {
      read();
      return uses.getOrDefault(var, 0);
    }

    boolean creates(Expr value) {
      read();
      return value instanceof Var var && created.contains(var);
    }
  }

  private final Program program;
  private final Map<String, List<Merge>> merges = new HashMap<>();
  private final Map<String, List<Site>> sites = new HashMap<>();

  private ReusedOutputs(Program program) {
    this.program = program;
  }

  /** Returns the outputs to merge, by the kernel's name. */
  static Map<String, List<Merge>> of(Program program) {
    ReusedOutputs reused = new ReusedOutputs(program);
    List<Function> callers =
        program.functions().values().stream()
            .filter(f -> f.type() != FunctionType.IN_CORE)
            .toList();
    callers.forEach(f -> reused.loops(f.body()));
    callers.forEach(f -> reused.collectSites(f.body(), new Caller(f.body())));
    reused.sites.forEach(reused::standalone);
    return reused.merges;
  }

  private Optional<Function> kernel(Expr.Call call) {
    return program.function(call.callee()).filter(f -> f.type() == FunctionType.IN_CORE);
  }

  private void loops(List<Stmt> body) {
    for (Stmt stmt : body) {
      stmt.bodies().forEach(this::loops);
      if (stmt instanceof Stmt.Loop loop && !loop.carries().isEmpty()) {
        loop(loop);
      }
    }
  }

  private void loop(Stmt.Loop loop) {
    Set<Var> created = new HashSet<>();
    Map<Var, Map<Integer, Var>> parts = new HashMap<>();
    List<Stmt.Assign> calls = new ArrayList<>();
    for (Stmt stmt : loop.body()) {
      if (stmt instanceof Stmt.Assign assign) {
        switch (assign.value()) {
          case Expr.Call call when call.isOp(Ops.TENSOR_CREATE) -> created.add(assign.var());
          case Expr.Call call when kernel(call).isPresent() -> calls.add(assign);
          case Expr.TupleGet get when get.tuple() instanceof Var tuple ->
              parts.computeIfAbsent(tuple, _ -> new HashMap<>()).put(get.index(), assign.var());
          default -> {}
        }
      }
    }
    List<Expr> yielded =
        Bodies.trailingYield(loop.body()).map(Stmt.Yield::values).orElse(List.of());
    for (Stmt.Assign assign : calls) {
      Expr.Call call = (Expr.Call) assign.value();
      Function kernel = kernel(call).orElseThrow();
      List<Merge> found = new ArrayList<>();
      returnedOutputs(kernel)
          .forEach(
              (output, result) -> {
                Var value =
                    kernel.returnTypes().size() == 1
                        ? assign.var()
                        : parts.getOrDefault(assign.var(), Map.of()).get(result);
                int index = value == null ? -1 : yielded.indexOf(value);
                boolean fresh =
                    output < call.args().size() && created.contains(call.args().get(output));
                if (fresh && index >= 0 && index < loop.carries().size()) {
                  int input = call.args().indexOf(loop.carries().get(index).var());
                  if (input >= 0 && kernel.params().get(input).direction() == ParamDirection.IN) {
                    found.add(new Merge(output, input));
                  }
                }
              });
      if (!found.isEmpty()) {
        merges.putIfAbsent(kernel.name(), found);
      }
    }
  }

  /**
   * The outputs that a kernel returns after a store at its top level, with the index of the result.
   */
  private static Map<Integer, Integer> returnedOutputs(Function kernel) {
    Map<Integer, Integer> outputs = new LinkedHashMap<>();
    if (kernel.body().isEmpty() || !(kernel.body().getLast() instanceof Stmt.Return ret)) {
      return outputs;
    }
    Map<Var, Expr> targets = new HashMap<>();
    for (Stmt stmt : kernel.body()) {
      switch (stmt) {
        case Stmt.Assign(Var var, Expr.Call call, var _)
            when call.isOp(Ops.TILE_STORE) && call.args().size() >= 3 ->
            targets.put(var, call.args().get(2));
        case Stmt.Loop loop -> {
          for (int i = 0; i < Math.min(loop.results().size(), loop.carries().size()); i++) {
            targets.put(loop.results().get(i), loop.carries().get(i).init());
          }
        }
        default -> {}
      }
    }
    List<Var> params = Param.variables(kernel.params());
    for (int i = 0; i < ret.values().size(); i++) {
      Expr target = ret.values().get(i) instanceof Var var ? targets.get(var) : null;
      int index = target == null ? -1 : params.indexOf(target);
      if (index >= 0 && kernel.params().get(index).direction() == ParamDirection.OUT) {
        outputs.put(index, i);
      }
    }
    return outputs;
  }

  private void collectSites(List<Stmt> body, Caller caller) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Assign assign && assign.value() instanceof Expr.Call call) {
        kernel(call)
            .ifPresent(
                k ->
                    sites
                        .computeIfAbsent(k.name(), _ -> new ArrayList<>())
                        .add(new Site(assign, call, caller)));
      }
      if (!(stmt instanceof Stmt.Loop loop) || loop.carries().isEmpty()) {
        stmt.bodies().forEach(inner -> collectSites(inner, caller));
      }
    }
  }

  private void standalone(String name, List<Site> calls) {
    if (merges.containsKey(name)) {
      return;
    }
    List<Merge> safe = new ArrayList<>();
    for (Merge merge : sums(program.functions().get(name))) {
      if (calls.stream().allMatch(site -> isSafe(site, merge))) {
        safe.add(merge);
      }
    }
    if (!safe.isEmpty()) {
      merges.put(name, safe);
    }
  }

  private static boolean isSafe(Site site, Merge merge) {
    List<Expr> args = site.call.args();
    if (merge.output >= args.size() || !(args.get(merge.input) instanceof Var input)) {
      return false;
    }
    int[] own = {0};
    Walk.expression(site.assign.value(), e -> own[0] += e == input ? 1 : 0);
    return site.caller.creates(args.get(merge.output)) && site.caller.uses(input) == own[0];
  }

  /** The outputs that hold what loops made of an input that was loaded whole. */
  private static List<Merge> sums(Function kernel) {
    Map<Integer, Integer> outputs = returnedOutputs(kernel);
    if (outputs.isEmpty()) {
      return List.of();
    }
    Map<Var, Expr> inits = new HashMap<>();
    Map<Var, Expr> defined = new HashMap<>();
    Walk.statements(
        kernel.body(),
        s -> {
          if (s instanceof Stmt.Assign assign) {
            defined.put(assign.var(), assign.value());
          } else if (s instanceof Stmt.Loop loop) {
            for (int i = 0; i < Math.min(loop.results().size(), loop.carries().size()); i++) {
              inits.put(loop.results().get(i), loop.carries().get(i).init());
            }
          }
        });
    if (inits.isEmpty()) {
      return List.of();
    }
    Set<Var> loaded = KernelValues.tiles(kernel);
    List<Var> params = Param.variables(kernel.params());
    List<Merge> found = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    outputs.forEach(
        (output, result) -> {
          Stmt.Return ret = (Stmt.Return) kernel.body().getLast();
          boolean stores = defined.get((Var) ret.values().get(result)) instanceof Expr.Call;
          Expr value =
              stores
                  ? ((Expr.Call) defined.get((Var) ret.values().get(result))).args().getFirst()
                  : null;
          boolean looped = value instanceof Var first && inits.containsKey(first);
          while (value instanceof Var var && inits.containsKey(var)) {
            value = inits.get(var);
          }
          int input =
              looped && value instanceof Var var && loaded.contains(var) ? params.indexOf(var) : -1;
          if (input >= 0
              && canShare(kernel.params().get(input), params.get(output))
              && taken.add(input)) {
            found.add(new Merge(output, input));
          }
        });
    return found;
  }

  private static boolean canShare(Param input, Var output) {
    return input.direction() == ParamDirection.IN
        && input.var().type() instanceof Type.Tensor a
        && output.type() instanceof Type.Tensor b
        && a.dtype() == b.dtype()
        && extents(a).isPresent()
        && extents(a).equals(extents(b));
  }

  private static Optional<List<Long>> extents(Type.Tensor tensor) {
    List<Long> extents = new ArrayList<>();
    for (Expr extent : tensor.shape()) {
      if (!(extent instanceof Expr.ConstInt known)) {
        return Optional.empty();
      }
      extents.add(known.value());
    }
    return Optional.of(extents);
  }
}
