package dev.orchlens.pass.storage;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Blocks;
import dev.orchlens.pass.tools.Lineage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which values in a loop's body are other names of a buffer (reference:
 * docs/en/dev/passes/classify_iter_arg_carry, "Alias classes").
 */
public final class CarryAliases extends Lineage<Var> {
  private final Program program;
  private final Map<Var, Expr.Invocation> calls = new HashMap<>();

  private CarryAliases(Program program) {
    this.program = program;
  }

  /** Finds them in the body of {@code loop}, whose callees are functions of {@code program}. */
  public static CarryAliases of(Stmt.For loop, Program program) {
    CarryAliases aliases = new CarryAliases(program);
    loop.carries().forEach(carry -> aliases.define(carry.var(), Optional.of(carry.var())));
    aliases.follow(loop.body());
    return aliases;
  }

  /** Returns whether {@code value} names the buffer that {@code carry} carries. */
  public boolean isAliasOf(Expr value, Carry carry) {
    return of(value).filter(carried -> carried == carry.var()).isPresent();
  }

  @Override
  protected Optional<Var> assigned(Stmt.Assign s) {
    if (s.value() instanceof Expr.Invocation call) {
      calls.put(s.var(), call);
    }
    return source(s.value()).flatMap(this::of);
  }

  /** What a nested loop carries is another value in its body. */
  @Override
  protected Optional<Var> carried(Carry carry, Optional<Var> initial) {
    return Optional.empty();
  }

  /**
   * A nested loop's result is what it carried in; an array is not, as each loop has an array of its
   * own.
   */
  @Override
  protected Optional<Var> left(
      Stmt.Loop loop, int index, Optional<Var> initial, Optional<Expr> yielded) {
    boolean isArray = loop.results().get(index).type() instanceof Type.Array;
    return loop instanceof Stmt.For && !isArray ? initial : Optional.empty();
  }

  private Optional<Var> source(Expr value) {
    return switch (value) {
      case Expr.TupleGet(Var tuple, int index, _, _) ->
          Optional.ofNullable(calls.get(tuple)).flatMap(call -> output(call, index));
      case Expr.Invocation call when call.isOp(Ops.TENSOR_ASSEMBLE) && !call.args().isEmpty() ->
          variable(call.args().getFirst());
      case Expr.Invocation call -> returned(call);
      default -> Optional.empty();
    };
  }

  private static Optional<Var> variable(Expr expr) {
    return expr instanceof Var var ? Optional.of(var) : Optional.empty();
  }

  /**
   * Returns the argument that element {@code index} of a call's results is: its output arguments in
   * order.
   */
  private static Optional<Var> output(Expr.Invocation call, int index) {
    List<ArgDirection> directions = call.attrs().argDirections();
    if (directions.size() != call.args().size()) {
      return Optional.empty();
    }
    int outputs = 0;
    for (int i = 0; i < directions.size(); i++) {
      boolean output =
          switch (directions.get(i)) {
            case OUTPUT, OUTPUT_EXISTING, IN_OUT -> true;
            case INPUT, NO_DEP, SCALAR -> false;
          };
      if (output && outputs++ == index) {
        return variable(call.args().get(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the output argument that the callee returns, or the first one when it names none of its
   * parameters.
   */
  private Optional<Var> returned(Expr.Invocation call) {
    List<ArgDirection> directions = call.attrs().argDirections();
    if (directions.size() != call.args().size()) {
      return Optional.empty();
    }
    int returnedParam = program.function(call.callee()).map(CarryAliases::returnedParam).orElse(-1);
    for (int i = 0; i < directions.size(); i++) {
      boolean output =
          directions.get(i) == ArgDirection.OUTPUT_EXISTING
              || directions.get(i) == ArgDirection.IN_OUT;
      if (output && (returnedParam < 0 || returnedParam == i)) {
        return variable(call.args().get(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the index of the parameter that a function's first return names first, -1 when it names
   * none.
   */
  private static int returnedParam(Function function) {
    List<Expr> values =
        Blocks.trailingReturn(function.body())
            .or(() -> Blocks.firstReturn(function.body()))
            .map(Stmt.Return::values)
            .orElse(List.of());
    if (values.isEmpty()) {
      return -1;
    }
    List<Var> params = function.params().stream().map(Param::var).toList();
    return values.getFirst() instanceof Var first ? params.indexOf(first) : -1;
  }
}
