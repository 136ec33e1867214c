package dev.orchlens.module.text;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BoundMethodValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ModuleValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.text.FloatText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Values as text, as Python's {@code repr} and {@code str} write them. */
public final class ValueText {
  private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private long written;

  private ValueText() {}

  /**
   * The text that {@code repr()} gives; what is unknown is written {@code <unknown>}. A text that
   * grows beyond what an evaluation may make is cut off somewhere behind that size.
   */
  public static String repr(Value value) {
    return new ValueText().text(value);
  }

  /** The text that {@code str()} gives. */
  public static String str(Value value) {
    return switch (value) {
      case StrValue(String text) -> text;
      case PathValue(String path) -> path;
      case InstanceValue instance when Exceptions.isException(instance.type()) ->
          Exceptions.text(instance);
      case InstanceValue instance when instance.type().form() == ClassValue.Form.DATA_ENUM ->
          repr(instance.field("value").orElse(Value.NONE));
      case InstanceValue instance when instance.type().form() == ClassValue.Form.ENUM ->
          instance.type().name() + "." + instance.field("name").map(ValueText::str).orElse("");
      default -> repr(value);
    };
  }

  /** The name of the value's Python type. */
  public static String typeName(Value value) {
    return switch (value) {
      case IntValue _ -> "int";
      case FloatValue _ -> "float";
      case BoolValue _ -> "bool";
      case StrValue _ -> "str";
      case BytesValue _ -> "bytes";
      case NoneValue _ -> "NoneType";
      case EllipsisValue _ -> "ellipsis";
      case ListValue _ -> "list";
      case TupleValue tuple -> tuple.type().map(ClassValue::name).orElse("tuple");
      case RangeValue _ -> "range";
      case DictValue _ -> "dict";
      case SetValue set -> set.isFrozen() ? "frozenset" : "set";
      case SliceValue _ -> "slice";
      case DictViewValue view -> view.kind().typeName();
      case IteratorValue _ -> "iterator";
      case PathValue _ -> "Path";
      case InstanceValue instance -> instance.type().name();
      case ModuleValue _ -> "module";
      case ClassValue _ -> "type";
      case FunctionValue _ -> "function";
      case BoundMethodValue _ -> "method";
      case BuiltinValue _ -> "builtin_function_or_method";
      case DescriptorValue _ -> "property";
      case LanguageObject _ -> "DSL value";
      case OpaqueValue _ -> "library value";
      case TensorSampleValue _ -> "Tensor";
      case UnknownValue _ -> "unknown";
    };
  }

  private String text(Value value) {
    if (written > Budget.MAX_SIZE) {
      return "...";
    }
    String text = whole(value);
    // What is around other values counts as little as it can; the values in it have counted
    // themselves.
    written += value instanceof StrValue || value instanceof IntValue ? text.length() : 2;
    return text;
  }

  private String whole(Value value) {
    return switch (value) {
      case IntValue(var number) -> number.toString();
      case FloatValue(double number) -> FloatText.repr(number);
      case BoolValue(boolean flag) -> flag ? "True" : "False";
      case StrValue(String content) -> quote(content);
      case BytesValue(String content) -> "b" + quote(content, 0x7f);
      case NoneValue _ -> "None";
      case EllipsisValue _ -> "Ellipsis";
      case PathValue(String path) -> "Path(" + quote(path) + ")";
      case RangeValue(long start, long stop, long step) ->
          "range(" + start + ", " + stop + (step == 1 ? "" : ", " + step) + ")";
      case SliceValue(Value lower, Value upper, Value step) ->
          "slice(" + text(lower) + ", " + text(upper) + ", " + text(step) + ")";
      case TupleValue tuple -> tuple(tuple);
      case DictViewValue view -> view.kind().typeName() + "(" + text(view.dict()) + ")";
      case IteratorValue _ -> "<iterator>";
      case ListValue _, DictValue _, SetValue _, InstanceValue _ -> nested(value);
      case ModuleValue(ModuleEnvironment module) -> "<module " + module.name() + ">";
      case ClassValue type -> "<class " + type.name() + ">";
      case FunctionValue function -> "<function " + function.name() + ">";
      case BoundMethodValue method -> "<method of " + typeName(method.self()) + ">";
      case BuiltinValue builtin -> "<built-in " + builtin.name() + ">";
      case DescriptorValue _ -> "<property>";
      case LanguageObject object -> language(object);
      case OpaqueValue(String path) -> path;
      case TensorSampleValue(List<Value> shape, String dtype) ->
          "<tensor of shape (" + all(shape) + "), " + dtype + ">";
      case UnknownValue _ -> "<unknown>";
    };
  }

