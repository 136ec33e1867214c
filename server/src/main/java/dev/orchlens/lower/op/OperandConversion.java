package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.op.RuleFailure;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Turns the operands of one bound call into arguments and keyword values of the IR call (reference:
 * docs/en/dev/ir/05-operators.md, "Kwargs vs Args vs Attributes"): lists become tuples, literals
 * take the dtype they are used at.
 *
 * @param form the form that is built
 * @param bound the operand of each parameter that got one
 * @param origin the call
 */
record OperandConversion(Form form, Map<String, Operand> bound, Origin origin) {

  /** Returns the operand of a parameter, or its default. */
  Optional<Operand> operand(Parameter parameter) {
    return Optional.ofNullable(bound.get(parameter.name())).or(parameter::fallback);
  }

  /**
   * Returns whether an operand is of the parameter's kind; a value of unknown type is of every
   * kind.
   */
  static boolean matches(Parameter parameter, Operand operand) {
    if (operand instanceof Operand.Value(Expr e) && e.type() instanceof Type.Unknown) {
      return true;
    }
    return switch (parameter.kind()) {
      case TENSOR -> type(operand) instanceof Type.Tensor;
      case WINDOW -> type(operand) instanceof Type.Tensor t && t.distributed();
      case TILE -> type(operand) instanceof Type.Tile;
      case SHAPED -> type(operand) instanceof Type.Shaped;
      case ARRAY -> type(operand) instanceof Type.Array;
      case HANDLE -> type(operand) instanceof Type.Opaque;
      case SCALAR, NUMBER, CONVERTED, CONDITION -> type(operand) instanceof Type.Scalar;
      case INDEX -> type(operand) instanceof Type.Scalar(DataType d) && !d.isFloat();
      case INT -> operand instanceof Operand.Constant(Attr.Int _);
      case AXIS -> integer(operand).isPresent();
      case REAL, LITERAL -> operand instanceof Operand.Constant && number(operand).isPresent();
      case FLAG -> flag(operand).isPresent();
      case DTYPE -> operand instanceof Operand.Constant(Attr.DType _);
      case NAME -> operand instanceof Operand.Constant;
      case CHOICE -> operand instanceof Operand.Constant && choice(parameter, operand).isPresent();
      case DIMS, DEPS -> isList(operand);
      case INDICES -> isList(operand) || type(operand) instanceof Type.Scalar;
      case PAD -> operand instanceof Operand.Constant(Attr.Text _) || number(operand).isPresent();
    };
  }

  private static boolean isList(Operand operand) {
    return operand instanceof Operand.Items
        || operand instanceof Operand.Constant(Attr.Values _)
        || type(operand) instanceof Type.Tuple;
  }

  /** Returns the type of the value an operand is; a list and a string have none. */
  private static Type type(Operand operand) {
    return switch (operand) {
      case Operand.Value v -> v.expr().type();
      case Operand.Constant(Attr.Int _) -> Type.INDEX;
      case Operand.Constant(Attr.Float _) -> new Type.Scalar(DataType.FP32);
      case Operand.Constant(Attr.Bool _) -> Type.BOOL;
      case Operand.Constant _, Operand.Items _, Operand.None _ -> new Type.None();
    };
  }

  /** Returns the integer an operand is, where it is known. */
  static Optional<Long> integer(Operand operand) {
    return switch (operand) {
      case Operand.Constant(Attr.Int(long value)) -> Optional.of(value);
      case Operand.Value(Expr.ConstInt c) -> Optional.of(c.value());
      default -> Optional.empty();
    };
  }

  private static Optional<Double> number(Operand operand) {
    return switch (operand) {
      case Operand.Constant(Attr.Float(double value)) -> Optional.of(value);
      case Operand.Value(Expr.ConstFloat c) -> Optional.of(c.value());
      default -> integer(operand).map(Long::doubleValue);
    };
  }

