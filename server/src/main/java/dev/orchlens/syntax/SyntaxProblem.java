package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;

/**
 * Text that is not Python: where, and in plain English why not. The range counts from the start of
 * the top-level item when the problem comes from a {@link TopLevel}, from the start of the document
 * when it comes from a {@link SyntaxTree}.
 */
public record SyntaxProblem(SourceRange range, String message) {}
