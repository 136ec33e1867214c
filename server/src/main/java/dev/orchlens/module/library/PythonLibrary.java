package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Library;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The built-in names, types and libraries that are modelled. */
public final class PythonLibrary implements Library {

  @Override
  public Optional<Value> builtin(String name) {
    return Builtins.lookup(name);
  }

  @Override
  public boolean hasModule(String name) {
    return KnownLibraries.contains(name);
  }

  @Override
  public Value member(Interpreter interpreter, String path, String name) {
    return StandardLibrary.member(interpreter, path, name);
  }

  @Override
  public Optional<Value> attribute(Interpreter interpreter, Value base, String name) {
    return switch (base) {
      case TensorSampleValue tensor -> Optional.of(Tensors.attribute(interpreter, tensor, name));
      case BuiltinValue builtin -> StandardLibrary.attribute(builtin, name);
      case PathValue path -> PathMethods.find(path, name);
      default -> Methods.find(interpreter, base, name);
    };
  }

  @Override
  public Optional<Value> call(
      Interpreter interpreter, String path, List<Value> arguments, Map<String, Value> keywords) {
    return Tensors.call(interpreter, path, arguments, keywords);
  }

  @Override
  public String format(Interpreter interpreter, Value value, String specification) {
    return FormatSpec.format(interpreter, value, specification);
  }

  @Override
  public Value percent(Interpreter interpreter, String format, Value argument) {
    return PercentFormat.format(interpreter, format, argument);
  }
}
