package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Lane;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.ReturnLineage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Decides which core runs each kernel (reference: docs/en/dev/passes/expand_mixed_kernel): a kernel
 * that needs both becomes a Group of a cube and a vector kernel, any other one takes the type of
 * its core.
 */
public final class ExpandMixedKernel implements RememberingPass {
  /** The slots of a pipe where the user says nothing else. */
  private static final int PIPE_SLOTS = 2;

  private final Operators operators = Operators.load();
  private final PassMemory.Question<List<Function>> onCores = this::onCores;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions().values()) {
      functions.addAll(
          function.type() == FunctionType.IN_CORE
              ? memory.ask(onCores, function)
              : List.of(function));
    }
    return Program.of(program.name(), HandWrittenGroups.normalized(functions));
  }

  /**
   * Returns what a kernel becomes: a kernel for one core, or one for each and the group of both.
   */
  private List<Function> onCores(Function kernel) {
    Set<Lane> lanes = lanes(kernel, operators);
    boolean cube = lanes.contains(Lane.CUBE);
    if (cube && lanes.contains(Lane.VECTOR)) {
      return group(kernel);
    }
    FunctionAttrs attrs = kernel.attrs().withSplit(SplitMode.NONE);
    return List.of(
        kernel
            .withType(cube ? FunctionType.AIC : FunctionType.AIV)
            .withAttrs(attrs.splitAiv() && !cube ? attrs.withDualAiv(true) : attrs));
  }

  /** Returns which of the two cores a kernel needs. */
  static Set<Lane> lanes(Function kernel, Operators operators) {
    Set<Lane> lanes = EnumSet.noneOf(Lane.class);
    Calls.any(
        kernel.body(),
        call -> {
          if (call.callee() instanceof Callee.Op) {
            addLanes(operators.lane(call), lanes);
          }
          return lanes.size() == 2;
        });
    return lanes;
  }

  private static void addLanes(Lane lane, Set<Lane> lanes) {
    if (lane == Lane.CUBE || lane == Lane.MIXED) {
      lanes.add(Lane.CUBE);
    }
    if (lane == Lane.VECTOR || lane == Lane.MIXED) {
      lanes.add(Lane.VECTOR);
    }
  }

  /** The cube part, the vector part, and the group that calls both under the kernel's own name. */
  private List<Function> group(Function kernel) {
    Optional<Kwargs> pipe = pipe(kernel);
    Function cube = member(kernel, kernel.name() + "_aic", FunctionType.AIC, pipe);
    Function vector = member(kernel, kernel.name() + "_aiv", FunctionType.AIV, pipe);
    List<Expr> args = new ArrayList<>();
    kernel.params().stream().map(Param::var).forEach(args::add);
    Type type =
        switch (kernel.returnTypes().size()) {
          case 0 -> new Type.None();
          case 1 -> kernel.returnTypes().getFirst();
          default -> new Type.Tuple(kernel.returnTypes());
        };
    Expr callCube = call(cube, args, new Type.None(), kernel);
    Expr callVector = call(vector, args, type, kernel);
    List<Stmt> body = new ArrayList<>();
    body.add(new Stmt.Eval(callCube, kernel.origin()));
    List<OptionalInt> returned = new ReturnLineage(operators, Optional.empty()).results(kernel);
    boolean explicit =
        returned.size() == kernel.returnTypes().size()
            && returned.stream().allMatch(OptionalInt::isPresent);
    if (explicit) {
      body.add(new Stmt.Eval(callVector, kernel.origin()));
      if (!returned.isEmpty()) {
        body.add(
            new Stmt.Return(
                returned.stream().map(i -> args.get(i.getAsInt())).toList(), kernel.origin()));
      }
    } else {
      Var result = new Var("result", type, kernel.origin());
      body.add(new Stmt.Assign(result, callVector, kernel.origin()));
      body.add(new Stmt.Return(List.of(result), kernel.origin()));
    }
    return List.of(cube, vector, kernel.withType(FunctionType.GROUP).withBody(body));
  }

  private static Expr call(Function callee, List<Expr> args, Type type, Function kernel) {
    return new Expr.Call(
        new Callee.Function(callee.name()),
        args,
        Kwargs.none(),
        CallAttrs.none(),
        type,
        kernel.origin());
  }

  /**
   * The half for one core: the cube half returns nothing, the vector half runs on both vector
   * lanes.
   */
  private Function member(Function kernel, String name, FunctionType type, Optional<Kwargs> pipe) {
    boolean cube = type == FunctionType.AIC;
    List<Stmt> body = new ArrayList<>(kernel.body().size() + 1);
    pipe.ifPresent(options -> body.add(setUp(options, type, kernel)));
    for (Stmt stmt : kernel.body()) {
      if (!(stmt instanceof Stmt.Return ret)) {
        body.add(stmt);
      } else if (!cube) {
        MemoryOrigins origins = MemoryOrigins.of(kernel, operators);
        List<Expr> values = new ArrayList<>();
        ret.values().forEach(v -> values.add(origins.output(v).map(o -> (Expr) o).orElse(v)));
        body.add(new Stmt.Return(values, ret.origin()));
      }
    }
    FunctionAttrs attrs = cube ? kernel.attrs() : kernel.attrs().withDualAiv(true);
    List<Type> results = cube ? List.of() : kernel.returnTypes();
    return new Function(name, type, attrs, kernel.params(), results, body, kernel.origin());
  }

  /**
   * The options of the pipe between the two, where data crosses and the kernel sets up none itself.
   */
  private Optional<Kwargs> pipe(Function kernel) {
    CoreCrossings crossings = CoreCrossings.of(kernel, operators);
    if (crossings.directions() == 0 || crossings.slotBytes() == 0 || hasPipe(kernel)) {
      return Optional.empty();
    }
    return Optional.of(
        Kwargs.none()
            .with("dir_mask", new Attr.Int(crossings.directions()))
            .with("slot_size", new Attr.Int(crossings.slotBytes()))
            .with("slot_num", new Attr.Int(kernel.attrs().pipeSlots().orElse(PIPE_SLOTS))));
  }

  private static Stmt setUp(Kwargs options, FunctionType type, Function kernel) {
    String operator =
        type == FunctionType.AIC ? Ops.SYSTEM_AIC_INITIALIZE_PIPE : Ops.SYSTEM_AIV_INITIALIZE_PIPE;
    Expr call =
        new Expr.Call(
            new Callee.Op(operator),
            List.of(),
            options,
            CallAttrs.none(),
            new Type.None(),
            kernel.origin());
    return new Stmt.Eval(call, kernel.origin());
  }

  private static boolean hasPipe(Function kernel) {
    return Calls.any(
        kernel.body(),
        c -> c.isOp(Ops.SYSTEM_AIC_INITIALIZE_PIPE) || c.isOp(Ops.SYSTEM_AIV_INITIALIZE_PIPE));
  }
}
