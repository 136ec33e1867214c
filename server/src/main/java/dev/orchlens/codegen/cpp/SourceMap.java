package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Origin;
import java.util.List;

/**
 * Which source each line of the generated text came from.
 *
 * @param lines the origin of each line, from line 0; {@link Origin#none()} for lines that no
 *     statement stands for
 */
public record SourceMap(List<Origin> lines) {
  public SourceMap {
    lines = List.copyOf(lines);
  }

  /**
   * Returns the source of a line.
   *
   * @param line the line's number, from 0; one behind the text has no source
   */
  public Origin origin(int line) {
    return line < lines.size() ? lines.get(line) : Origin.none();
  }
}
