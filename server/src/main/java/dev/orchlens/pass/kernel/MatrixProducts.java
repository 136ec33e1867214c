package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Lineage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The products of a kernel on an Ascend 910B, and whether their narrowed values can stay in the
 * memory of the cube core (reference: docs/en/dev/passes/auto_tile_matmul_l0, "Algorithm" and
 * "Scope").
 */
final class MatrixProducts extends Lineage<MatrixProducts.Sum> {
  /** Operators whose result lies in the memory of the first tile that they take. */
  private static final Set<String> INHERITING =
      Set.of(
          "slice", "reshape", "reinterpret_view", "transpose_view", "set_validshape", "assemble");

  private static final long ACCUMULATOR_BYTES = 128L * 1024;
  private static final long MATRIX_BYTES = 512L * 1024;
  private static final long BIAS_BYTES = 1024;

  /** The cube core works on blocks of this many rows and columns, and on no smaller ones. */
  private static final long BLOCK = 16;

  private static final long FP32_BYTES = 4;

  /** What lies in the accumulators of the cube core, before the compiler moves anything there. */
  enum Sum {
    /** It holds 32-bit floating-point numbers. */
    SINGLE,
    /** It holds other numbers. */
    OTHER;

    private static Optional<Sum> of(boolean isSingle) {
      return Optional.of(isSingle ? SINGLE : OTHER);
    }
  }

  private final CoreCrossings memories;
  private final Map<Var, Integer> reads = new HashMap<>();
  private final Map<Var, Integer> factors = new HashMap<>();

  private final Set<Var> written = new HashSet<>();

  private MatrixProducts(CoreCrossings memories) {
    this.memories = memories;
  }

  static MatrixProducts of(Function kernel, Operators operators) {
    MatrixProducts products = new MatrixProducts(CoreCrossings.of(kernel, operators));
    Walk.expressions(kernel.body(), products::count);
    products.follow(kernel.body());
    return products;
  }

  private void count(Expr expr) {
    if (expr instanceof Var var) {
      reads.merge(var, 1, Integer::sum);
    } else if (expr instanceof Expr.Call call) {
      for (int i = 0; i < call.args().size(); i++) {
        if (call.args().get(i) instanceof Var factor && isFactor(call, i)) {
          factors.merge(factor, 1, Integer::sum);
        }
      }
    }
  }

  /**
   * Returns whether an argument enters a product of two matrices as it is; a transposed one is
   * another view of it.
   */
  private static boolean isFactor(Expr.Call call, int index) {
    int first =
        switch (call.callee().name()) {
          case Ops.TENSOR_MATMUL, Ops.TILE_MATMUL, Ops.TILE_MATMUL_BIAS -> 0;
          case Ops.TENSOR_MATMUL_ACC, Ops.TILE_MATMUL_ACC -> 1;
          default -> Integer.MAX_VALUE - 1;
        };
    String transposed = index == first ? "a_trans" : "b_trans";
    return (index == first || index == first + 1)
        && call.args().stream()
            .noneMatch(a -> a.type() instanceof Type.Shaped s && s.shape().size() > 2)
        && call.kwargs().get(transposed).filter(new Attr.Bool(true)::equals).isEmpty();
  }

  /** Returns whether each use of a value is as a factor of a product. */
  boolean isFactorOnly(Var var) {
    int uses = reads.getOrDefault(var, 0);
    return uses > 0 && uses == factors.getOrDefault(var, 0);
  }

  /** Learns that a value is written back into matrix memory. */
  void markMatrix(Var var) {
    written.add(var);
  }

  /**
   * Returns whether a narrowed product can be written back on the cube core: at once where the
   * whole product fits into the accumulators, else part by part.
   *
   * @param narrowed the value after the conversion
   * @param siblings the statements beside the conversion
   */
  boolean staysInMatrixMemory(Var product, Var narrowed, List<Stmt> siblings) {
    Optional<long[]> extents = extents(product.type());
    if (!isSingle(product) || extents.isEmpty() || extents(narrowed.type()).isEmpty()) {
      return false;
    }
    long rows = (extents.get()[0] + BLOCK - 1) / BLOCK * BLOCK;
    if (rows * extents.get()[1] * FP32_BYTES <= ACCUMULATOR_BYTES) {
      return true;
    }
    return reads.getOrDefault(product, 0) == 1
        && isFirstConversion(product, narrowed, siblings)
        && extents.get()[0]
                * extents.get()[1]
                * narrowed.type().elementType().orElseThrow().bits()
                / Byte.SIZE
            <= MATRIX_BYTES
        && definition(product, siblings)
            .filter(call -> canBeCut(call, extents.get(), siblings))
            .isPresent();
  }

