package dev.orchlens.module.value;

/** A Python {@code str}; its length and indices count code points. */
public record StrValue(String value) implements Value {}
