package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;

/**
 * A comment from its number sign to the end of its line. The range counts from the start of the
 * top-level item when the comment comes from a {@link TopLevel}, from the start of the document
 * when it comes from a {@link SyntaxTree}.
 */
public record Comment(SourceRange range, String text) {}
