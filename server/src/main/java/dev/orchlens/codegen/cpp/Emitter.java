package dev.orchlens.codegen.cpp;

import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

  /** What is noted between lines and no text itself: what the code submits, and in which blocks. */
  public sealed interface Mark extends Part {}

  /**
   * The code submits something here.
   *
   * @param submission what it submits
   */
  public record Submits(Submission submission) implements Mark {
    @Override
    public Origin origin() {
      return submission.origin();
    }
  }

  /**
   * A body of a statement begins here.
   *
   * @param owner the statement
   */
  public record Enters(Stmt owner) implements Mark {
    @Override
    public Origin origin() {
      return owner.origin();
    }
  }

  /**
   * The body that was entered last ends here.
   *
   * @param origin the statement
   */
  public record Leaves(Origin origin) implements Mark {}

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
    int last = lines.size() - 1;
    while (last >= 0 && lines.get(last) instanceof Mark) {
      last--;
    }
    if (last >= 0 && !(lines.get(last) instanceof Line line && line.text().endsWith("{"))) {
      lines.add(new Line(0, "", NO_TOKENS, origin));
    }
  }

  /** Notes that the code submits something here. */
  public void submits(Submission submission) {
    lines.add(new Submits(submission));
  }

  /** Adds what {@code body} adds as what a body of {@code owner} holds. */
  public void inside(Stmt owner, Runnable body) {
    lines.add(new Enters(owner));
    body.run();
    lines.add(new Leaves(owner.origin()));
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

  /** Returns the source that lines come from at present. */
  public Origin origin() {
    return origin;
  }

  /** Returns the depth of the present indentation. */
  int level() {
    return level;
  }

  /** Returns what the lines so far submit, in the blocks of the text. */
  public List<Submission> submissions() {
    Deque<List<Submission>> open = new ArrayDeque<>();
    open.push(new ArrayList<>());
    Deque<Stmt> owners = new ArrayDeque<>();
    for (Part part : lines) {
      switch (part) {
        case Submits(Submission submission) -> open.element().add(submission);
        case Enters(Stmt owner) -> {
          owners.push(owner);
          open.push(new ArrayList<>());
        }
        case Leaves _ -> {
          Submission block = new Submission.Block(owners.pop(), open.pop());
          open.element().add(block);
        }
        case Line _, Fill _ -> {}
      }
    }
    return open.pop();
  }

  /** Returns the lines that were added so far. */
  public List<Part> lines() {
    return List.copyOf(lines);
  }
}