  private String language(LanguageObject object) {
    return switch (object) {
      case LanguageObject.Name(String path) -> path;
      case LanguageObject.Indexed(LanguageObject base, Value index) -> {
        String inside = text(index);
        boolean plainTuple = index instanceof TupleValue tuple && tuple.size() > 1;
        yield text(base)
            + "["
            + (plainTuple ? inside.substring(1, inside.length() - 1) : inside)
            + "]";
      }
      case LanguageObject.Call call ->
          text(call.callee()) + "(" + arguments(call.arguments(), call.keywords()) + ")";
      case LanguageObject.DynamicDim(String name, Site _) ->
          "pypto.language.dynamic(" + quote(name) + ")";
      case DecoratedFunction function -> "<DSL function " + function.name() + ">";
      case DecoratedClass type -> "<DSL class " + type.name() + ">";
    };
  }

  private String arguments(List<Value> positional, Map<String, Value> keywords) {
    List<String> parts = new ArrayList<>(positional.stream().map(this::text).toList());
    keywords.forEach((name, value) -> parts.add(name + "=" + text(value)));
    return String.join(", ", parts);
  }

  private String tuple(TupleValue tuple) {
    if (tuple.type().isPresent()) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < tuple.size(); i++) {
        parts.add(tuple.type().get().fields().get(i).name() + "=" + text(tuple.get(i)));
      }
      return tuple.type().get().name() + "(" + String.join(", ", parts) + ")";
    }
    return "(" + all(tuple.elements()) + (tuple.size() == 1 ? ",)" : ")");
  }

  private String nested(Value value) {
    if (!open.add(value)) {
      return "...";
    }
    String result =
        switch (value) {
          case ListValue list -> "[" + all(list.elements()) + "]";
          case DictValue dict ->
              dict.entries().stream()
                  .map(entry -> text(entry.key()) + ": " + text(entry.value()))
                  .collect(Collectors.joining(", ", "{", "}"));
          case SetValue set -> set(set);
          case InstanceValue instance -> instance(instance);
          default -> "";
        };
    open.remove(value);
    return result;
  }

  private String set(SetValue set) {
    String members = set.members().isEmpty() ? "" : "{" + all(List.copyOf(set.members())) + "}";
    return set.isFrozen() ? "frozenset(" + members + ")" : members.isEmpty() ? "set()" : members;
  }

  private String instance(InstanceValue instance) {
    ClassValue type = instance.type();
    if (Exceptions.isException(type)) {
      String content = Exceptions.text(instance);
      return type.name() + "(" + (content.isEmpty() ? "" : quote(content)) + ")";
    }
    return switch (type.form()) {
      case DATA ->
          type.fields().stream()
              .map(
                  field ->
                      field.name()
                          + "="
                          + instance.field(field.name()).map(this::text).orElse("<unset>"))
              .collect(Collectors.joining(", ", type.name() + "(", ")"));
      case ENUM, DATA_ENUM ->
          "<"
              + type.name()
              + "."
              + instance.field("name").map(ValueText::str).orElse("")
              + ": "
              + instance.field("value").map(this::text).orElse("")
              + ">";
      case PLAIN, NAMED_TUPLE -> "<" + type.name() + " object>";
    };
  }

  private String all(List<? extends Value> values) {
    return values.stream().map(this::text).collect(Collectors.joining(", "));
  }

  /** A string literal for some text: single quotes unless only those occur in it. */
  public static String quote(String text) {
    return quote(text, Character.MAX_CODE_POINT);
  }

  /** The same, with everything escaped from a character on. */
  private static String quote(String text, int escaped) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder().append(quote);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                  if (c == quote) {
                    out.append('\\').append(quote);
                  } else if (c < escaped && isPrintable(c)) {
                    out.appendCodePoint(c);
                  } else {
                    out.append(escape(c));
                  }
                }
              }
            });
    return out.append(quote).toString();
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }

  /** The escape of a character in a string literal, by its number. */
  public static String escape(int c) {
    String digits = Integer.toHexString(c);
    String form = c < 0x100 ? "\\x00" : c < 0x10000 ? "\\u0000" : "\\U00000000";
    return form.substring(0, form.length() - digits.length()) + digits;
  }
}
