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
import dev.orchlens.ir.Walk;
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
public final class KernelValues extends Lineage<KernelValues.Tile> {
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

  /** What a tensor that becomes a tile is; nothing is known of others. */
  enum Tile {
    /** It is one. */
    YES
  }

  private final Map<Var, Expr> seeds = new HashMap<>();

  private static final Optional<Tile> TILE = Optional.of(Tile.YES);

  private KernelValues() {}

  /** Returns the tensors of {@code kernel} that become tiles. */
  public static Set<Var> tiles(Function kernel) {
    KernelValues values = new KernelValues();
    values.loadedWhole(kernel);
    values.follow(kernel.body());
    return values.all().keySet();
  }

  private void loadedWhole(Function kernel) {
    Set<Var> used = new HashSet<>();
    Walk.statements(kernel.body(), stmt -> collect(stmt, used));
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
    kernel.params().stream().map(Param::var).filter(used::contains).forEach(v -> define(v, TILE));
  }

  private void collect(Stmt stmt, Set<Var> used) {
    if (stmt instanceof Stmt.Loop loop) {
      loop.carries().forEach(c -> seeds.put(c.var(), c.init()));
    }
    if (stmt instanceof Stmt.Assign(Var _, Expr.Call call, var _)
        && isConverted(call)
        && !LOADING.contains(call.callee().name())) {
      for (int i = 0; i < call.args().size(); i++) {
        if (call.args().get(i) instanceof Var v && v.type().isTensor() && !isBridged(call, i)) {
          used.add(v);
        }
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

  @Override
  protected Optional<Tile> assigned(Stmt.Assign s) {
    return tile(s.value());
  }

  @Override
  protected Optional<Tile> carried(Carry carry, Optional<Tile> initial) {
    return tile(carry.init());
  }

  @Override
  protected Optional<Tile> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    return then.flatMap(this::tile);
  }

  @Override
  protected Optional<Tile> left(
      Stmt.Loop loop, int index, Optional<Tile> initial, Optional<Expr> yielded) {
    return yielded.flatMap(this::tile);
  }

  @Override
  protected Optional<Stmt.Yield> end(List<Stmt> body) {
    return Blocks.trailingYield(body);
  }

  private Optional<Tile> tile(Expr value) {
    return isTile(value) ? TILE : Optional.empty();
  }

  private boolean isTile(Expr value) {
    return switch (value) {
      case Var v -> v.type() instanceof Type.Tile || of(v).isPresent();
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
