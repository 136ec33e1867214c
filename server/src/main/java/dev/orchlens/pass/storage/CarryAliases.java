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
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Blocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which values in a loop's body are other names of a buffer (reference:
 * docs/en/dev/passes/classify_iter_arg_carry, "Alias classes").
 */
public final class CarryAliases {
  private final Program program;
  private final Set<Var> carried = new HashSet<>();
  private final Map<Var, Expr> definitions = new HashMap<>();
  private final Map<Var, Var> sources = new HashMap<>();

  private CarryAliases(Program program) {
    this.program = program;
  }

  public static CarryAliases of(Stmt.For loop, Program program) {
    CarryAliases aliases = new CarryAliases(program);
    loop.carries().forEach(carry -> aliases.carried.add(carry.var()));
    List<Stmt.Assign> assigns = new ArrayList<>();
    List<Stmt.For> loops = new ArrayList<>();
    Walk.statements(
        loop.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign s) {
            assigns.add(s);
            aliases.definitions.put(s.var(), s.value());
          } else if (stmt instanceof Stmt.For s) {
            loops.add(s);
          }
        });
    assigns.forEach(
        s -> aliases.source(s.value()).ifPresent(source -> aliases.add(s.var(), source)));
    loops.forEach(aliases::nested);
    return aliases;
  }

  /** Returns whether {@code value} names the buffer that {@code carry} carries. */
  public boolean isAliasOf(Expr value, Carry carry) {
    if (!(value instanceof Var var)) {
      return false;
    }
    Set<Var> seen = new HashSet<>();
    Var current = var;
    while (sources.containsKey(current) && seen.add(current)) {
      current = sources.get(current);
    }
    return current == carry.var();
  }

  private void add(Var alias, Var source) {
    if (alias != source && !carried.contains(alias)) {
      sources.putIfAbsent(alias, source);
    }
  }

  /**
   * A nested loop's result is what it carried in; an array is not, as each loop has an array of its
   * own.
   */
  private void nested(Stmt.For loop) {
    for (int i = 0; i < Math.min(loop.carries().size(), loop.results().size()); i++) {
      Carry carry = loop.carries().get(i);
      if (!(carry.var().type() instanceof Type.Array) && carry.init() instanceof Var init) {
        add(loop.results().get(i), init);
      }
    }
  }

  private Optional<Var> source(Expr value) {
    return switch (value) {
      case Expr.TupleGet(Var tuple, int index, _, _) -> {
        Expr definition = definitions.get(tuple);
        yield definition instanceof Expr.Invocation call ? output(call, index) : Optional.empty();
      }
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
