package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shapes and element types of torch tensors; their elements are never computed. */
final class Tensors {
  private static final Set<String> SHAPED =
      Set.of("torch.randn", "torch.rand", "torch.zeros", "torch.ones", "torch.empty");
  private static final Set<String> LIKE =
      Set.of(
          "torch.randn_like",
          "torch.rand_like",
          "torch.zeros_like",
          "torch.ones_like",
          "torch.empty_like",
          "torch.full_like",
          "torch.clone");
  private static final Set<String> SAME =
      Set.of(
          "clone",
          "contiguous",
          "detach",
          "cpu",
          "abs",
          "neg",
          "exp",
          "share_memory_",
          "zero_",
          "normal_",
          "uniform_",
          "fill_",
          "mul_",
          "add_",
          "clamp",
          "copy_");
  private static final Map<String, String> CASTS =
      Map.of(
          "float",
          "float32",
          "half",
          "float16",
          "bfloat16",
          "bfloat16",
          "int",
          "int32",
          "long",
          "int64",
          "double",
          "float64",
          "bool",
          "bool");

  private Tensors() {}

  /** The tensor that a call of torch makes, where it makes one whose shape the arguments tell. */
  static Optional<Value> call(
      Interpreter interpreter, String path, List<Value> arguments, Map<String, Value> keywords) {
    if (SHAPED.contains(path)) {
      Value size = keywords.get("size");
      List<Value> shape = shape(interpreter, size == null ? arguments : List.of(size));
      return Optional.of(new TensorSampleValue(shape, dtype(keywords, "float32")));
    }
    if (LIKE.contains(path)
        && !arguments.isEmpty()
        && arguments.getFirst() instanceof TensorSampleValue tensor) {
      return Optional.of(new TensorSampleValue(tensor.shape(), dtype(keywords, tensor.dtype())));
    }
    return switch (path) {
      case "torch.randint" -> randint(interpreter, arguments, keywords);
      case "torch.full" -> full(interpreter, arguments, keywords);
      case "torch.arange" -> arange(interpreter, arguments, keywords);
      case "torch.tensor" -> tensor(arguments, keywords);
      case "torch.randperm" ->
          arguments.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new TensorSampleValue(List.of(arguments.getFirst()), dtype(keywords, "int64")));
      default -> Optional.empty();
    };
  }

  private static List<Value> shape(Interpreter interpreter, List<Value> sizes) {
    boolean single = sizes.size() == 1 && sizes.getFirst() instanceof SequenceValue;
    return single ? interpreter.iteration.list(sizes.getFirst()) : sizes;
  }

  private static String dtype(Map<String, Value> keywords, String otherwise) {
    return keywords.get("dtype") instanceof OpaqueValue(String path) && path.startsWith("torch.")
        ? path.substring("torch.".length())
        : otherwise;
  }

  private static Optional<Value> randint(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    Value size =
        keywords.getOrDefault("size", arguments.isEmpty() ? Value.NONE : arguments.getLast());
    return size instanceof SequenceValue
        ? Optional.of(
            new TensorSampleValue(interpreter.iteration.list(size), dtype(keywords, "int64")))
        : Optional.empty();
  }

  private static Optional<Value> full(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    if (arguments.isEmpty() || !(arguments.getFirst() instanceof SequenceValue size)) {
      return Optional.empty();
    }
    Value fill =
        arguments.size() > 1 ? arguments.get(1) : keywords.getOrDefault("fill_value", Value.NONE);
    String natural =
        fill instanceof IntValue ? "int64" : fill instanceof BoolValue ? "bool" : "float32";
    return Optional.of(
        new TensorSampleValue(interpreter.iteration.list(size), dtype(keywords, natural)));
  }

  private static Optional<Value> arange(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    boolean whole =
        !arguments.isEmpty() && arguments.stream().allMatch(each -> each instanceof IntValue);
    if (!whole) {
      return Optional.empty();
    }
    Value range = interpreter.calls.call(Builtins.lookup("range").orElseThrow(), arguments);
    return Optional.of(
        new TensorSampleValue(
            List.of(IntValue.of(((RangeValue) range).length())), dtype(keywords, "int64")));
  }

  private static Optional<Value> tensor(List<Value> arguments, Map<String, Value> keywords) {
    List<Value> shape = new ArrayList<>();
    Value value = arguments.isEmpty() ? Value.NONE : arguments.getFirst();
    while (value instanceof ListValue || value instanceof TupleValue) {
      SequenceValue sequence = (SequenceValue) value;
      shape.add(IntValue.of(sequence.size()));
      value = sequence.size() == 0 ? Value.NONE : sequence.get(0);
    }
    String natural =
        value instanceof IntValue ? "int64" : value instanceof BoolValue ? "bool" : "float32";
    boolean clear = Numbers.isNumber(value) || !shape.isEmpty();
    return clear
        ? Optional.of(new TensorSampleValue(shape, dtype(keywords, natural)))
        : Optional.empty();
  }

  /** An attribute or method of a tensor. */
  static Value attribute(Interpreter interpreter, TensorSampleValue tensor, String name) {
    if (SAME.contains(name)) {
      return new BuiltinFunction("Tensor." + name, (_, _, _) -> tensor);
    }
    if (CASTS.containsKey(name)) {
      return new BuiltinFunction(
          "Tensor." + name, (_, _, _) -> new TensorSampleValue(tensor.shape(), CASTS.get(name)));
    }
    return switch (name) {
      case "shape" -> new TupleValue(tensor.shape());
      case "dtype" -> new OpaqueValue("torch." + tensor.dtype());
      case "ndim" -> IntValue.of(tensor.shape().size());
      case "size" ->
          new BuiltinFunction(
              "Tensor.size",
              (in, args, _) ->
                  args.isEmpty()
                      ? new TupleValue(tensor.shape())
                      : in.subscripts.get(new TupleValue(tensor.shape()), args.getFirst()));
      case "dim" ->
          new BuiltinFunction("Tensor.dim", (_, _, _) -> IntValue.of(tensor.shape().size()));
      case "to", "type" ->
          new BuiltinFunction("Tensor.to", (_, args, kw) -> cast(tensor, args, kw));
      case "reshape", "view" ->
          new BuiltinFunction("Tensor." + name, (in, args, _) -> reshape(in, tensor, args));
      case "T" -> new TensorSampleValue(tensor.shape().reversed(), tensor.dtype());
      default -> interpreter.unknown("attribute " + name + " of a tensor is not evaluated");
    };
  }

  private static Value cast(
      TensorSampleValue tensor, List<Value> arguments, Map<String, Value> keywords) {
    for (Value each : arguments) {
      if (each instanceof OpaqueValue(String path) && path.startsWith("torch.")) {
        return new TensorSampleValue(tensor.shape(), path.substring("torch.".length()));
      }
    }
    return new TensorSampleValue(tensor.shape(), dtype(keywords, tensor.dtype()));
  }

  private static Value reshape(
      Interpreter interpreter, TensorSampleValue tensor, List<Value> arguments) {
    List<Value> shape = shape(interpreter, arguments);
    boolean clear =
        shape.stream()
            .allMatch(each -> each instanceof IntValue number && number.value().signum() >= 0);
    return clear
        ? new TensorSampleValue(shape, tensor.dtype())
        : interpreter.unknown("the shape of a reshaped tensor is not evaluated");
  }
}
