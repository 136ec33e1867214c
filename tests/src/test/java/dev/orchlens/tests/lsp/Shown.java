package dev.orchlens.tests.lsp;

import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/**
 * What the editor shows, as text that a test can state in full. Lines count from 1, as a reader
 * counts them.
 */
final class Shown {
  private Shown() {}

  /** The lines of a program that have annotations, each with its annotations below it. */
  static String annotations(String program, Editor.Annotations annotations) {
    StringBuilder out = new StringBuilder();
    List<String> lines = program.lines().toList();
    int before = -1;
    for (Editor.Annotation annotation : annotations.annotations()) {
      if (annotation.line() != before) {
        out.append(lines.get(annotation.line()).strip()).append('\n');
        before = annotation.line();
      }
      out.append("  ")
          .append(annotation.kind())
          .append(annotation.stale() ? " (stale): " : ": ")
          .append(annotation.text())
          .append('\n');
    }
    return out.toString();
  }

  /**
   * Diagnostics, each with its place, severity, code and message, and the other places it names
   * below it.
   */
  static String diagnostics(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(Shown::diagnostic).collect(Collectors.joining());
  }

  private static String diagnostic(Diagnostic diagnostic) {
    StringBuilder out = new StringBuilder(range(diagnostic.getRange()));
    out.append(' ')
        .append(diagnostic.getSeverity())
        .append(' ')
        .append(diagnostic.getCode().getLeft());
    out.append(": ").append(diagnostic.getMessage().getLeft()).append('\n');
    if (diagnostic.getRelatedInformation() != null) {
      diagnostic
          .getRelatedInformation()
          .forEach(
              other ->
                  out.append("  ")
                      .append(range(other.getLocation().getRange()))
                      .append(' ')
                      .append(other.getMessage())
                      .append('\n'));
    }
    return out.toString();
  }

  /** A range as {@code line:column-line:column}, from 1. */
  static String range(Range range) {
    return position(range.getStart()) + "-" + position(range.getEnd());
  }

  static String position(Position position) {
    return (position.getLine() + 1) + ":" + (position.getCharacter() + 1);
  }
}
