package dev.orchlens.module.value;

/**
 * A subscript of a DSL name, such as {@code pl.Tensor[[M, N], pl.FP32]} held in a variable.
 *
 * @param base what is subscripted
 * @param index the index; a tuple where several are written
 */
public record LanguageIndexed(LanguageObject base, Value index) implements LanguageObject {}
