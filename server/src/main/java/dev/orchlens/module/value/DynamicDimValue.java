package dev.orchlens.module.value;

/**
 * What {@code pl.dynamic("M")} gives: a dimension that is known only when the program runs.
 *
 * @param name the name it was created with
 * @param site where it was created; two dimensions are the same one only if they were created by
 *     the same evaluation
 */
public record DynamicDimValue(String name, Site site) implements LanguageObject {}
