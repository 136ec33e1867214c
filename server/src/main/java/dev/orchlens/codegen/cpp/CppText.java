package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A C++ text with the source of each of its lines. What may be as long as the square of the
 * launches is kept short.
 */
public final class CppText {
  private static final String INDENT = "    ";

  /** A part of the text: lines as they are, or those that fill an array. */
  private sealed interface Block {}

  private record Lines(String text, List<Origin> origins) implements Block {}

  private record Filled(Emitter.Fill fill) implements Block {}

  private final List<Block> blocks = new ArrayList<>();

  private CppText() {}

  /** Returns the text of some parts. */
  public static CppText of(List<Emitter.Part> parts) {
    CppText text = new CppText();
    StringBuilder lines = new StringBuilder();
    List<Origin> origins = new ArrayList<>();
    for (Emitter.Part part : parts) {
      switch (part) {
        case Emitter.Line line -> {
          lines.repeat(INDENT, line.level()).append(line.text()).append('\n');
          origins.add(line.origin());
        }
        case Emitter.Fill fill -> {
          text.add(lines, origins);
          text.blocks.add(new Filled(fill));
        }
        case Emitter.Mark _ -> {}
      }
    }
    text.add(lines, origins);
    return text;
  }

  private void add(StringBuilder lines, List<Origin> origins) {
    if (!origins.isEmpty()) {
      blocks.add(new Lines(lines.toString(), List.copyOf(origins)));
      lines.setLength(0);
      origins.clear();
    }
  }

  /** Returns the whole text; every line ends with a newline. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Block block : blocks) {
      switch (block) {
        case Lines lines -> text.append(lines.text);
        case Filled(Emitter.Fill fill) ->
            fill.taskIds()
                .forEach(
                    taskId ->
                        text.repeat(INDENT, fill.level()).append(fill.line(taskId)).append('\n'));
      }
    }
    return text.toString();
  }

  /** Returns the source of each line. */
  public SourceMap sourceMap() {
    List<Origin> origins = new ArrayList<>();
    for (Block block : blocks) {
      switch (block) {
        case Lines lines -> origins.addAll(lines.origins);
        case Filled(Emitter.Fill fill) ->
            origins.addAll(Collections.nCopies(fill.taskIds().size(), fill.origin()));
      }
    }
    return new SourceMap(origins);
  }
}
