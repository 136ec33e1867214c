package dev.orchlens.module.value;

/** A function taken from an object: a call passes {@code self} first. */
public record BoundMethodValue(Value self, Value function) implements CallableValue {}
