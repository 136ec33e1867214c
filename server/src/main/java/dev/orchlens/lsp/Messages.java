package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileView;
import dev.orchlens.feature.Annotations;
import dev.orchlens.feature.Counts;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Translates between the protocol's positions and messages and ours. */
final class Messages {
  private Messages() {}

  static Protocol.AnnotationsParams annotations(
      FileView view,
      boolean complete,
      List<Annotations.Annotation> now,
      List<Annotations.Annotation> earlier,
      Counts counts) {
    List<Protocol.Annotation> all =
        Stream.concat(
                now.stream().map(a -> annotation(a, false)),
                earlier.stream().map(a -> annotation(a, true)))
            .sorted(Comparator.comparingInt(Protocol.Annotation::line))
            .toList();
    FileAnalysis found = view.found();
    return new Protocol.AnnotationsParams(found.uri(), found.version(), complete, all, counts);
  }

  private static Protocol.Annotation annotation(Annotations.Annotation a, boolean stale) {
    return new Protocol.Annotation(
        a.line(), a.text(), kind(a.kind()), stale, a.hoverMarkdown().orElse(null));
  }

  private static String kind(Annotations.Kind kind) {
    return switch (kind) {
      case NOW -> "now";
      case IF_ENABLED -> "ifEnabled";
      case WARNING -> "warning";
    };
  }
}
