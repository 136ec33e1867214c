package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.SharedList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Collects lines of C++, each with its indentation and the source it came from. */
public final class Emitter {
  /** A part of the text. */
  public sealed interface Part {
    /** Returns the source it came from. */
    Origin origin();
  }

  /**
   * A line of C++.
   *
   * @param level the depth of its indentation, 0 or more
   * @param text its text without indentation and newline
   * @param tokens what the text consists of
   * @param origin the source it came from
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Line(int level, String text, CppToken[] tokens, Origin origin) implements Part {}

  /**
   * Lines that put TaskIds into an array. There may be as many as pairs of launches, so they are
   * written only where the text is asked for.
   *
   * @param level the depth of their indentation, 0 or more
   * @param taskIds the C++ expressions of the TaskIds
   * @param alwaysValid which of them need no guard
   * @param array the array
   * @param count the variable that counts what is in it
   * @param origin the source they came from
   */
  public record Fill(
      int level,
      List<String> taskIds,
      Predicate<String> alwaysValid,
      String array,
      String count,
      Origin origin)
      implements Part {
    /** Returns the line of one TaskId, without indentation and newline. */
    String line(String taskId) {
      String guard = alwaysValid.test(taskId) ? "" : "if (" + taskId + ".is_valid()) ";
      return guard + array + "[" + count + "++] = " + taskId + ";";
    }
  }

  private static final CppToken[] NO_TOKENS = {};

  private final CppLexer lexer = new CppLexer();
  private final SharedList.Once<String> filled = new SharedList.Once<>();
  private List<Part> lines = new ArrayList<>();
  private int level;
  private Origin origin = Origin.none();

  /** Adds a line at the present indentation. */
  public void line(String text) {
    lines.add(new Line(level, text, lexer.tokens(text), origin));
  }

  /**
   * Adds lines that put {@code taskIds}, of which those in {@code alwaysValid} need no guard, into
   * an array.
   */
  public void fill(
      List<String> taskIds, Predicate<String> alwaysValid, String array, String count) {
    Fill fill = new Fill(level, taskIds, alwaysValid, array, count, origin);
    filled.each(taskIds, taskId -> lexer.tokens(fill.line(taskId)));
    lines.add(fill);
  }

  /** Adds an empty line, except at the head of a block. */
  public void blank() {
    if (!lines.isEmpty() && !(lines.getLast() instanceof Line last && last.text().endsWith("{"))) {
      lines.add(new Line(0, "", NO_TOKENS, origin));
    }
  }

  /** Adds what {@code body} adds, one level deeper. */
  public void nested(Runnable body) {
    level++;
    body.run();
    level--;
  }

  /**
   * Adds what {@code body} adds as coming from {@code source}, or from the surrounding source when
   * it is unknown.
   */
  public void from(Origin source, Runnable body) {
    Origin outer = origin;
    origin = source.isKnown() ? source : outer;
    body.run();
    origin = outer;
  }

  /** Returns what {@code body} adds, at {@code atLevel}, without adding it here. */
  public List<Part> collect(int atLevel, Runnable body) {
    List<Part> outerLines = lines;
    int outerLevel = level;
    lines = new ArrayList<>();
    level = atLevel;
    body.run();
    List<Part> collected = lines;
    lines = outerLines;
    level = outerLevel;
    return collected;
  }

  /** Adds lines that were collected before. */
  public void add(List<Part> collected) {
    lines.addAll(collected);
  }

  /** Returns whether a line so far has a token. */
  public boolean mentions(String token) {
    return lexer.has(token);
  }

  /** Returns what took the lines apart. */
  public CppLexer lexer() {
    return lexer;
  }

  /** Returns the depth of the present indentation. */
  int level() {
    return level;
  }

  /** Returns the lines that were added so far. */
  public List<Part> lines() {
    return List.copyOf(lines);
  }
}
