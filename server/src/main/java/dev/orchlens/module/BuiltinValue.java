package dev.orchlens.module;

import java.util.List;
import java.util.Map;

/** A function or type of Python or its standard library that the evaluator models. */
public final class BuiltinValue implements CallableValue {
  /** What a call does. */
  @FunctionalInterface
  interface Body {
    Value call(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords);
  }

  private final String name;
  private final Body body;
  private final List<Value> parts;

  BuiltinValue(String name, Body body) {
    this(name, body, List.of());
  }

  /** A function made from other values, such as a {@code functools.partial}. */
  BuiltinValue(String name, Body body, List<Value> parts) {
    this.name = name;
    this.body = body;
    this.parts = List.copyOf(parts);
  }

  /** The dotted name, such as {@code len} or {@code math.ceil}. */
  public String name() {
    return name;
  }

  /** The values that the function was made from, if any. */
  public List<Value> parts() {
    return parts;
  }

  Body body() {
    return body;
  }
}
