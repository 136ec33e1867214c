package dev.orchlens.analysis;

import dev.orchlens.text.TextRange;
import java.util.List;
import java.util.function.Consumer;

/**
 * What of a file is wanted first.
 *
 * @param lines the stretches of the file that somebody looks at
 * @param early gets what is known as soon as all programs that those lines belong to are analysed,
 *     while others are not; it is called at most once, by the thread that analyses
 */
public record Focus(List<TextRange> lines, Consumer<FileAnalysis> early) {
  public Focus {
    lines = List.copyOf(lines);
  }

  /** Returns the focus of somebody who waits for all of it. */
  public static Focus none() {
    return new Focus(List.of(), _ -> {});
  }
}
