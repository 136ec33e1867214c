package dev.orchlens.module.value;

/** Python's {@code slice}: each part is an integer or {@code None}. */
public record SliceValue(Value lower, Value upper, Value step) implements Value {}
