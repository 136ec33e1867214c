package dev.orchlens.module;

/** Python's {@code True} or {@code False}. */
public record BoolValue(boolean value) implements Value {}
