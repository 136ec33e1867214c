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
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gives kernels that pass data between cores the memory for it: a parameter of each kernel and of
 * the functions that call it, and a buffer at each call in an Orchestration function (reference:
 * docs/en/dev/passes/inject_gm_pipe_buffer, "Algorithm").
 */
public final class InjectGMPipeBuffer implements RememberingPass {
  private static final String PARAMETER = "__gm_pipe_buffer";

  private static final PassMemory.Question<Called> CALLED = InjectGMPipeBuffer::called;

  private static final PassMemory.Question<Function> WITH_PARAMETER =
      kernel -> withParameter(kernel, Set.of());

  /**
   * The functions that a function calls, and whether it sets up a pipe whose buffer it is not
   * given.
   */
  private record Called(Set<String> functions, boolean pipe) {}

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    Set<String> users = users(program, memory);
    if (users.isEmpty()) {
      return program;
    }
    return program.mapFunctions(
        f -> {
          if (f.type() == FunctionType.ORCHESTRATION) {
            return f.withBody(new BufferPerCall(users, f.origin()).body(f.body()));
          }
          if (!users.contains(f.name())) {
            return f;
          }
          return memory.ask(Calls.NONE_OF_FUNCTIONS, f)
              ? memory.ask(WITH_PARAMETER, f)
              : withParameter(f, users);
        });
  }

  /** The functions with a pipe, and those that call them up to the Orchestration functions. */
  private static Set<String> users(Program program, PassMemory memory) {
    Map<String, Set<String>> callers = new HashMap<>();
    Set<String> users = new HashSet<>();
    for (Function function : program.functions().values()) {
      Called called = memory.ask(CALLED, function);
      called.functions.forEach(
          callee -> callers.computeIfAbsent(callee, _ -> new HashSet<>()).add(function.name()));
      if (called.pipe) {
        users.add(function.name());
      }
    }
    List<String> work = new ArrayList<>(users);
    while (!work.isEmpty()) {
      for (String caller : callers.getOrDefault(work.removeLast(), Set.of())) {
        boolean orchestrates = program.functions().get(caller).type() == FunctionType.ORCHESTRATION;
        if (!orchestrates && users.add(caller)) {
          work.add(caller);
        }
      }
    }
    return users;
  }

  private static Called called(Function function) {
    boolean given = function.params().stream().anyMatch(p -> p.var().name().equals(PARAMETER));
    Set<String> functions = new HashSet<>();
    boolean[] pipe = {false};
    Calls.any(
        function,
        call -> {
          if (call.callee() instanceof Callee.Function callee) {
            functions.add(callee.name());
          } else {
            pipe[0] |= !given && isPipe(call.callee().name());
          }
          return false;
        });
    return new Called(functions, pipe[0]);
  }

  private static boolean isPipe(String operator) {
    return operator.equals(Ops.SYSTEM_AIC_INITIALIZE_PIPE)
        || operator.equals(Ops.SYSTEM_AIV_INITIALIZE_PIPE);
  }

  private static Type.Tensor bufferType(Origin origin) {
    return Type.Tensor.of(List.of(new Expr.ConstInt(1, DataType.INDEX, origin)), DataType.FP32);
  }

  private static Function withParameter(Function function, Set<String> users) {
    Var buffer = new Var(PARAMETER, bufferType(function.origin()), function.origin());
    List<Param> params = new ArrayList<>(function.params());
    params.add(new Param(buffer, ParamDirection.OUT));
    List<Stmt> body =
        new Rewriter() {
          @Override
          protected Expr invocation(Expr.Invocation call) {
            return call.function().filter(users::contains).isPresent()
                ? withArgument(call, buffer)
                : call;
          }
        }.body(function.body());
    return function.withBody(body).withSignature(params, function.returnTypes());
  }

  private static Expr.Invocation withArgument(Expr.Invocation call, Var buffer) {
    List<Expr> args = new ArrayList<>(call.args());
    args.add(buffer);
    return call.withArgs(args);
  }

  /** Makes a buffer of its own for each call; its size is known when the code is generated. */
  private static final class BufferPerCall extends Rewriter {
    private final Set<String> users;
    private final Origin origin;
    private int count;

    BufferPerCall(Set<String> users, Origin origin) {
      this.users = users;
      this.origin = origin;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      return switch (stmt) {
        case Stmt.Assign s when s.value() instanceof Expr.Invocation call && isUser(call) -> {
          Var buffer = buffer();
          yield List.of(
              create(buffer), new Stmt.Assign(s.var(), withArgument(call, buffer), s.origin()));
        }
        case Stmt.Eval s when s.expr() instanceof Expr.Invocation call && isUser(call) -> {
          Var buffer = buffer();
          yield List.of(create(buffer), new Stmt.Eval(withArgument(call, buffer), s.origin()));
        }
        default -> List.of(rebuild(stmt));
      };
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    private boolean isUser(Expr.Invocation call) {
      return call.function().filter(users::contains).isPresent();
    }

    private Var buffer() {
      return new Var("gm_pipe_buffer_" + count++, bufferType(origin), origin);
    }

    private Stmt create(Var buffer) {
      Expr shape = Expr.MakeTuple.of(List.of(new Expr.ConstInt(1, DataType.INDEX, origin)), origin);
      Kwargs kwargs =
          Kwargs.none()
              .with("dtype", new Attr.DType(DataType.FP32))
              .with("manual_dep", new Attr.Bool(true));
      Expr create =
          new Expr.Call(
              new Callee.Op(Ops.TENSOR_CREATE),
              List.of(shape),
              kwargs,
              CallAttrs.none(),
              buffer.type(),
              origin);
      return new Stmt.Assign(buffer, create, origin);
    }
  }
}
