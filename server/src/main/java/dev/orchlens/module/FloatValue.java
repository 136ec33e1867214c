package dev.orchlens.module;

/** A Python {@code float}. */
public record FloatValue(double value) implements Value {}
