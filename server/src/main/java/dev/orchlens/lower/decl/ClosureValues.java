package dev.orchlens.lower.decl;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.op.Operand;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.ModuleValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the values of the code around a function mean inside it (reference:
 * docs/en/dev/language/00-python_syntax.md).
 */
public final class ClosureValues {
  private static final String LANGUAGE = "pypto.language.";

  /** What {@code pl.AUTO} stands for: an address that the compiler chooses. */
  private static final long CHOSEN_BY_THE_COMPILER = -1;

  private ClosureValues() {}

  /** Returns a value as an expression; nothing when it has no meaning as one. */
  public static Optional<Expr> toExpr(Value value, Function<String, Var> dims, Origin origin) {
    return switch (value) {
      case BoolValue(boolean flag) -> Optional.of(new Expr.ConstBool(flag, origin));
      case IntValue number ->
          integer(number).map(v -> new Expr.ConstInt(v, DataType.INDEX, origin));
      case FloatValue(double number) ->
          Optional.of(new Expr.ConstFloat(number, DataType.FP32, origin));
      case LanguageObject.DynamicDim dim -> Optional.of(dims.apply(dim.name()));
      case TupleValue tuple -> tuple(tuple.elements(), dims, origin);
      case ListValue list -> tuple(list.elements(), dims, origin);
      case UnknownValue(String reason, _) ->
          Optional.of(new Expr.Unknown(reason, new Type.Unknown(reason), origin));
      default -> Optional.empty();
    };
  }

  private static Optional<Expr> tuple(
      List<Value> values, Function<String, Var> dims, Origin origin) {
    List<Expr> elements = new ArrayList<>();
    for (Value value : values) {
      Optional<Expr> element = toExpr(value, dims, origin);
      if (element.isEmpty()) {
        return Optional.empty();
      }
      elements.add(element.get());
    }
    return Optional.of(Expr.MakeTuple.of(elements, origin));
  }

  /** Returns an integer that fits into 64 bits. */
  public static Optional<Long> integer(Value value) {
    return value instanceof IntValue number && number.value().bitLength() <= 63
        ? Optional.of(number.value().longValue())
        : Optional.empty();
  }

  /** Returns the element type that a value names. */
  public static Optional<DataType> dtype(Value value) {
    return value instanceof LanguageObject.Name language
        ? DataType.ofName(language.simpleName())
        : Optional.empty();
  }

  /**
   * Returns a value as the operand of an operator call; nothing when no operator takes such a
   * value.
   */
  public static Optional<Operand> toOperand(
      Value value, Function<String, Var> dims, Origin origin) {
    return switch (value) {
      case BoolValue(boolean flag) -> Optional.of(new Operand.Constant(new Attr.Bool(flag)));
      case IntValue number -> integer(number).map(v -> new Operand.Constant(new Attr.Int(v)));
      case FloatValue(double number) -> Optional.of(new Operand.Constant(new Attr.Float(number)));
      case StrValue(String text) -> Optional.of(new Operand.Constant(new Attr.Text(text)));
      case NoneValue _ -> Optional.of(new Operand.None());
      case LanguageObject.Name language -> Optional.of(new Operand.Constant(constant(language)));
      case TupleValue tuple -> items(tuple.elements(), dims, origin);
      case ListValue list -> items(list.elements(), dims, origin);
      default -> toExpr(value, dims, origin).map(Operand.Value::new);
    };
  }

  private static Attr constant(LanguageObject.Name language) {
    if (language.isLanguage("AUTO")) {
      return new Attr.Int(CHOSEN_BY_THE_COMPILER);
    }
    Optional<DataType> dtype = dtype(language);
    return dtype.isPresent()
        ? new Attr.DType(dtype.get())
        : new Attr.Text(enumerationName(language));
  }

  /** Returns a constant's name with its enumeration, such as {@code MemorySpace.Mat}. */
  static String enumerationName(LanguageObject.Name language) {
    String path = language.path();
    String name = path.startsWith(LANGUAGE) ? path.substring(LANGUAGE.length()) : path;
    return name.startsWith("Mem.") ? "MemorySpace." + name.substring(4) : name;
  }

  private static Optional<Operand> items(
      List<Value> values, Function<String, Var> dims, Origin origin) {
    List<Operand> operands = new ArrayList<>();
    for (Value value : values) {
      Optional<Operand> operand = toOperand(value, dims, origin);
      if (operand.isEmpty()) {
        return Optional.empty();
      }
      operands.add(operand.get());
    }
    return Optional.of(new Operand.Items(operands));
  }

  /** Returns the number of a memory space, which is what it stands for where a value is needed. */
  public static Optional<Expr> memorySpaceNumber(Value value, Origin origin) {
    return value instanceof LanguageObject.Name language
        ? memorySpace(language).map(s -> new Expr.ConstInt(s.ordinal(), DataType.INDEX, origin))
        : Optional.empty();
  }

  /** Returns the memory space that a value names. */
  static Optional<MemorySpace> memorySpace(Value value) {
    if (value instanceof LanguageObject.Name language
        && enumerationName(language).startsWith("MemorySpace.")) {
      for (MemorySpace space : MemorySpace.values()) {
        if (space.name().equals(language.simpleName())) {
          return Optional.of(space);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns what sort of thing a value is, for a message. */
  public static String describe(Value value) {
    return switch (value) {
      case ModuleValue _ -> "a module";
      case DecoratedFunction _ -> "a function of the language";
      case ClassValue _ -> "a class";
      case CallableValue _ -> "a function";
      case InstanceValue instance -> "an object of the class " + instance.type().name();
      case StrValue _ -> "a string";
      case DictValue _ -> "a dictionary";
      case NoneValue _ -> "None";
      case ListValue _ -> "a list";
      case TupleValue _ -> "a tuple";
      case BoolValue _ -> "a truth value";
      case FloatValue _ -> "a number";
      case IntValue number ->
          integer(number).isPresent() ? "a number" : "an integer of more than 64 bits";
      case LanguageObject.Name language -> "the name pl." + enumerationName(language);
      default -> "a value of another kind";
    };
  }
}
