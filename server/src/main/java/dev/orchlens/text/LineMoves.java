package dev.orchlens.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where the lines of one version of a document are in a later one. Lines that are the same text
 * stay with it; of lines that were rewritten, the first stands for the first, and so on, and those
 * that have no counterpart are gone.
 */
public final class LineMoves {
  private static final int GONE = -1;

  /** Up to how many pairs of rewritten lines are looked at for the likest ones. */
  private static final int MAX_COMPARED = 10_000;

  private final Document before;
  private final Document after;
  private final int[] places;

  private LineMoves(Document before, Document after) {
    this.before = before;
    this.after = after;
    this.places = new int[before.lines().lineCount()];
  }

  /**
   * Compares two versions; the work is that of reading both, and of sorting what lies between their
   * first and last difference.
   */
  public static LineMoves between(Document before, Document after) {
    LineMoves moves = new LineMoves(before, after);
    Arrays.fill(moves.places, GONE);
    moves.compare(new Hunk(0, moves.places.length, 0, after.lines().lineCount()), true);
    return moves;
  }

  /** Returns where a line is now, both counted from 0; nothing when it is gone or never was. */
  public OptionalInt line(int line) {
    return line < 0 || line >= places.length || places[line] == GONE
        ? OptionalInt.empty()
        : OptionalInt.of(places[line]);
  }

  /**
   * Returns where a stretch of the earlier version is now; nothing when the line it starts on is
   * gone.
   */
  public Optional<TextRange> range(TextRange range) {
    OptionalInt first = line(range.start().line());
    if (first.isEmpty()) {
      return Optional.empty();
    }
    TextPosition start = position(range.start(), first.getAsInt());
    OptionalInt last = line(range.end().line());
    TextPosition end = last.isEmpty() ? start : position(range.end(), last.getAsInt());
    return Optional.of(new TextRange(start, end.compareTo(start) < 0 ? start : end));
  }

  /**
   * What a line has in common with its earlier text, at its start and at its end, keeps its
   * characters.
   */
  private TextPosition position(TextPosition position, int line) {
    String old = before.line(position.line());
    String now = after.line(line);
    int head = head(old, now);
    int tail = tail(old, now, head);
    int character = position.character();
    if (character > head) {
      character = character >= old.length() - tail ? character + now.length() - old.length() : head;
    }
    return new TextPosition(line, Math.min(character, now.length()));
  }

  /** Lines of both versions, ends exclusive. */
  private record Hunk(int oldFrom, int oldTo, int newFrom, int newTo) {}

  private void compare(Hunk hunk, boolean anchored) {
    int oldFrom = hunk.oldFrom;
    int newFrom = hunk.newFrom;
    while (oldFrom < hunk.oldTo && newFrom < hunk.newTo && same(oldFrom, newFrom)) {
      places[oldFrom++] = newFrom++;
    }
    int oldTo = hunk.oldTo;
    int newTo = hunk.newTo;
    while (oldFrom < oldTo && newFrom < newTo && same(oldTo - 1, newTo - 1)) {
      places[--oldTo] = --newTo;
    }
    Hunk rest = new Hunk(oldFrom, oldTo, newFrom, newTo);
    if (anchored && oldTo - oldFrom > 1 && newTo - newFrom > 1) {
      between(rest, anchors(rest));
    } else {
      rewritten(rest);
    }
  }

  /**
   * Pairs lines that were rewritten: those that are most alike, and the others between them in
   * their order.
   */
  private void rewritten(Hunk hunk) {
    int oldCount = hunk.oldTo - hunk.oldFrom;
    int newCount = hunk.newTo - hunk.newFrom;
    if (oldCount == newCount || (long) oldCount * newCount > MAX_COMPARED) {
      inOrder(hunk);
      return;
    }
    double[][] best = new double[oldCount + 1][newCount + 1];
    for (int i = oldCount - 1; i >= 0; i--) {
      for (int j = newCount - 1; j >= 0; j--) {
        double paired = likeness(hunk.oldFrom + i, hunk.newFrom + j);
        double apart = Math.max(best[i + 1][j], best[i][j + 1]);
        best[i][j] = paired > 0 ? Math.max(apart, paired + best[i + 1][j + 1]) : apart;
      }
    }
    int oldFrom = hunk.oldFrom;
    int newFrom = hunk.newFrom;
    for (int i = 0, j = 0; i < oldCount && j < newCount; ) {
      if (best[i][j] == best[i + 1][j]) {
        i++;
      } else if (best[i][j] == best[i][j + 1]) {
        j++;
      } else {
        inOrder(new Hunk(oldFrom, hunk.oldFrom + i, newFrom, hunk.newFrom + j));
        places[hunk.oldFrom + i] = hunk.newFrom + j;
        oldFrom = hunk.oldFrom + ++i;
        newFrom = hunk.newFrom + ++j;
      }
    }
    inOrder(new Hunk(oldFrom, hunk.oldTo, newFrom, hunk.newTo));
  }