  private static Optional<Boolean> flag(Operand operand) {
    return switch (operand) {
      case Operand.Constant(Attr.Bool(boolean value)) -> Optional.of(value);
      case Operand.Value(Expr.ConstBool c) -> Optional.of(c.value());
      default -> integer(operand).map(i -> i != 0);
    };
  }

  /** Returns the argument that an operand becomes. */
  Expr argument(Parameter parameter, Operand operand) {
    return switch (parameter.kind()) {
      case NUMBER, CONVERTED -> number(parameter, operand);
      case LITERAL -> literal(parameter, operand);
      case DIMS -> tuple(operand);
      case INDICES ->
          isList(operand) ? tuple(operand) : Expr.MakeTuple.of(List.of(scalar(operand)), origin);
      default -> scalar(operand);
    };
  }

  private Expr scalar(Operand operand) {
    return switch (operand) {
      case Operand.Value v -> v.expr();
      case Operand.Constant(Attr.Int(long value)) ->
          new Expr.ConstInt(value, DataType.INDEX, origin);
      case Operand.Constant(Attr.Float(double value)) ->
          new Expr.ConstFloat(value, DataType.FP32, origin);
      case Operand.Constant(Attr.Bool(boolean value)) -> new Expr.ConstBool(value, origin);
      case Operand.Items _ -> tuple(operand);
      case Operand.Constant _, Operand.None _ ->
          throw new RuleFailure(
              Code.OP_WRONG_KIND,
              "gets a value that exists only while compiling, not one of the program");
    };
  }

  private Expr.MakeTuple tuple(Operand operand) {
    List<Expr> elements = new ArrayList<>();
    switch (operand) {
      case Operand.Items(List<Operand> items) -> items.forEach(i -> elements.add(scalar(i)));
      case Operand.Constant(Attr.Values(List<Attr> values)) ->
          values.forEach(v -> elements.add(scalar(new Operand.Constant(v))));
      case Operand.Value(Expr.MakeTuple t) -> elements.addAll(t.elements());
      case Operand.Value(Expr e) when e.type() instanceof Type.Tuple t -> {
        for (int i = 0; i < t.elements().size(); i++) {
          elements.add(new Expr.TupleGet(e, i, t.elements().get(i), origin));
        }
      }
      case Operand.Value _, Operand.Constant _, Operand.None _ ->
          throw new RuleFailure(Code.OP_WRONG_KIND, "needs a list where it gets a single value");
    }
    return Expr.MakeTuple.of(elements, origin);
  }

  /**
   * Returns the TaskIds of a {@code deps=} list, without the {@code None} entries, which order
   * nothing.
   */
  List<Expr> dependencies(Operand operand) {
    return operand instanceof Operand.Items(List<Operand> items)
        ? items.stream().filter(i -> !(i instanceof Operand.None)).map(this::scalar).toList()
        : tuple(operand).elements();
  }

  /**
   * Types a number that is combined with an operand of another dtype: an untyped literal takes that
   * dtype, unless it is a fraction and the dtype an integer one; a value of dtype INDEX is refused,
   * for no instruction takes one.
   */
  private Expr number(Parameter parameter, Operand operand) {
    Optional<DataType> target = reference(parameter.reference());
    boolean untyped =
        operand instanceof Operand.Constant
            || operand instanceof Operand.Value(Expr.ConstInt c) && c.dtype() == DataType.INDEX
            || parameter.kind() == Parameter.Kind.CONVERTED
                && operand instanceof Operand.Value(Expr.Const _);
    if (!untyped) {
      Expr value = scalar(operand);
      if (value.type().equals(Type.INDEX) && parameter.kind() == Parameter.Kind.NUMBER) {
        String example = target.filter(DataType::isInteger).map(DataType::name).orElse("INT32");
        throw new RuleFailure(
            Code.OP_INDEX_SCALAR,
            "cannot combine a scalar of dtype INDEX with elements; convert it first, as in"
                + " pl.cast(x, pl."
                + example
                + ")",
            new Type.Unknown("an operand has the wrong dtype"));
      }
      return value;
    }
    boolean whole = integer(operand).isPresent();
    DataType fallback = whole ? DataType.INT32 : DataType.FP32;
    DataType dtype = target.filter(d -> d.isFloat() || d.isInteger() && whole).orElse(fallback);
    if (dtype.isFloat()) {
      return new Expr.ConstFloat(number(operand).orElse(0.0), dtype, origin);
    }
    return new Expr.ConstInt(integer(operand).orElse(0L), dtype, origin);
  }

