package dev.orchlens.module.value;

/** A Python {@code float}. */
public record FloatValue(double value) implements Value {}
