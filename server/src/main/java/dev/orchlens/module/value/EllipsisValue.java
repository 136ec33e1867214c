package dev.orchlens.module.value;

/** Python's {@code ...}. */
public record EllipsisValue() implements Value {}
