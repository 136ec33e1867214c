package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Leaves the narrowing of a product that only enters other products to the cube core: written back
 * into its matrix memory, the product needs no vector core (reference:
 * docs/en/dev/passes/auto_tile_matmul_l0, "Fits-L0c chained cast-fold" and the Mat-scratch
 * placement). How products are cut into parts has no effect on who runs a kernel.
 */
public final class AutoTileMatmulL0 implements RememberingPass {
  /**
   * How the keyword {@code mode} of a conversion says to round ties to even, as the write-back
   * does.
   */
  private static final long ROUND_TO_EVEN = 1;

  private final Operators operators = Operators.load();
  private final PassMemory.Question<Function> folded = this::folded;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return program.mapFunctions(f -> f.type() == FunctionType.IN_CORE ? memory.ask(folded, f) : f);
  }

  private Function folded(Function kernel) {
    if (!Calls.any(kernel, AutoTileMatmulL0::narrows)) {
      return kernel;
    }
    return kernel.withBody(new Folding(kernel, operators).body(kernel.body()));
  }

  /**
   * Returns whether a call converts to a short floating-point type in the way in which the cube
   * core writes back.
   */
  private static boolean narrows(Expr.Invocation call) {
    return (call.isOp(Ops.TENSOR_CAST) || call.isOp(Ops.TILE_CAST))
        && call.kwargs().get("mode").filter(new Attr.Int(ROUND_TO_EVEN)::equals).isPresent()
        && call.type()
            .elementType()
            .filter(t -> t == DataType.BF16 || t == DataType.FP16)
            .isPresent();
  }

  /** Replaces conversions by a tile of matrix memory, into which the product is put. */
  private static final class Folding extends Rewriter {
    private final MatrixProducts products;

    /** The statements beside the one at hand. */
    private List<Stmt> siblings = List.of();

    Folding(Function kernel, Operators operators) {
      this.products = MatrixProducts.of(kernel, operators);
    }

    @Override
    public List<Stmt> body(List<Stmt> body) {
      List<Stmt> around = siblings;
      siblings = body;
      List<Stmt> out = super.body(body);
      siblings = around;
      return out;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, Origin origin)
          && narrows(call)
          && call.args().getFirst() instanceof Var product
          && products.isFactorOnly(var)
          && products.staysInMatrixMemory(product, var, siblings)) {
        products.markMatrix(var);
        return written(var, product, origin);
      }
      return super.statement(stmt);
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    private static List<Stmt> written(Var var, Var product, Origin origin) {
      Type.Shaped shaped = (Type.Shaped) var.type();
      Type type =
          new Type.Tile(shaped.shape(), shaped.dtype(), List.of(), Optional.of(MemorySpace.Mat));
      Var matrix = new Var(product.name() + "_mat", product.sourceName(), type, origin);
      Kwargs kwargs =
          Kwargs.none()
              .with("dtype", new Attr.DType(shaped.dtype()))
              .with("target_memory", new Attr.Text("MemorySpace." + MemorySpace.Mat));
      Expr create =
          new Expr.Call(
              new Callee.Op(Ops.TILE_CREATE),
              List.of(Expr.MakeTuple.of(shaped.shape(), origin)),
              kwargs,
              CallAttrs.none(),
              type,
              origin);
      Expr zero = new Expr.ConstInt(0, DataType.INDEX, origin);
      Expr offsets = Expr.MakeTuple.of(List.of(zero, zero), origin);
      Expr put = Expr.Call.op(Ops.TILE_ASSEMBLE, List.of(matrix, product, offsets), type, origin);
      return List.of(new Stmt.Assign(matrix, create, origin), new Stmt.Assign(var, put, origin));
    }
  }
}
