package dev.orchlens.feature;

import com.google.gson.JsonObject;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Hint;
import dev.orchlens.pass.deps.DirectionRewrite;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintLabelPart;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/**
 * Hints in the text: the direction of an argument where the compiler changed it and, for clients
 * that do not draw the ends of lines themselves, the annotations.
 */
public final class InlayHints {
  /** What stands before what is waited for. */
  private static final String ARROW = " <- ";

  private InlayHints() {}

  /**
   * Returns the hints in a range of the file.
   *
   * @param lineEnds whether annotations are hints too
   * @param wanted the kinds that the user wants to see
   * @param later whether the client asks for tooltips when it shows them
   */
  public static List<InlayHint> of(
      FileFacts facts, TextRange range, boolean lineEnds, Set<Hint> wanted, boolean later) {
    FileAnalysis analysis = facts.analysis();
    List<InlayHint> hints = new ArrayList<>();
    boolean directions = wanted.contains(Hint.DIRECTIONS);
    for (TaskNotes task : directions ? TaskNotes.of(facts) : List.<TaskNotes>of()) {
      for (DirectionRewrite rewrite : task.rewrites()) {
        analysis
            .places()
            .of(rewrite.argument().origin())
            .filter(
                place ->
                    place.uri().equals(analysis.uri()) && LspTypes.intersects(place.range(), range))
            .ifPresent(
                place -> {
                  InlayHint hint = hint(place.range().end(), ": " + rewrite.to().label());
                  hint.setTooltip(markdown(TaskHover.of(task)));
                  hints.add(hint);
                });
      }
    }
    if (lineEnds) {
      hints.addAll(lineEnds(facts, range, wanted, later));
    }
    return hints;
  }

  private static List<InlayHint> lineEnds(
      FileFacts facts, TextRange range, Set<Hint> wanted, boolean later) {
    FileAnalysis analysis = facts.analysis();
    Map<Integer, Map<String, Location>> targets = targets(facts, range);
    List<InlayHint> hints = new ArrayList<>();
    for (Annotations.Annotation annotation :
        Annotations.of(facts, Optional.empty(), wanted, line -> !later && isIn(line, range))) {
      int line = annotation.line();
      if (isIn(line, range)) {
        var lines = analysis.tree().document().lines();
        InlayHint hint = hint(lines.position(lines.lineEnd(line)), annotation.text());
        hint.setPaddingLeft(true);
        parts(annotation.text(), targets.getOrDefault(line, Map.of()))
            .ifPresent(parts -> hint.setLabel(Either.forRight(parts)));
        annotation.hoverMarkdown().ifPresent(text -> hint.setTooltip(markdown(text)));
        if (later) {
          hint.setData(data(analysis.uri(), line, annotation.text()));
        }
        hints.add(hint);
      }
    }
    return hints;
  }

  private static JsonObject data(String uri, int line, String text) {
    JsonObject data = new JsonObject();
    data.addProperty("uri", uri);
    data.addProperty("line", line);
    data.addProperty("text", text);
    return data;
  }

  /** Returns the document of a hint whose tooltip is asked for, if it has one to come. */
  public static Optional<String> document(InlayHint hint) {
    return hint.getData() instanceof JsonObject data
            && data.has("uri")
            && data.has("line")
            && data.has("text")
        ? Optional.of(data.get("uri").getAsString())
        : Optional.empty();
  }

  /**
   * Returns the tooltip of a hint that was sent without; nothing where the text has changed.
   *
   * @param hint one of which {@link #document} knows the document
   */
  public static Optional<Either<String, MarkupContent>> tooltip(FileFacts facts, InlayHint hint) {
    JsonObject data = (JsonObject) hint.getData();
    int line = data.get("line").getAsInt();
    String text = data.get("text").getAsString();
    return Annotations.of(
            facts, Optional.empty(), EnumSet.allOf(Hint.class), number -> number == line)
        .stream()
        .filter(annotation -> annotation.line() == line && annotation.text().equals(text))
        .flatMap(annotation -> annotation.hoverMarkdown().stream())
        .findFirst()
        .map(InlayHints::markdown);
  }

  /** Returns what the tasks of each line wait for, by name, with its place. */
  private static Map<Integer, Map<String, Location>> targets(FileFacts facts, TextRange range) {
    Map<Integer, Map<String, Location>> targets = new HashMap<>();
    for (TaskNotes task : TaskNotes.of(facts)) {
      int line = task.place().range().start().line();
      if (isIn(line, range) && task.waits().isPresent()) {
        for (Waits.Wait wait : task.waits().get().of(task.task())) {
          facts
              .analysis()
              .places()
              .of(wait.other().origin())
              .ifPresent(
                  place ->
                      targets
                          .computeIfAbsent(line, _ -> new HashMap<>())
                          .putIfAbsent(wait.other().name(), LspTypes.location(place)));
        }
      }
    }
    return targets;
  }

  /** Returns a text in parts, those that name what is waited for with their places. */
  private static Optional<List<InlayHintLabelPart>> parts(
      String text, Map<String, Location> targets) {
    int arrow = text.indexOf(ARROW);
    if (arrow < 0 || targets.isEmpty()) {
      return Optional.empty();
    }
    String names =
        targets.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    Matcher name = Pattern.compile("(?<!\\w)(?:" + names + ")(?!\\w)").matcher(text);
    List<InlayHintLabelPart> parts = new ArrayList<>();
    int told = 0;
    for (int from = arrow + ARROW.length(); name.find(from); from = name.end()) {
      parts.add(new InlayHintLabelPart(text.substring(told, name.start())));
      InlayHintLabelPart link = new InlayHintLabelPart(name.group());
      link.setLocation(targets.get(name.group()));
      parts.add(link);
      told = name.end();
    }
    if (told < text.length()) {
      parts.add(new InlayHintLabelPart(text.substring(told)));
    }
    return parts.size() > 1 ? Optional.of(parts) : Optional.empty();
  }

  private static boolean isIn(int line, TextRange range) {
    return line >= range.start().line() && line <= range.end().line();
  }

  private static InlayHint hint(TextPosition position, String label) {
    return new InlayHint(LspTypes.position(position), Either.forLeft(label));
  }

  private static Either<String, MarkupContent> markdown(String text) {
    return Either.forRight(new MarkupContent(MarkupKind.MARKDOWN, text));
  }
}
