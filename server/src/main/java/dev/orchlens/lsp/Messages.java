package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.Annotations;
import java.util.List;

/** Translates between the protocol's positions and messages and ours. */
final class Messages {
  private Messages() {}

  static Protocol.AnnotationsParams annotations(FileAnalysis analysis, List<Annotations.Annotation> annotations) {
    return new Protocol.AnnotationsParams(
        analysis.uri(),
        analysis.version(),
        annotations.stream()
            .map(a -> new Protocol.Annotation(a.line(), a.text(), kind(a.kind()), a.hoverMarkdown().orElse(null)))
            .toList());
  }

  private static String kind(Annotations.Kind kind) {
    return switch (kind) {
      case NOW -> "now";
      case IF_ENABLED -> "ifEnabled";
      case WARNING -> "warning";
    };
  }
}
