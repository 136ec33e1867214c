package dev.orchlens.module.value;

/** Python's {@code None}. */
public record NoneValue() implements Value {}
