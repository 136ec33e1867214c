package dev.orchlens.module.value;

/** A value that the DSL makes or names; what it means is for the lowering to say. */
public sealed interface LanguageObject extends Value
    permits LanguageValue, LanguageIndexed, LanguageCall, DynamicDimValue, Definition {}
