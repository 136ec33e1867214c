package dev.orchlens.pass.tools;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which tensors of a kernel are tiles once its tensor operators run on tiles (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops): a value computed on the core, or a parameter that
 * is loaded whole where the kernel begins.
 */
public final class KernelValues {
  /** Operators that load the part of a tensor they need, so that it is not loaded whole. */
  private static final Set<String> LOADING =
      Set.of(
          Ops.TENSOR_SLICE,
          Ops.TENSOR_ASSEMBLE,
          Ops.TENSOR_READ,
          Ops.TENSOR_WRITE,
          Ops.TENSOR_EXPAND_CLONE,
          Ops.TENSOR_GATHER,
          Ops.TENSOR_PAGED_GATHER,
          Ops.TENSOR_CREATE_L1,
          Ops.TENSOR_GATHER_ROW);

  /** Operators that run on tensors as they are. */
  private static final Set<String> KEPT = Set.of(Ops.TENSOR_DIM, Ops.TENSOR_VIEW);

  private final Set<Var> tiles = new HashSet<>();
  private final Map<Var, Expr> seeds = new HashMap<>();

  private KernelValues() {}

  /** Returns the tensors of {@code kernel} that become tiles. */
  public static Set<Var> tiles(Function kernel) {
    KernelValues values = new KernelValues();
    values.loadedWhole(kernel);
    values.body(kernel.body());
    return values.tiles;
  }

  private void loadedWhole(Function kernel) {
    Set<Var> used = new HashSet<>();
    collect(kernel.body(), used);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Map.Entry<Var, Expr> seed : seeds.entrySet()) {
        if (used.contains(seed.getKey())
            && seed.getValue() instanceof Var init
            && init.type().isTensor()) {
          changed |= used.add(init);
        }
      }
    }
    kernel.params().stream().map(Param::var).filter(used::contains).forEach(tiles::add);
  }

  private void collect(List<Stmt> body, Set<Var> used) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Assign(Var _, Expr.Call call, var _)
          && isConverted(call)
          && !LOADING.contains(call.callee().name())) {
        for (int i = 0; i < call.args().size(); i++) {
          if (call.args().get(i) instanceof Var v && v.type().isTensor() && !isBridged(call, i)) {
            used.add(v);
          }
        }
      }
      switch (stmt) {
        case Stmt.Loop loop -> {
          loop.carries().forEach(c -> seeds.put(c.var(), c.init()));
          collect(loop.body(), used);
        }
        case Stmt.If branch -> {
          collect(branch.then(), used);
          branch.orElse().ifPresent(orElse -> collect(orElse, used));
        }
        case Stmt.Scope scope -> collect(scope.body(), used);
        case Stmt.Assign _,
            Stmt.Eval _,
            Stmt.Yield _,
            Stmt.Return _,
            Stmt.Break _,
            Stmt.Continue _ -> {}
      }
    }
  }

  /** The operands of a matrix product are loaded where they are used. */
  private static boolean isBridged(Expr.Call call, int argument) {
    String name = call.callee().name();
    return switch (name) {
      case Ops.TENSOR_MATMUL -> argument < 2;
      case Ops.TENSOR_MATMUL_ACC -> argument == 1 || argument == 2;
      default -> false;
    };
  }

  private static boolean isConverted(Expr.Call call) {
    return call.callee() instanceof Callee.Op op
        && op.level().equals("tensor")
        && !KEPT.contains(op.name());
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> {
          if (isTile(s.value())) {
            tiles.add(s.var());
          }
        }
        case Stmt.Loop s -> loop(s);
        case Stmt.If s -> branch(s);
        case Stmt.Scope s -> body(s.body());
        case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
  }

  private void loop(Stmt.Loop s) {
    for (Carry carry : s.carries()) {
      if (isTile(carry.init())) {
        tiles.add(carry.var());
      }
    }
    body(s.body());
    merge(s.results(), s.body());
  }

  private void branch(Stmt.If s) {
    body(s.then());
    s.orElse().ifPresent(this::body);
    merge(s.results(), s.then());
  }

  private void merge(List<Var> results, List<Stmt> body) {
    if (!body.isEmpty() && body.getLast() instanceof Stmt.Yield last) {
      for (int i = 0; i < results.size() && i < last.values().size(); i++) {
        if (isTile(last.values().get(i))) {
          tiles.add(results.get(i));
        }
      }
    }
  }

  private boolean isTile(Expr value) {
    return switch (value) {
      case Var v -> v.type() instanceof Type.Tile || tiles.contains(v);
      case Expr.Call call when call.type() instanceof Type.Tile -> true;
      case Expr.Call call when call.type().isTensor() && isConverted(call) ->
          writesTensor(call).isEmpty();
      default -> value.type() instanceof Type.Tile;
    };
  }

  /** The tensor in memory that a call writes and returns. */
  private Optional<Expr> writesTensor(Expr.Call call) {
    boolean writes = call.isOp(Ops.TENSOR_ASSEMBLE) || call.isOp(Ops.TENSOR_WRITE);
    return writes && !isTile(call.args().getFirst())
        ? Optional.of(call.args().getFirst())
        : Optional.empty();
  }
}
