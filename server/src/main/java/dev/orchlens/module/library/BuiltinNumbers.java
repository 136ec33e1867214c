package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Python's built-in functions of numbers. */
final class BuiltinNumbers {
  private BuiltinNumbers() {}

  static void define(Map<String, Value> table) {
    Builtins.define(table, "abs", "x, /", (in, args, _) -> absolute(in, args.getFirst()));
    Builtins.define(table, "int", "x?, /, base?", Conversions::toInt);
    Builtins.define(
        table, "float", "x=0, /", (in, args, _) -> Conversions.toFloat(in, args.getFirst()));
    Builtins.define(
        table, "bool", "x=False, /", (in, args, _) -> Builtins.truth(in, args.getFirst()));
    Builtins.define(
        table,
        "round",
        "number, ndigits=None",
        (in, args, _) -> Rounding.round(in, args.get(0), args.get(1)));
    Builtins.define(table, "pow", "base, exp, mod=None", (in, args, _) -> power(in, args));
    Builtins.define(
        table,
        "divmod",
        "x, y, /",
        (in, args, _) ->
            Value.tuple(
                in.operators.binary(Operator.Binary.FLOOR_DIVIDE, args.get(0), args.get(1)),
                in.operators.binary(Operator.Binary.MODULO, args.get(0), args.get(1))));
    Builtins.define(
        table, "bin", "number, /", (in, args, _) -> based(in, args.getFirst(), 2, "0b"));
    Builtins.define(
        table, "oct", "number, /", (in, args, _) -> based(in, args.getFirst(), 8, "0o"));
    Builtins.define(
        table, "hex", "number, /", (in, args, _) -> based(in, args.getFirst(), 16, "0x"));
    Builtins.define(table, "ord", "c, /", (in, args, _) -> ordinal(in, args.getFirst()));
    Builtins.define(
        table,
        "chr",
        "i, /",
        (in, args, _) ->
            Value.of(
                FormatSpec.character(in, Arguments.integer(in, args.getFirst()), "ValueError")));
    Builtins.define(
        table, "sum", "iterable, /, start=0", (in, args, _) -> sum(in, args.get(0), args.get(1)));
    Builtins.define(
        table,
        "min",
        "first, /, *rest, key=None, default?",
        (in, args, kw) -> Extremes.extreme(in, args, kw, -1));
    Builtins.define(
        table,
        "max",
        "first, /, *rest, key=None, default?",
        (in, args, kw) -> Extremes.extreme(in, args, kw, 1));
  }

  private static Value absolute(Interpreter interpreter, Value value) {
    return switch (InstanceValue.plain(value)) {
      case FloatValue(double number) -> new FloatValue(Math.abs(number));
      case Value number when Numbers.isNumber(number) ->
          new IntValue(Numbers.integer(number).orElseThrow().abs());
      default ->
          interpreter
              .calls
              .special(value, "__abs__", List.of())
              .orElseThrow(() -> interpreter.operators.unfit(value, "a number"));
    };
  }

  private static Value based(Interpreter interpreter, Value value, int base, String prefix) {
    BigInteger number = Arguments.integer(interpreter, value);
    interpreter.budget.bits(number.bitLength());
    return new StrValue((number.signum() < 0 ? "-" : "") + prefix + number.abs().toString(base));
  }

  private static Value ordinal(Interpreter interpreter, Value value) {
    String text =
        value instanceof BytesValue(String bytes) ? bytes : Arguments.text(interpreter, value);
    if (text.codePointCount(0, text.length()) != 1) {
      throw interpreter.error(
          "TypeError", "ord() needs one character, not " + text.codePointCount(0, text.length()));
    }
    return IntValue.of(text.codePointAt(0));
  }

  private static Value power(Interpreter interpreter, List<Value> arguments) {
    if (arguments.get(2) instanceof NoneValue) {
      return interpreter.operators.binary(
          Operator.Binary.POWER, arguments.get(0), arguments.get(1));
    }
    List<Optional<BigInteger>> parts = arguments.stream().map(Numbers::integer).toList();
    if (parts.stream().allMatch(Optional::isPresent)
        && parts.get(2).get().signum() > 0
        && parts.get(1).get().signum() >= 0) {
      // For each bit of the exponent two products of the modulus' size are made, each of which may
      // take all its steps.
      long bits = parts.get(2).get().bitLength();
      interpreter.budget.bits(parts.get(1).get().bitLength() * (1 + bits / 16) + bits);
      return new IntValue(parts.get(0).get().modPow(parts.get(1).get(), parts.get(2).get()));
    }
    return Builtins.unsupported(interpreter, "pow", arguments);
  }

  private static Value sum(Interpreter interpreter, Value iterable, Value start) {
    if (start instanceof StrValue || start instanceof BytesValue) {
      throw interpreter.error("TypeError", "sum() does not add strings");
    }
    List<Value> elements = interpreter.iteration.membersList(iterable);
    boolean ordered =
        !(iterable instanceof SetValue)
            || elements.stream().noneMatch(FloatValue.class::isInstance);
    Value total = start;
    for (Value each : elements) {
      interpreter.budget.step();
      total = interpreter.operators.binary(Operator.Binary.ADD, total, each);
    }
    return ordered ? total : interpreter.unknown(Iteration.NO_ORDER);
  }
}
