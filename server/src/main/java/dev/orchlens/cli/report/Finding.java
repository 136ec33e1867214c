package dev.orchlens.cli.report;

import dev.orchlens.analysis.FilePaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Range;

/**
 * A diagnostic of a file.
 *
 * @param file the file as the user named it
 * @param diagnostic what the editor would show
 * @param text the first line that it is about
 */
public record Finding(String file, Diagnostic diagnostic, String text) {
  /** How much a finding weighs; the worst comes first. */
  public enum Severity {
    ERROR,
    WARNING,
    NOTE;

    /** Returns the name as it is printed. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A place in a file; lines and columns count from 1. */
  record Spot(String file, int line, int column, int endLine, int endColumn) {
    static Spot of(String file, Range range) {
      return new Spot(
          file,
          range.getStart().getLine() + 1,
          range.getStart().getCharacter() + 1,
          range.getEnd().getLine() + 1,
          range.getEnd().getCharacter() + 1);
    }

    static Spot of(Location location) {
      return of(
          FilePaths.path(location.getUri()).map(Finding::name).orElse(location.getUri()),
          location.getRange());
    }

    /** Returns the file as seen from the current folder, if it lies in it. */
    String relative() {
      return name(Path.of(file));
    }

    @Override
    public String toString() {
      return file + ":" + line + ":" + column;
    }
  }

  /** Returns how much the finding weighs. */
  public Severity severity() {
    return switch (diagnostic.getSeverity()) {
      case Error -> Severity.ERROR;
      case Warning -> Severity.WARNING;
      case Information, Hint -> Severity.NOTE;
    };
  }

  /** Returns the code; docs/diagnostics.md explains each. */
  public String code() {
    return diagnostic.getCode() == null ? "" : diagnostic.getCode().getLeft();
  }

  String message() {
    return diagnostic.getMessage().isLeft()
        ? diagnostic.getMessage().getLeft()
        : diagnostic.getMessage().getRight().getValue();
  }

  Spot spot() {
    return Spot.of(file, diagnostic.getRange());
  }

  List<DiagnosticRelatedInformation> related() {
    return diagnostic.getRelatedInformation() == null
        ? List.of()
        : diagnostic.getRelatedInformation();
  }

  /** Returns a path as seen from the current folder, if it lies in it. */
  static String name(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return (absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString();
  }
}
