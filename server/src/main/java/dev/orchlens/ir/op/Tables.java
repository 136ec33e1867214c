package dev.orchlens.ir.op;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads tables of the class path: a row a line, cells separated by tabs, lines that begin with #
 * left out. A malformed table is a defect of the build, reported as {@link
 * IllegalArgumentException} with its line.
 */
public final class Tables {
  private Tables() {}

  /** Returns the items of a cell, separated by commas; a dash stands for none. */
  public static List<String> list(String cell) {
    return Arrays.stream(cell.split(","))
        .map(String::strip)
        .filter(s -> !s.isEmpty() && !s.equals("-"))
        .toList();
  }

  /** Returns the rows of the table {@code resource}, each of {@code columns} cells. */
  public static List<String[]> rows(String resource, int columns) {
    List<String[]> result = new ArrayList<>();
    try (InputStream in = Tables.class.getResourceAsStream(resource);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      int line = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        line++;
        if (text.isBlank() || text.startsWith("#")) {
          continue;
        }
        String[] cells = text.split("\t");
        if (cells.length != columns) {
          throw new IllegalArgumentException(
              resource + ":" + line + ": " + cells.length + " columns: " + text);
        }
        result.add(cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return result;
  }
}
