package dev.orchlens.ir.op;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The operators of the IR (reference: docs/en/dev/ir/05-operators.md): what each does to its
 * arguments, which core runs it, what memory its result is, and how the result is typed. The table
 * {@code operators.tsv} explains its columns.
 */
public final class Operators {
  private final Map<String, Operator> byName;

  private Operators(Map<String, Operator> byName) {
    this.byName = Map.copyOf(byName);
  }

  /** Returns the table, which is read once and never changes. */
  public static Operators load() {
    return Table.OPERATORS;
  }

  private static final class Table {
    private static final Operators OPERATORS = read();

    private Table() {}
  }

  private static Operators read() {
    Map<String, Operator> result = new LinkedHashMap<>();
    for (String[] row : Tables.rows("/dev/orchlens/ir/operators.tsv", 6)) {
      Operator operator = operator(row);
      if (result.put(operator.name(), operator) != null) {
        throw new IllegalArgumentException("operator listed twice: " + operator.name());
      }
    }
    for (Field constant : Ops.class.getFields()) {
      if (!result.containsKey(nameOf(constant))) {
        throw new IllegalArgumentException(
            "Ops." + constant.getName() + " names no operator of the table");
      }
    }
    return new Operators(result);
  }

  private static String nameOf(Field constant) {
    try {
      return (String) constant.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Operator operator(String[] row) {
    List<Operator.Argument> arguments = new ArrayList<>();
    for (String argument : Tables.list(row[1])) {
      String[] parts = argument.split(":", 3);
      arguments.add(
          new Operator.Argument(
              parts[0],
              parts.length == 1 ? Effect.NONE : effect(parts[1]),
              parts.length < 3
                  ? List.of()
                  : Arrays.stream(parts[2].split("\\|")).map(DataType::valueOf).toList()));
    }
    return new Operator(
        row[0],
        arguments,
        ResultRule.valueOf(row[2]),
        Lane.valueOf(row[3]),
        alias(row[0], row[4], arguments),
        row[5].equals("yes"));
  }

  private static Optional<Operator.Alias> alias(
      String name, String cell, List<Operator.Argument> arguments) {
    if (cell.equals("-")) {
      return Optional.empty();
    }
    boolean view = cell.startsWith("view:");
    String argument = view ? cell.substring(5) : cell;
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).name().equals(argument)) {
        return Optional.of(new Operator.Alias(i, view));
      }
    }
    throw new IllegalArgumentException(name + " aliases an unknown argument " + argument);
  }

  private static Effect effect(String letters) {
    return switch (letters) {
      case "" -> Effect.NONE;
      case "r" -> Effect.READ;
      case "w" -> Effect.WRITE;
      case "rw" -> Effect.READ_WRITE;
      case "nw" -> Effect.SIGNAL_WRITE;
      default -> throw new IllegalArgumentException("unknown effect " + letters);
    };
  }

  /** Returns the operator called {@code name} ({@code tensor.slice}). */
  public Optional<Operator> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * Returns which core runs a call: CUBE, VECTOR, SHARED or MIXED, or CONSUMER for a mere view. A
   * call of a function is SHARED.
   */
  public Lane lane(Expr.Invocation call) {
    return find(call.callee().name()).map(o -> Lanes.of(o, call)).orElse(Lane.SHARED);
  }

  /**
   * Returns the call of the operator {@code name}, which must exist, its result typed; what is
   * wrong with its arguments is reported at {@code origin}, and an expression of the probable type
   * returned.
   */
  public Expr call(
      String name,
      List<? extends Expr> args,
      Kwargs kwargs,
      Origin origin,
      Consumer<Problem> problems) {
    try {
      Type type = resultType(name, args, kwargs);
      return new Expr.Call(
          new Callee.Op(name), List.copyOf(args), kwargs, CallAttrs.none(), type, origin);
    } catch (RuleFailure failure) {
      return failure.reported(name, origin, problems);
    }
  }

  /**
   * Returns the type of the result of a call of the operator {@code name}, which must exist.
   *
   * @throws RuleFailure when the arguments do not fit
   */
  public Type resultType(String name, List<? extends Expr> args, Kwargs kwargs) {
    Operator operator = byName.get(name);
    requireDtypes(operator, args);
    try {
      return operator.rule().apply(new RuleInput(operator, List.copyOf(args), kwargs));
    } catch (RuleFailure failure) {
      if (failure.isSilent()) {
        return failure.guess();
      }
      throw failure;
    }
  }

  private static void requireDtypes(Operator operator, List<? extends Expr> args) {
    for (int i = 0; i < Math.min(args.size(), operator.arguments().size()); i++) {
      Operator.Argument argument = operator.arguments().get(i);
      Optional<DataType> dtype = args.get(i).type().elementType();
      if (dtype.isPresent()) {
        Shapes.requireDtype(dtype.get(), "'" + argument.name() + "'", argument.dtypes());
      }
    }
  }
}
