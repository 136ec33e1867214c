package dev.orchlens.grammar;

/**
 * Something that is not Python: the offsets in UTF-16 code units, {@code end} exclusive, and a
 * sentence that says what is wrong there.
 */
public record GrammarProblem(int start, int end, String message) {}
