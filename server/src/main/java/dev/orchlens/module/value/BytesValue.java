package dev.orchlens.module.value;

/** A Python {@code bytes}; each character of {@code value} stands for one byte, 0 to 255. */
public record BytesValue(String value) implements Value {}