  private void inOrder(Hunk hunk) {
    for (int i = 0; i < Math.min(hunk.oldTo - hunk.oldFrom, hunk.newTo - hunk.newFrom); i++) {
      places[hunk.oldFrom + i] = hunk.newFrom + i;
    }
  }

  /**
   * How much two lines share at their ends, indentation aside, as a part of the longer one; 0 where
   * it is less than half.
   */
  private double likeness(int oldLine, int newLine) {
    String old = before.line(oldLine).strip();
    String now = after.line(newLine).strip();
    int longer = Math.max(old.length(), now.length());
    int head = head(old, now);
    double shared = longer == 0 ? 0 : (double) (head + tail(old, now, head)) / longer;
    return shared < 0.5 ? 0 : shared;
  }

  private static int head(String old, String now) {
    int common = Math.min(old.length(), now.length());
    int head = 0;
    while (head < common && old.charAt(head) == now.charAt(head)) {
      head++;
    }
    return head;
  }

  private static int tail(String old, String now, int head) {
    int common = Math.min(old.length(), now.length()) - head;
    int tail = 0;
    while (tail < common
        && old.charAt(old.length() - 1 - tail) == now.charAt(now.length() - 1 - tail)) {
      tail++;
    }
    return tail;
  }

  /** Compares what lies between lines that are known to be the same. */
  private void between(Hunk hunk, List<int[]> anchors) {
    int oldFrom = hunk.oldFrom;
    int newFrom = hunk.newFrom;
    for (int[] anchor : anchors) {
      compare(new Hunk(oldFrom, anchor[0], newFrom, anchor[1]), false);
      places[anchor[0]] = anchor[1];
      oldFrom = anchor[0] + 1;
      newFrom = anchor[1] + 1;
    }
    compare(new Hunk(oldFrom, hunk.oldTo, newFrom, hunk.newTo), false);
  }

  /**
   * Pairs of lines with a text that both sides have exactly once, as many of them as keep their
   * order.
   */
  private List<int[]> anchors(Hunk hunk) {
    Map<String, Integer> once = once(before, hunk.oldFrom, hunk.oldTo);
    Map<String, Integer> onceNow = once(after, hunk.newFrom, hunk.newTo);
    List<int[]> pairs = new ArrayList<>();
    once.forEach(
        (text, line) -> {
          Integer now = onceNow.getOrDefault(text, GONE);
          if (line != GONE && now != GONE) {
            pairs.add(new int[] {line, now});
          }
        });
    pairs.sort((a, b) -> Integer.compare(a[0], b[0]));
    return longestAscending(pairs);
  }

  private static Map<String, Integer> once(Document document, int from, int to) {
    Map<String, Integer> lines = new HashMap<>();
    for (int line = from; line < to; line++) {
      lines.merge(document.line(line), line, (_, _) -> GONE);
    }
    return lines;
  }

  /**
   * The longest subsequence whose second numbers ascend: for each length the pair with the least
   * last number is kept.
   */
  private static List<int[]> longestAscending(List<int[]> pairs) {
    int[] lasts = new int[pairs.size()];
    int[] previous = new int[pairs.size()];
    int longest = 0;
    for (int i = 0; i < pairs.size(); i++) {
      int low = 0;
      int high = longest;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (pairs.get(lasts[middle])[1] < pairs.get(i)[1]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      previous[i] = low == 0 ? GONE : lasts[low - 1];
      lasts[low] = i;
      longest = Math.max(longest, low + 1);
    }
    List<int[]> found = new ArrayList<>();
    for (int i = longest == 0 ? GONE : lasts[longest - 1]; i != GONE; i = previous[i]) {
      found.add(pairs.get(i));
    }
    Collections.reverse(found);
    return found;
  }

  private boolean same(int oldLine, int newLine) {
    int start = before.lines().lineStart(oldLine);
    int length = before.lines().lineEnd(oldLine) - start;
    int newStart = after.lines().lineStart(newLine);
    return after.lines().lineEnd(newLine) - newStart == length
        && before.text().regionMatches(start, after.text(), newStart, length);
  }
}
