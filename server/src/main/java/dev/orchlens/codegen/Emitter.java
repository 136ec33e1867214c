package dev.orchlens.codegen;

import dev.orchlens.ir.Origin;
import java.util.ArrayList;
import java.util.List;

/** Collects lines of C++, each with its indentation and the source it came from. */
final class Emitter {
  /**
   * A line of C++.
   *
   * @param level the depth of its indentation, 0 or more
   * @param text its text without indentation and newline
   * @param tokens what the text consists of
   * @param origin the source it came from
   */
  record Line(int level, String text, CppToken[] tokens, Origin origin) {}

  private static final CppToken[] NO_TOKENS = {};

  private final CppLexer lexer = new CppLexer();
  private List<Line> lines = new ArrayList<>();
  private int level;
  private Origin origin = Origin.none();

  /** Adds a line at the present indentation. */
  void line(String text) {
    lines.add(new Line(level, text, lexer.tokens(text), origin));
  }

  /** Adds an empty line, except at the head of a block. */
  void blank() {
    if (!lines.isEmpty() && !lines.getLast().text().endsWith("{")) {
      lines.add(new Line(0, "", NO_TOKENS, origin));
    }
  }

  /** Adds what {@code body} adds, one level deeper. */
  void nested(Runnable body) {
    level++;
    body.run();
    level--;
  }

  /** Adds what {@code body} adds as coming from {@code source}, or from the surrounding source when it is unknown. */
  void from(Origin source, Runnable body) {
    Origin outer = origin;
    origin = source.isKnown() ? source : outer;
    body.run();
    origin = outer;
  }

  /** Returns what {@code body} adds, at {@code atLevel}, without adding it here. */
  List<Line> collect(int atLevel, Runnable body) {
    List<Line> outerLines = lines;
    int outerLevel = level;
    lines = new ArrayList<>();
    level = atLevel;
    body.run();
    List<Line> collected = lines;
    lines = outerLines;
    level = outerLevel;
    return collected;
  }

  /** Adds lines that were collected before. */
  void add(List<Line> collected) {
    lines.addAll(collected);
  }

  /** Returns whether a line so far has a token. */
  boolean mentions(String token) {
    return lexer.has(token);
  }

  /** Returns what took the lines apart. */
  CppLexer lexer() {
    return lexer;
  }

  /** Returns the depth of the present indentation. */
  int level() {
    return level;
  }

  /** Returns the lines that were added so far. */
  List<Line> lines() {
    return List.copyOf(lines);
  }
}