  private static boolean isFirstConversion(Var product, Var narrowed, List<Stmt> siblings) {
    for (Stmt stmt : siblings) {
      if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)
          && (call.isOp(Ops.TENSOR_CAST) || call.isOp(Ops.TILE_CAST))
          && call.args().getFirst() == product) {
        return var == narrowed;
      }
    }
    return false;
  }

  private static Optional<Expr.Call> definition(Var var, List<Stmt> siblings) {
    for (Stmt stmt : siblings) {
      if (stmt instanceof Stmt.Assign(Var defined, Expr.Call call, var _) && defined == var) {
        return Optional.of(call);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a product that is too large for the accumulators can be computed in parts. */
  private boolean canBeCut(Expr.Call product, long[] extents, List<Stmt> siblings) {
    boolean biased = product.isOp(Ops.TILE_MATMUL_BIAS);
    if (!biased && !product.isOp(Ops.TILE_MATMUL) && !product.isOp(Ops.TENSOR_MATMUL)) {
      return false;
    }
    for (int i = 0; i < 2; i++) {
      if (!isMatrix(product.args().get(i))) {
        return false;
      }
    }
    boolean turned =
        product.kwargs().get("a_trans").filter(new Attr.Bool(true)::equals).isPresent();
    Optional<long[]> left = extents(product.args().getFirst().type());
    long inner = left.map(e -> turned ? e[0] : e[1]).orElse(0L);
    boolean large =
        extents[0] >= BLOCK && extents[1] >= BLOCK && inner >= BLOCK && inner % BLOCK == 0;
    return large && (!biased || biasCanBeCut(product, extents, siblings));
  }

  private boolean isMatrix(Expr factor) {
    if (!(factor instanceof Var var) || extents(var.type()).isEmpty()) {
      return false;
    }
    Optional<MemorySpace> space = memories.space(var);
    boolean loaded = space.isEmpty() && var.type().isTensor();
    return written.contains(var) || loaded || space.filter(MemorySpace.Mat::equals).isPresent();
  }

  /**
   * A bias is cut with the columns: it is loaded again for each part, if nothing but the product
   * uses it and only loads stand between. One that lies in the memory for biases already cannot be
   * cut.
   */
  private boolean biasCanBeCut(Expr.Call product, long[] extents, List<Stmt> siblings) {
    if (extents[0] % BLOCK != 0
        || extents[1] % BLOCK != 0
        || !(product.args().get(2) instanceof Var bias)) {
      return false;
    }
    if (memories.space(bias).filter(MemorySpace.Bias::equals).isPresent()) {
      return extents[1] * FP32_BYTES <= BIAS_BYTES;
    }
    boolean movable =
        bias.type().elementType().filter(t -> t == DataType.FP32 || t == DataType.FP16).isPresent();
    return movable
        && reads.getOrDefault(bias, 0) == 1
        && isLoadedJustBefore(bias, product, siblings);
  }

  private static boolean isLoadedJustBefore(Var bias, Expr.Call product, List<Stmt> siblings) {
    boolean loaded = false;
    for (Stmt stmt : siblings) {
      Expr value = stmt instanceof Stmt.Assign s ? s.value() : null;
      if (value == product) {
        return loaded;
      }
      boolean load = value instanceof Expr.Call call && call.isOp(Ops.TILE_LOAD);
      loaded = load && (loaded || ((Stmt.Assign) stmt).var() == bias);
    }
    return false;
  }

  private static Optional<long[]> extents(Type type) {
    return type instanceof Type.Shaped shaped
            && shaped.shape().size() == 2
            && shaped.shape().getFirst() instanceof Expr.ConstInt rows
            && shaped.shape().getLast() instanceof Expr.ConstInt columns
        ? Optional.of(new long[] {rows.value(), columns.value()})
        : Optional.empty();
  }

  @Override
  protected Optional<Sum> assigned(Stmt.Assign s) {
    if (s.value() instanceof Var) {
      return of(s.value());
    }
    if (!(s.value() instanceof Expr.Call call)
        || !(call.callee() instanceof Callee.Op op)
        || call.args().isEmpty()) {
      return Optional.empty();
    }
    String name = op.simpleName();
    if (isProduct(name)) {
      return Sum.of(isSingle(call, s.var()));
    }
    if (INHERITING.contains(name)) {
      return of(call.args().getFirst());
    }
    return name.equals("create") && isInAccumulators(call)
        ? Sum.of(isSingle(s.var().type()))
        : Optional.empty();
  }

  @Override
  protected Optional<Sum> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    return then.flatMap(this::of);
  }

  @Override
  protected Optional<Sum> left(
      Stmt.Loop loop, int index, Optional<Sum> initial, Optional<Expr> yielded) {
    return initial;
  }

  /**
   * A product of stacks of matrices is computed matrix by matrix, and its results are put together
   * elsewhere.
   */
  private static boolean isProduct(String name) {
    return name.startsWith("matmul") || name.startsWith("gemv");
  }

  private static boolean isInAccumulators(Expr.Call create) {
    return create
        .kwargs()
        .get("target_memory")
        .filter(a -> a instanceof Attr.Text(String space) && space.endsWith("." + MemorySpace.Acc))
        .isPresent();
  }

  /**
   * A product of tensors is accumulated in 32 bits whatever type the program asks for; a sum keeps
   * its type.
   */
  private boolean isSingle(Expr.Call call, Var result) {
    return switch (call.callee().name()) {
      case Ops.TENSOR_MATMUL ->
          call.args().getFirst().type().elementType().filter(DataType::isFloat).isPresent();
      case Ops.TENSOR_MATMUL_ACC ->
          of(call.args().getFirst())
              .map(Sum.SINGLE::equals)
              .orElseGet(() -> isSingle(result.type()));
      default -> isSingle(result.type());
    };
  }

  private boolean isSingle(Expr value) {
    return of(value).filter(Sum.SINGLE::equals).isPresent();
  }

  private static boolean isSingle(Type type) {
    return type.elementType().filter(DataType.FP32::equals).isPresent();
  }
}
