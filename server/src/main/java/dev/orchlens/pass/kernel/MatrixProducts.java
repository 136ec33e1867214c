package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
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
import dev.orchlens.pass.tools.Bodies;
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
final class MatrixProducts {
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

  private final CoreCrossings memories;
  private final Map<Var, Integer> reads = new HashMap<>();
  private final Map<Var, Integer> factors = new HashMap<>();

  /** What lies in the accumulators of the cube core, before the compiler moves anything there. */
  private final Set<Var> accumulators = new HashSet<>();

  /** Those that hold 32-bit floating-point numbers. */
  private final Set<Var> singles = new HashSet<>();

  private final Set<Var> written = new HashSet<>();

  private MatrixProducts(CoreCrossings memories) {
    this.memories = memories;
  }

  static MatrixProducts of(Function kernel, Operators operators) {
    MatrixProducts products = new MatrixProducts(CoreCrossings.of(kernel, operators));
    Walk.expressions(kernel.body(), products::count);
    products.body(kernel.body());
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
    if (!singles.contains(product) || extents.isEmpty() || extents(narrowed.type()).isEmpty()) {
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

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> assign(s);
        case Stmt.Loop s -> {
          for (Carry carry : s.carries()) {
            same(carry.var(), carry.init());
          }
          body(s.body());
          for (int i = 0; i < Math.min(s.results().size(), s.carries().size()); i++) {
            same(s.results().get(i), s.carries().get(i).var());
          }
        }
        case Stmt.If s -> {
          body(s.then());
          s.orElse().ifPresent(this::body);
          List<Expr> values =
              Bodies.trailingYield(s.then()).map(Stmt.Yield::values).orElse(List.of());
          for (int i = 0; i < Math.min(s.results().size(), values.size()); i++) {
            same(s.results().get(i), values.get(i));
          }
        }
        case Stmt.Scope s -> body(s.body());
        case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
  }

  private void assign(Stmt.Assign s) {
    if (s.value() instanceof Var) {
      same(s.var(), s.value());
    } else if (s.value() instanceof Expr.Call call
        && call.callee() instanceof Callee.Op op
        && !call.args().isEmpty()) {
      String name = op.simpleName();
      if (isProduct(name)) {
        accumulators.add(s.var());
        if (isSingle(call, s.var())) {
          singles.add(s.var());
        }
      } else if (INHERITING.contains(name)) {
        same(s.var(), call.args().getFirst());
      } else if (name.equals("create") && isInAccumulators(call)) {
        accumulators.add(s.var());
        if (s.var().type().elementType().filter(DataType.FP32::equals).isPresent()) {
          singles.add(s.var());
        }
      }
    }
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
          accumulators.contains(call.args().getFirst())
              ? singles.contains(call.args().getFirst())
              : result.type().elementType().filter(DataType.FP32::equals).isPresent();
      default -> result.type().elementType().filter(DataType.FP32::equals).isPresent();
    };
  }

  private void same(Var var, Expr value) {
    if (value instanceof Var other && accumulators.contains(other)) {
      accumulators.add(var);
      if (singles.contains(other)) {
        singles.add(var);
      }
    }
  }
}
