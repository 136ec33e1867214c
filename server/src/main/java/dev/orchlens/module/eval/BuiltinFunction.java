package dev.orchlens.module.eval;

import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Map;

/** A function or type of Python or its standard library together with what a call does. */
public final class BuiltinFunction extends BuiltinValue {
  /** What a call does. */
  @FunctionalInterface
  public interface Body {
    Value call(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords);
  }

  private final Body body;

  public BuiltinFunction(String name, Body body) {
    this(name, body, List.of());
  }

  /** A function made from other values, such as a {@code functools.partial}. */
  public BuiltinFunction(String name, Body body, List<Value> parts) {
    super(name, parts);
    this.body = body;
  }

  public Body body() {
    return body;
  }
}
