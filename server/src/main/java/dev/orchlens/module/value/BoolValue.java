package dev.orchlens.module.value;

/** Python's {@code True} or {@code False}. */
public record BoolValue(boolean value) implements Value {}
