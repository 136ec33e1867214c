package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Lane;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.KernelValues;
import dev.orchlens.pass.tools.Lineage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The data that crosses between the cube and the vector core of a mixed kernel: products that
 * vector operators use, vector results that enter a product, and what the cube core writes to
 * memory for the vector core to read (reference: docs/en/dev/passes/infer_tile_memory_space and
 * 21).
 */
final class CoreCrossings extends Lineage<MemorySpace> {
  /** Operators whose result stays in the memory of their first tile. */
  private static final Set<String> INHERITING =
      Set.of(
          "slice",
          "reshape",
          "reinterpret_view",
          "view",
          "set_validshape",
          "transpose_view",
          "transpose");

  private static final int BITS_PER_BYTE = 8;

  private final Operators operators;
  private final Set<Var> tiles;
  private final Set<Var> matrices = new HashSet<>();
  private final Set<Var> accumulators = new HashSet<>();
  private boolean cubeToVector;
  private boolean vectorToCube;
  private long slotBytes;

  private CoreCrossings(Function kernel, Operators operators) {
    this.operators = operators;
    this.tiles = KernelValues.tiles(kernel);
  }

  /**
   * Looks at the statements of a kernel as they were before its tensor operators became tile
   * operators.
   */
  static CoreCrossings of(Function kernel, Operators operators) {
    CoreCrossings crossings = new CoreCrossings(kernel, operators);
    crossings.demandMatrices(kernel.body());
    kernel.params().stream()
        .filter(p -> crossings.tiles.contains(p.var()))
        .forEach(p -> crossings.define(p.var(), Optional.of(MemorySpace.Vec)));
    crossings.follow(kernel.body());
    CubeStores.readByVectorCore(kernel, crossings::isTensorInMemory, crossings::isCube)
        .forEach(tile -> crossings.crosses(tile, true));
    return crossings;
  }

  /**
   * Returns the directions: 1 from cube to vector, 2 from vector to cube, 3 both, 0 when nothing
   * crosses.
   */
  int directions() {
    return (cubeToVector ? 1 : 0) | (vectorToCube ? 2 : 0);
  }

  /**
   * Returns the memory that a value lies in on the cores; nothing for a tensor in global memory.
   */
  Optional<MemorySpace> space(Var var) {
    return of(var);
  }

  /** Returns the bytes of the largest tile that crosses. */
  long slotBytes() {
    return slotBytes;
  }

