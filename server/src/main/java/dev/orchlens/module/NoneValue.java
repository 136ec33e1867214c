package dev.orchlens.module;

/** Python's {@code None}. */
public record NoneValue() implements Value {}
