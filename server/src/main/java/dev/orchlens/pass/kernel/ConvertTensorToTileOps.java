package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.KernelValues;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the conversion of kernels to tiles does to their signatures and callers (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops): a result that was computed on the core gets an
 * output parameter and a buffer at each call, parameters that are written become outputs, and
 * callers follow their callees' directions.
 */
public final class ConvertTensorToTileOps implements RememberingPass {
  private final Operators operators = Operators.load();
  private final PassMemory.Question<Converted> convert = this::converted;

  /** A kernel on tiles, and the output parameters that it gained. */
  private record Converted(Function kernel, List<Param> outputs) {}

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    Map<String, List<Param>> added = new HashMap<>();
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions().values()) {
      functions.add(
          function.type() == FunctionType.IN_CORE ? kernel(function, added, memory) : function);
    }
    if (!added.isEmpty()) {
      functions.replaceAll(f -> isWrapper(f) ? wrapper(f, added) : f);
      functions.replaceAll(
          f -> f.type() == FunctionType.IN_CORE || isWrapper(f) ? f : caller(f, added));
    }
    Map<String, Function> directed = CalleeDirections.follow(functions);
    return program.mapFunctions(f -> directed.get(f.name()));
  }

  private static boolean isWrapper(Function function) {
    return function.type() == FunctionType.SPMD || function.type() == FunctionType.GROUP;
  }

  private Function kernel(Function kernel, Map<String, List<Param>> added, PassMemory memory) {
    Converted converted = memory.ask(convert, kernel);
    if (!converted.outputs.isEmpty()) {
      added.put(kernel.name(), converted.outputs);
    }
    return converted.kernel;
  }

  private Converted converted(Function kernel) {
    List<Param> outputs = new ArrayList<>();
    List<Stmt> body = kernel.body();
    if (!body.isEmpty()
        && body.getLast() instanceof Stmt.Return last
        && returnsTensor(kernel, last)) {
      body = withStores(kernel, last, outputs);
    }
    ParamUses uses = ParamUses.of(kernel, operators);
    List<Param> params = new ArrayList<>();
    for (Param param : kernel.params()) {
      boolean becomesOutput = param.direction() == ParamDirection.IN && uses.isWritten(param.var());
      params.add(
          becomesOutput
              ? new Param(
                  param.var(),
                  uses.isRead(param.var()) ? ParamDirection.IN_OUT : ParamDirection.OUT)
              : param);
    }
    params.addAll(outputs);
    Function stored = kernel.withBody(body);
    return new Converted(
        params.equals(kernel.params())
            ? stored
            : stored.withSignature(params, kernel.returnTypes()),
        outputs);
  }

  private static boolean returnsTensor(Function kernel, Stmt.Return last) {
    for (int i = 0; i < Math.min(last.values().size(), kernel.returnTypes().size()); i++) {
      if (last.values().get(i) instanceof Var
          && kernel.returnTypes().get(i) instanceof Type.Tensor) {
        return true;
      }
    }
    return false;
  }

  /**
   * Stores each result that was computed on the core into an output parameter, which is added to
   * {@code outputs}.
   */
  private static List<Stmt> withStores(Function kernel, Stmt.Return last, List<Param> outputs) {
    Set<Var> tiles = KernelValues.tiles(kernel);
    List<Stmt> body = new ArrayList<>(kernel.body());
    body.removeLast();
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < last.values().size(); i++) {
      Expr value = last.values().get(i);
      boolean computed =
          value instanceof Var v && tiles.contains(v) && i < kernel.returnTypes().size();
      if (computed && kernel.returnTypes().get(i) instanceof Type.Tensor type) {
        Var out = new Var("ret" + outputs.size() + "__out", type, last.origin());
        Optional<List<Stmt>> inParts =
            AssembleLoops.storingParts(body, value, out, () -> tiles, true);
        if (inParts.isPresent()) {
          body = inParts.get();
          values.add(value);
        } else {
          Var stored = new Var("ret" + outputs.size() + "__store", type, last.origin());
          body.add(new Stmt.Assign(stored, store(value, out), last.origin()));
          values.add(stored);
        }
        outputs.add(new Param(out, ParamDirection.OUT));
      } else {
        values.add(value);
      }
    }
    if (outputs.isEmpty()) {
      return kernel.body();
    }
    body.add(new Stmt.Return(values, last.origin()));
    return body;
  }

  /** The store of a whole result into its output parameter. */
  private static Expr store(Expr value, Var out) {
    List<Expr> zeros = new ArrayList<>();
    ((Type.Tensor) out.type())
        .shape()
        .forEach(_ -> zeros.add(new Expr.ConstInt(0, DataType.INDEX, out.origin())));
    Expr offsets = Expr.MakeTuple.of(zeros, out.origin());
    return Expr.Call.op(Ops.TILE_STORE, List.of(value, offsets, out), out.type(), out.origin());
  }

  /** A wrapper hands its own output parameters to the kernel that it calls. */
  private static Function wrapper(Function wrapper, Map<String, List<Param>> added) {
    List<Param> outputs = new ArrayList<>();
    List<Stmt> body =
        new Rewriter() {
          @Override
          protected Expr invocation(Expr.Invocation call) {
            List<Param> missing = call.function().map(added::get).orElse(null);
            if (missing == null) {
              return call;
            }
            List<Expr> args = new ArrayList<>(call.args());
            for (Param param : missing) {
              Var out = new Var(param.var().name(), param.var().type(), call.origin());
              outputs.add(new Param(out, ParamDirection.OUT));
              args.add(out);
            }
            return call.withArgs(args);
          }
        }.body(wrapper.body());
    if (outputs.isEmpty()) {
      return wrapper;
    }
    added.put(wrapper.name(), outputs);
    List<Param> params = new ArrayList<>(wrapper.params());
    params.addAll(outputs);
    return wrapper.withBody(body).withSignature(params, wrapper.returnTypes());
  }

  /** A caller makes a buffer for each output that a callee gained. */
  private static Function caller(Function caller, Map<String, List<Param>> added) {
    return caller.withBody(
        new Rewriter() {
          @Override
          public Expr expr(Expr expr) {
            return expr;
          }

          @Override
          public List<Stmt> statement(Stmt stmt) {
            Stmt rebuilt = rebuild(stmt);
            if (rebuilt instanceof Stmt.Eval s && s.expr() instanceof Expr.Invocation call) {
              call.function()
                  .filter(added::containsKey)
                  .ifPresent(name -> refuseDropped(name, call));
            }
            return rebuilt instanceof Stmt.Assign s
                    && s.value() instanceof Expr.Invocation call
                    && call.function().isPresent()
                    && added.containsKey(call.function().get())
                ? withBuffers(s, call, added.get(call.function().get()))
                : List.of(rebuilt);
          }
        }.body(caller.body()));
  }

  /**
   * Buffers are made for calls whose result has a name; other calls stay without, which the next
   * passes refuse.
   */
  private static void refuseDropped(String kernel, Expr.Invocation call) {
    throw new Rejection(
        new Problem(
            Code.CALL_COMPUTED_RESULT_DROPPED,
            "'"
                + kernel
                + "' makes its result itself, and this statement gives it no name, so the compiler"
                + " makes no buffer for it and refuses the launch; assign the result.",
            call.origin()));
  }

  private static List<Stmt> withBuffers(
      Stmt.Assign stmt, Expr.Invocation call, List<Param> missing) {
    List<Stmt> out = new ArrayList<>();
    List<Expr> args = new ArrayList<>(call.args());
    for (Param param : missing) {
      Type.Tensor type = (Type.Tensor) param.var().type();
      Kwargs kwargs = Kwargs.none().with("dtype", new Attr.DType(type.dtype()));
      Expr create =
          new Expr.Call(
              new Callee.Op(Ops.TENSOR_CREATE),
              List.of(Expr.MakeTuple.of(type.shape(), call.origin())),
              kwargs,
              CallAttrs.none(),
              type,
              call.origin());
      Var buffer = new Var(param.var().name(), type, call.origin());
      out.add(new Stmt.Assign(buffer, create, stmt.origin()));
      args.add(buffer);
    }
    out.add(new Stmt.Assign(stmt.var(), call.withArgs(args), stmt.origin()));
    return out;
  }
}