  /** Finds the slices that are loaded for a product, through the views made of them. */
  private void demandMatrices(List<Stmt> body) {
    List<Stmt.Assign> assigns = new ArrayList<>();
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign assign) {
            assigns.add(assign);
          }
        });
    for (Stmt.Assign assign : assigns) {
      if (assign.value() instanceof Expr.Call call && isProduct(call)) {
        for (int i = firstFactor(call);
            i < Math.min(call.args().size(), firstFactor(call) + 2);
            i++) {
          if (call.args().get(i) instanceof Var factor) {
            matrices.add(factor);
          }
        }
        if (firstFactor(call) == 1 && call.args().getFirst() instanceof Var sum) {
          accumulators.add(sum);
        }
      }
    }
    accumulate(body);
    for (Stmt.Assign assign : assigns.reversed()) {
      if (matrices.contains(assign.var())) {
        source(assign.value()).ifPresent(matrices::add);
      }
    }
  }

  /** What a loop begins to sum up with is made where it sums up. */
  private void accumulate(List<Stmt> body) {
    Map<Var, Var> inits = new HashMap<>();
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Loop loop) {
            for (Carry carry : loop.carries()) {
              if (carry.init() instanceof Var init) {
                inits.put(carry.var(), init);
              }
            }
          }
        });
    List<Var> work = new ArrayList<>(accumulators);
    while (!work.isEmpty()) {
      Var init = inits.get(work.removeLast());
      if (init != null && accumulators.add(init)) {
        work.add(init);
      }
    }
  }

  /** The variable that a view or another name shows. */
  private static Optional<Var> source(Expr value) {
    return switch (value) {
      case Var var -> Optional.of(var);
      case Expr.Call call when isInheriting(call) && call.args().getFirst() instanceof Var var ->
          Optional.of(var);
      default -> Optional.empty();
    };
  }

  private static boolean isInheriting(Expr.Call call) {
    return call.callee() instanceof Callee.Op op
        && !call.args().isEmpty()
        && !op.name().equals(Ops.TENSOR_TRANSPOSE)
        && INHERITING.contains(op.simpleName());
  }

  private boolean isProduct(Expr.Call call) {
    return operators.find(call.callee().name()).filter(Operator::isProduct).isPresent();
  }

  private int firstFactor(Expr.Call call) {
    return operators.find(call.callee().name()).filter(Operator::accumulates).isPresent() ? 1 : 0;
  }

  @Override
  protected void reached(Stmt stmt) {
    if (stmt.computed().orElse(null) instanceof Expr.Call call) {
      call(call, stmt instanceof Stmt.Assign s ? Optional.of(s.var()) : Optional.empty());
    }
  }

  @Override
  protected Optional<MemorySpace> assigned(Stmt.Assign s) {
    return space(s.var(), s.value());
  }

  @Override
  protected Optional<MemorySpace> carried(Carry carry, Optional<MemorySpace> initial) {
    return accumulators.contains(carry.var()) ? Optional.of(MemorySpace.Acc) : initial;
  }

  @Override
  protected Optional<MemorySpace> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    return then.flatMap(this::of);
  }

  @Override
  protected Optional<MemorySpace> left(
      Stmt.Loop loop, int index, Optional<MemorySpace> initial, Optional<Expr> yielded) {
    return yielded.flatMap(this::of);
  }

  private Optional<MemorySpace> space(Var var, Expr value) {
    if (value instanceof Var other) {
      return of(other);
    }
    if (!(value instanceof Expr.Call call)
        || !(var.type() instanceof Type.Shaped)
        || isInMemory(var)) {
      return Optional.empty();
    }
    boolean sum =
        accumulators.contains(var) && (call.isOp(Ops.TENSOR_CREATE) || call.isOp(Ops.TILE_CREATE));
    if (isProduct(call) || sum) {
      return Optional.of(MemorySpace.Acc);
    }
    if (isInheriting(call)) {
      Optional<MemorySpace> inherited = source(call).flatMap(this::of);
      if (inherited.isPresent()) {
        return inherited;
      }
    }
    if (call.isOp(Ops.TENSOR_SLICE) || call.isOp(Ops.TENSOR_CREATE_L1)) {
      boolean matrix = call.isOp(Ops.TENSOR_CREATE_L1) || matrices.contains(var);
      return Optional.of(matrix ? MemorySpace.Mat : MemorySpace.Vec);
    }
    if (call.isOp(Ops.TENSOR_GATHER_ROW)
        || call.isOp(Ops.TENSOR_ASSEMBLE)
        || call.isOp(Ops.TILE_ASSEMBLE)) {
      return of(call.args().getFirst());
    }
    if (call.isOp(Ops.TENSOR_AIC_GATHER)
        || call.isOp(Ops.TILE_AIC_GATHER)
        || call.isOp(Ops.TENSOR_PAGED_GATHER)) {
      return Optional.of(MemorySpace.Mat);
    }
    return Optional.of(target(call).orElse(MemorySpace.Vec));
  }

  private boolean isInMemory(Var var) {
    return var.type() instanceof Type.Tensor && !tiles.contains(var);
  }

  private boolean isTensorInMemory(Var var) {
    return isInMemory(var) && of(var).isEmpty();
  }

  private static Optional<MemorySpace> target(Expr.Call call) {
    return call.kwargs()
        .get("target_memory")
        .filter(Attr.Text.class::isInstance)
        .map(a -> ((Attr.Text) a).value())
        .map(n -> MemorySpace.valueOf(n.substring(n.lastIndexOf('.') + 1)));
  }

  private void call(Expr.Call call, Optional<Var> result) {
    if (!(call.callee() instanceof Callee.Op op)) {
      return;
    }
    switch (op.name()) {
      case Ops.TENSOR_AIV_SHARD, Ops.TILE_AIV_SHARD -> call.args().forEach(a -> crosses(a, true));
      case Ops.TENSOR_AIC_GATHER, Ops.TILE_AIC_GATHER -> result.ifPresent(r -> crosses(r, false));
      case Ops.TILE_MOVE -> {
        boolean fromCube = isCube(call.args().getFirst());
        boolean toCube = target(call).filter(CoreCrossings::isCube).isPresent();
        if (fromCube != toCube) {
          crosses(call.args().getFirst(), fromCube);
        }
      }
      default -> {
        if (isProduct(call)) {
          call.args().stream().filter(this::isVector).forEach(a -> crosses(a, false));
        } else if (operators.lane(call) == Lane.VECTOR || intoVector(call)) {
          call.args().stream().filter(this::isCube).forEach(a -> crosses(a, true));
        }
      }
    }
  }

  /** A part that is put into a tile of the vector core. */
  private boolean intoVector(Expr.Call call) {
    return (call.isOp(Ops.TENSOR_ASSEMBLE) || call.isOp(Ops.TILE_ASSEMBLE))
        && isVector(call.args().getFirst());
  }

  private boolean isVector(Expr value) {
    return of(value).filter(MemorySpace.Vec::equals).isPresent();
  }

  private boolean isCube(Expr value) {
    return of(value).filter(CoreCrossings::isCube).isPresent();
  }

  private static boolean isCube(MemorySpace space) {
    return space != MemorySpace.Vec && space != MemorySpace.DDR;
  }

  private void crosses(Expr value, boolean toVector) {
    cubeToVector |= toVector;
    vectorToCube |= !toVector;
    if (value.type() instanceof Type.Shaped shaped) {
      long bits = shaped.dtype().bits();
      for (Expr extent : shaped.shape()) {
        bits *= extent instanceof Expr.ConstInt known ? known.value() : 0;
      }
      slotBytes = Math.max(slotBytes, (bits + BITS_PER_BYTE - 1) / BITS_PER_BYTE);
    }
  }
}
