package dev.orchlens.pass.deps;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.arith.Scalars;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the values that loops of orchestration functions carry begin in their buffers (reference:
 * docs/en/dev/passes/init_memref, "Algorithm"). Of the buffers themselves nothing is needed later
 * on, so the types stay as they are.
 */
public final class InitMemRef {
  /** Operators whose result lies in the buffer of their first argument. */
  private static final Set<String> SHARING =
      Set.of(
          Ops.TENSOR_SLICE,
          Ops.TENSOR_RESHAPE,
          Ops.TENSOR_REINTERPRET_VIEW,
          Ops.TENSOR_VIEW,
          Ops.TENSOR_ASSEMBLE,
          Ops.TENSOR_SET_VALIDSHAPE);

  private final Map<Var, Expr> offsets = new IdentityHashMap<>();

  private InitMemRef() {}

  /**
   * Returns the carries of counted loops that begin at an offset which is no constant, with this
   * offset in bytes as the reference writes it, without simplifying anything but constants.
   */
  public static Map<Var, Expr> carriedOffsets(Program program) {
    InitMemRef found = new InitMemRef();
    Map<Var, Expr> carried = new IdentityHashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        Walk.statements(function.body(), stmt -> found.visit(stmt, carried));
      }
    }
    return carried;
  }

  private void visit(Stmt stmt, Map<Var, Expr> carried) {
    if (stmt instanceof Stmt.Assign s) {
      put(s.var(), offset(s.value()));
    } else if (stmt instanceof Stmt.Loop s) {
      for (Carry carry : s.carries()) {
        Expr offset = offset(carry.init());
        put(carry.var(), offset);
        if (s instanceof Stmt.For && !(offset instanceof Expr.Const)) {
          carried.put(carry.var(), offset);
        }
      }
    }
  }

  private void put(Var var, Expr offset) {
    if (!(offset instanceof Expr.Const)) {
      offsets.put(var, offset);
    }
  }

  private Expr offset(Expr value) {
    return switch (value) {
      case Var var -> offsets.getOrDefault(var, index(0));
      case Expr.Call call when SHARING.stream().anyMatch(call::isOp) && !call.args().isEmpty() -> {
        Expr parent = offset(call.args().getFirst());
        yield call.isOp(Ops.TENSOR_SLICE) ? sum(parent, sliceOffset(call)) : parent;
      }
      default -> index(0);
    };
  }

  private static Expr sliceOffset(Expr.Call slice) {
    if (!(slice.args().getFirst().type() instanceof Type.Tensor parent)
        || slice.args().size() < 3
        || !(slice.args().get(2) instanceof Expr.MakeTuple tuple)
        || tuple.elements().size() != parent.shape().size()) {
      return index(0);
    }
    List<Expr> starts = tuple.elements();
    Expr elements = index(0);
    for (int i = 0; i < starts.size(); i++) {
      Expr stride = index(1);
      for (Expr extent : parent.shape().subList(i + 1, parent.shape().size())) {
        stride = product(stride, extent);
      }
      elements = sum(elements, product(starts.get(i), stride));
    }
    // Elements of four bits start at constant offsets only.
    int bytes = parent.dtype().bits() / Byte.SIZE;
    return bytes == 0 ? index(0) : product(elements, index(bytes));
  }

  private static Expr sum(Expr left, Expr right) {
    if (left instanceof Expr.ConstInt a && right instanceof Expr.ConstInt b) {
      return index(a.value() + b.value());
    }
    if (right instanceof Expr.ConstInt b && b.value() == 0) {
      return left;
    }
    return left instanceof Expr.ConstInt a && a.value() == 0
        ? right
        : binary(BinaryOp.ADD, left, right);
  }

  private static Expr product(Expr left, Expr right) {
    if (left instanceof Expr.ConstInt a && right instanceof Expr.ConstInt b) {
      return index(a.value() * b.value());
    }
    if (right instanceof Expr.ConstInt b && b.value() == 1) {
      return left;
    }
    return left instanceof Expr.ConstInt a && a.value() == 1
        ? right
        : binary(BinaryOp.MUL, left, right);
  }

  private static Expr binary(BinaryOp op, Expr left, Expr right) {
    return new Expr.Binary(op, left, right, new Type.Scalar(DataType.INDEX), Origin.none());
  }

  private static Expr index(long value) {
    return Scalars.constant(value, DataType.INDEX, Origin.none());
  }
}
