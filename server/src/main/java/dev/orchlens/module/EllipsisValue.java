package dev.orchlens.module;

/** Python's {@code ...}. */
public record EllipsisValue() implements Value {}
