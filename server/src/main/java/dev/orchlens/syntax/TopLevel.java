package dev.orchlens.syntax;

import dev.orchlens.text.Fingerprint;
import java.util.List;

/**
 * One item of a module: a compound statement with all its clauses and decorators, or one line of
 * simple statements. It does not know where in the file it stands; all ranges below it count from
 * the start of {@code text}.
 *
 * @param text the item's text from its first token to the end of its last line, terminator excluded
 * @param fingerprint the hash of that text
 * @param statements usually one; more where a line joins several with semicolons
 * @param comments the comments inside the item, in order
 * @param problems what is wrong with the item's syntax, in order
 */
public record TopLevel(
    String text,
    Fingerprint fingerprint,
    List<Stmt> statements,
    List<Comment> comments,
    List<SyntaxProblem> problems) {
  public TopLevel {
    statements = List.copyOf(statements);
    comments = List.copyOf(comments);
    problems = List.copyOf(problems);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
