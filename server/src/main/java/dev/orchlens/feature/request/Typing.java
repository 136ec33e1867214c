package dev.orchlens.feature.request;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The brackets around a place in a text that is being typed, and so may be broken: read backwards
 * from the place, without the syntax tree.
 *
 * @param before the text before the innermost open bracket, at most some lines of it
 * @param bracket that bracket: a round, square or curly one
 * @param inside what stands between the bracket and the place
 */
record Typing(String before, char bracket, String inside) {
  /** How far a call or list is followed back, in characters. */
  private static final int FAR = 4_000;

  private static final Pattern CALL = Pattern.compile("(?s).*?\\b((?:pl|pld)(?:\\.\\w+)+)\\s*$");
  private static final Pattern KEYWORD = Pattern.compile("(?s).*\\b(\\w+)\\s*=\\s*$");

  /** Returns the innermost bracket that is open at an offset. */
  static Optional<Typing> at(String text, int offset) {
    Deque<Character> closed = new ArrayDeque<>();
    for (int i = offset - 1; i >= Math.max(0, offset - FAR); i--) {
      char c = text.charAt(i);
      if (c == ')' || c == ']' || c == '}') {
        closed.push(c);
      } else if (c == '(' || c == '[' || c == '{') {
        if (closed.isEmpty()) {
          return Optional.of(
              new Typing(
                  text.substring(Math.max(0, i - 200), i), c, text.substring(i + 1, offset)));
        }
        closed.pop();
      }
    }
    return Optional.empty();
  }

  /** Returns whether this is the list of {@code deps=}. */
  boolean isDeps() {
    Matcher keyword = KEYWORD.matcher(before);
    return bracket == '[' && keyword.matches() && keyword.group(1).equals("deps");
  }

  /** Returns the path of the operation that is called, {@code pl.add}, if it is one of ours. */
  Optional<String> call() {
    Matcher call = CALL.matcher(before);
    return bracket == '(' && call.matches() ? Optional.of(call.group(1)) : Optional.empty();
  }

  /** Returns how many commas are between the bracket and the place, outside of other brackets. */
  int commas() {
    int depth = 0;
    int commas = 0;
    for (int i = 0; i < inside.length(); i++) {
      switch (inside.charAt(i)) {
        case '(', '[', '{' -> depth++;
        case ')', ']', '}' -> depth--;
        case ',' -> commas += depth == 0 ? 1 : 0;
        default -> {}
      }
    }
    return commas;
  }

  /** Returns what is written of the argument at the place. */
  String argument() {
    int depth = 0;
    for (int i = inside.length() - 1; i >= 0; i--) {
      switch (inside.charAt(i)) {
        case ')', ']', '}' -> depth++;
        case '(', '[', '{' -> depth--;
        case ',' -> {
          if (depth == 0) {
            return inside.substring(i + 1).strip();
          }
        }
        default -> {}
      }
    }
    return inside.strip();
  }
}