  /** An integer stays one, even at a floating-point dtype. */
  private Expr literal(Parameter parameter, Operand operand) {
    Optional<DataType> dtype = reference(parameter.reference());
    Optional<Long> whole = integer(operand);
    return whole.isPresent()
        ? new Expr.ConstInt(whole.get(), dtype.orElse(DataType.INDEX), origin)
        : new Expr.ConstFloat(number(operand).orElse(0.0), dtype.orElse(DataType.FP32), origin);
  }

  private Optional<DataType> reference(String name) {
    return form.parameters().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .flatMap(this::operand)
        .map(
            operand ->
                switch (operand) {
                  case Operand.Constant(Attr.DType(DataType dtype)) -> Optional.of(dtype);
                  default -> type(operand).elementType();
                })
        .orElseGet(() -> DataType.ofName(name));
  }

  /** Returns the keyword value that an operand becomes. */
  Attr keyword(Parameter parameter, Operand operand) {
    if (operand instanceof Operand.Value(Expr.Unknown unknown)) {
      throw RuleFailure.unknown(new Type.Unknown(unknown.reason()));
    }
    return switch (parameter.kind()) {
      case INT, AXIS, INDEX ->
          new Attr.Int(integer(operand).orElseThrow(() -> notConstant(parameter)));
      case FLAG -> new Attr.Bool(flag(operand).orElseThrow(() -> notConstant(parameter)));
      case REAL -> new Attr.Float(number(operand).orElseThrow(() -> notConstant(parameter)));
      case CHOICE ->
          new Attr.Int(choice(parameter, operand).orElseThrow(() -> notConstant(parameter)));
      case PAD -> new Attr.Text("PadValue." + padding(operand));
      case DIMS ->
          new Attr.Values(
              tuple(operand).elements().stream().map(e -> constant(parameter, e)).toList());
      default -> {
        if (operand instanceof Operand.Constant(Attr attr)) {
          yield attr;
        }
        throw notConstant(parameter);
      }
    };
  }

  private static Attr constant(Parameter parameter, Expr element) {
    return new Attr.Int(
        integer(new Operand.Value(element)).orElseThrow(() -> notConstant(parameter)));
  }

  private static RuleFailure notConstant(Parameter parameter) {
    return new RuleFailure(
        Code.OP_NOT_CONSTANT, "needs '" + parameter.name() + "' to be known while compiling");
  }

  private static Optional<Long> choice(Parameter parameter, Operand operand) {
    List<String> choices = parameter.choices();
    if (operand instanceof Operand.Constant(Attr.Text(String text))) {
      long index = choices.indexOf(text.substring(text.lastIndexOf('.') + 1));
      return index < 0 ? Optional.empty() : Optional.of(index);
    }
    return integer(operand).filter(i -> i >= 0 && i < choices.size());
  }

  private static String padding(Operand operand) {
    if (operand instanceof Operand.Constant(Attr.Text(String text)) && text.contains("PadValue.")) {
      return text.substring(text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
    double value = number(operand).orElse(Double.NaN);
    if (value == 0) {
      return "zero";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "max" : "min";
    }
    throw new RuleFailure(
        Code.OP_INVALID_ARGUMENT,
        "pads with pl.PadValue.zero, max or min, or with 0, inf or -inf, and with nothing else");
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
