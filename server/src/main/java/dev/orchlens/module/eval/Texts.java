package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The texts that {@code str} and {@code repr} give inside an evaluation: exactly Python's, by the
 * methods of the program where it has some. Whatever has another text in each run of Python, such
 * as a plain object's address, has none here.
 */
public final class Texts {
  /**
   * How many decimal digits Python writes an integer with (Python's
   * sys.int_info.default_max_str_digits).
   */
  public static final int MAX_DIGITS = 4300;

  /** No integer of fewer bits has more digits than that. */
  private static final int FEW_BITS = 14_000;

  private final Interpreter interpreter;

  Texts(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /**
   * The text that {@code str()} gives.
   *
   * @throws UnknownAnswerException when it cannot be known
   */
  String str(Value value) {
    return switch (value) {
      case StrValue(String text) -> text;
      case PathValue(String path) -> path;
      case InstanceValue instance ->
          interpreter
              .calls
              .special(instance, "__str__", List.of())
              .map(this::returned)
              .orElseGet(() -> ofInstance(instance));
      default -> repr(value);
    };
  }

  private String ofInstance(InstanceValue instance) {
    ClassValue type = instance.type();
    if (type.attribute("__repr__").isPresent()) {
      return repr(instance);
    }
    if (Exceptions.isException(type)) {
      TupleValue arguments = (TupleValue) instance.field("args").orElse(Value.tuple());
      boolean one = arguments.size() == 1;
      return arguments.size() == 0
          ? ""
          : !one
              ? repr(arguments)
              : type.isA(Exceptions.type("KeyError"))
                  ? repr(arguments.get(0))
                  : str(arguments.get(0));
    }
    return switch (Enumerations.text(instance)) {
      case NAME -> type.name() + "." + name(instance);
      case VALUE -> str(instance.field("value").orElseThrow());
      case UNKNOWN -> throw unknown(instance);
      case NONE -> repr(instance);
    };
  }

  private String name(InstanceValue member) {
    return str(member.field("name").orElseThrow());
  }

  private String returned(Value text) {
    return Arguments.text(interpreter, text);
  }

  private UnknownAnswerException unknown(Value value) {
    return new UnknownAnswerException(
        value instanceof UnknownValue already
            ? already
            : interpreter.unknown("the text of " + Operators.what(value) + " is not evaluated"));
  }

  /**
   * The text that {@code repr()} gives.
   *
   * @throws UnknownAnswerException when it cannot be known
   */
  String repr(Value value) {
    StringBuilder out = new StringBuilder();
    write(value, out, Collections.newSetFromMap(new IdentityHashMap<>()));
    return out.toString();
  }

  /** The text that {@code ascii()} gives. */
  public String ascii(Value value) {
    String text = repr(value);
    interpreter.budget.text(text.length());
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c < 0x80) {
                out.append((char) c);
              } else {
                out.append(ValueText.escape(c));
              }
            });
    Budget.size(out.length());
    return out.toString();
  }

  private void write(Value value, StringBuilder out, Set<Object> open) {
    interpreter.budget.step();
    interpreter.budget.inwards();
    try {
      whole(value, out, open);
    } finally {
      interpreter.budget.outwards();
    }
  }

  private void whole(Value value, StringBuilder out, Set<Object> open) {
    int before = out.length();
    switch (value) {
      case IntValue(BigInteger number) -> out.append(decimal(number));
      case StrValue(String text) -> {
        interpreter.budget.text(text.length());
        out.append(ValueText.quote(text));
      }
      case BytesValue(String bytes) -> {
        interpreter.budget.text(bytes.length());
        out.append(ValueText.repr(value));
      }
      case FloatValue _, BoolValue _, NoneValue _, EllipsisValue _, RangeValue _ ->
          out.append(ValueText.repr(value));
      case PathValue(String path) ->
          out.append("PosixPath(").append(ValueText.quote(path)).append(')');
      case SliceValue(Value lower, Value upper, Value step) ->
          all("slice(", List.of(lower, upper, step), ")", out, open);
      case TupleValue tuple -> tuple(tuple, out, open);
      case ListValue list ->
          nested(list, "[...]", out, open, () -> all("[", list.elements(), "]", out, open));
      case DictValue dict when dict.isPlain() ->
          nested(dict, "{...}", out, open, () -> entries(dict, out, open));
      case SetValue set -> set(set, out, open);
      case DictViewValue view when view.dict().isPlain() ->
          nested(
              view.dict(),
              "...",
              out,
              open,
              () ->
                  all(
                      view.kind().typeName() + "([",
                      view.dict().entries().stream().map(view::element).toList(),
                      "])",
                      out,
                      open));
      case InstanceValue instance -> instance(instance, out, open);
      case BuiltinValue builtin when builtin.isType() && builtin.name().indexOf('.') < 0 ->
          out.append("<class '").append(builtin.name()).append("'>");
      default -> throw unknown(value);
    }
    interpreter.budget.text(Budget.size(out.length()) - before);
  }

  /** The decimal digits of an integer. */
  public String decimal(BigInteger number) {
    interpreter.budget.bits(number.bitLength());
    String digits = number.toString();
    if (number.bitLength() > FEW_BITS
        && digits.length() - (number.signum() < 0 ? 1 : 0) > MAX_DIGITS) {
      throw interpreter.error(
          "ValueError",
          "an integer is written with at most "
              + MAX_DIGITS
              + " digits, and this one has "
              + digits.length());
    }
    return digits;
  }

  private void nested(
      Object value, String again, StringBuilder out, Set<Object> open, Runnable write) {
    if (open.add(value)) {
      write.run();
      open.remove(value);
    } else {
      out.append(again);
    }
  }

  private void all(
      String start, List<? extends Value> values, String end, StringBuilder out, Set<Object> open) {
    out.append(start);
    for (int i = 0; i < values.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      write(values.get(i), out, open);
    }
    out.append(end);
  }

  private void tuple(TupleValue tuple, StringBuilder out, Set<Object> open) {
    if (tuple.type().isEmpty()) {
      all("(", tuple.elements(), tuple.size() == 1 ? ",)" : ")", out, open);
      return;
    }
    ClassValue type = tuple.type().get();
    if (type.attribute("__repr__").isPresent() || type.attribute("__str__").isPresent()) {
      throw unknown(tuple);
    }
    List<String> names = type.fields().stream().map(ClassValue.Field::name).toList();
    fields(type, names, tuple.elements(), out, open);
  }

  private void fields(
      ClassValue type,
      List<String> names,
      List<? extends Value> values,
      StringBuilder out,
      Set<Object> open) {
    out.append(type.name()).append('(');
    for (int i = 0; i < names.size(); i++) {
      out.append(i == 0 ? "" : ", ").append(names.get(i)).append('=');
      write(values.get(i), out, open);
    }
    out.append(')');
  }

  private void entries(DictValue dict, StringBuilder out, Set<Object> open) {
    out.append('{');
    String separator = "";
    for (DictValue.Entry entry : dict.entries()) {
      out.append(separator);
      write(entry.key(), out, open);
      out.append(": ");
      write(entry.value(), out, open);
      separator = ", ";
    }
    out.append('}');
  }

  /** The members of a set come in an order that Python does not define. */
  private void set(SetValue set, StringBuilder out, Set<Object> open) {
    if (set.members().size() > 1) {
      throw new UnknownAnswerException(interpreter.unknown(Iteration.NO_ORDER));
    }
    String start = set.isFrozen() ? "frozenset({" : "{";
    if (set.members().isEmpty()) {
      out.append(set.isFrozen() ? "frozenset()" : "set()");
    } else {
      all(start, List.copyOf(set.members()), set.isFrozen() ? "})" : "}", out, open);
    }
  }

  private void instance(InstanceValue instance, StringBuilder out, Set<Object> open) {
    ClassValue type = instance.type();
    if (type.attribute("__repr__").isPresent()) {
      out.append(
          interpreter
              .calls
              .special(instance, "__repr__", List.of())
              .map(this::returned)
              .orElseThrow(() -> unknown(instance)));
    } else if (Exceptions.isException(type)) {
      TupleValue arguments = (TupleValue) instance.field("args").orElse(Value.tuple());
      all(type.name() + "(", arguments.elements(), ")", out, open);
    } else if (type.form() == ClassValue.Form.DATA) {
      nested(instance, "...", out, open, () -> data(instance, out, open));
    } else if (Enumerations.text(instance) != Enumerations.Text.NONE
        && !Enumerations.isFlag(type)) {
      out.append('<').append(type.name()).append('.').append(name(instance)).append(": ");
      write(instance.field("value").orElseThrow(), out, open);
      out.append('>');
    } else {
      throw unknown(instance);
    }
  }

  private void data(InstanceValue instance, StringBuilder out, Set<Object> open) {
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (ClassValue.Field field : instance.type().fields()) {
      if (field.shown()) {
        names.add(field.name());
        values.add(instance.field(field.name()).orElseThrow(() -> unknown(instance)));
      }
    }
    fields(instance.type(), names, values, out, open);
  }
}
