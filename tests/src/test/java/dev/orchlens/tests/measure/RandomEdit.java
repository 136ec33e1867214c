package dev.orchlens.tests.measure;

import java.util.List;
import java.util.Random;

/**
 * One edit such as people, tools and accidents make: of the range, in UTF-16 code units, by the
 * text.
 *
 * @param start where it begins, between characters, never inside a surrogate pair or a line break
 */
record RandomEdit(int start, int end, String by) {
  /** What a stray key, a paste or a broken tool may leave; most of it breaks a program. */
  private static final List<String> SCRAPS =
      List.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ":",
          ",",
          ".",
          "=",
          "'",
          "\"",
          "\"\"\"",
          "#",
          "\\",
          "@",
          "*",
          "->",
          " ",
          "\t",
          "x",
          "self",
          "0",
          "1",
          "99",
          "pl.",
          "def ",
          "class ",
          "return ",
          "for i in pl.range(4):",
          "if True:",
          "else:",
          "with pl.scope():",
          "with pl.manual_scope():",
          "lambda",
          "f'{",
          "\n",
          "\r\n",
          "\r",
          "\n\n",
          "\n    ",
          "\n        x = 1\n",
          "\n@pl.jit\ndef f(a):\n    return a\n",
          "é",
          "变量",
          "𝒳",
          "\u2028",
          "\u00a0",
          "\ufeff",
          "\u200b",
          "\u0000",
          "\f",
          "1e999",
          "0x",
          "-1",
          "2**70",
          "None",
          "not ",
          "await ",
          "import os\n",
          "from config import *\n",
          "NUM = NUM + 1\n");

  /** Chooses an edit of a text. {@code other} is a text to paste from. Texts may be empty. */
  static RandomEdit of(String text, String other, Random random) {
    RandomEdit edit = any(text, other, random);
    return edit.whole(text);
  }

  private static RandomEdit any(String text, String other, Random random) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> insert(text, SCRAPS.get(random.nextInt(SCRAPS.size())), random);
      case 2, 3 -> deleteCharacters(text, random);
      case 4 -> number(text, random);
      case 5 -> deleteLines(text, random);
      case 6 -> duplicate(text, random);
      case 7 -> swap(text, random);
      case 8 -> indent(text, random);
      case 9 -> dedent(text, random);
      case 10 -> paste(text, other, random);
      default -> word(text, random);
    };
  }

  /** What the text is after the edit. */
  String apply(String text) {
    return text.substring(0, start) + by + text.substring(end);
  }

  /** The edit that takes this one back, in the text that it left. */
  RandomEdit undo(String before) {
    return new RandomEdit(start, start + by.length(), before.substring(start, end))
        .whole(apply(before));
  }

  /**
   * The same edit, grown so that it begins and ends between characters and line breaks, as the
   * protocol wants.
   */
  private RandomEdit whole(String text) {
    boolean before = isInside(text, start);
    boolean after = isInside(text, end);
    return new RandomEdit(
        before ? start - 1 : start,
        after ? end + 1 : end,
        (before ? text.substring(start - 1, start) : "")
            + by
            + (after ? text.substring(end, end + 1) : ""));
  }

  private static boolean isInside(String text, int offset) {
    return offset > 0
        && offset < text.length()
        && (Character.isSurrogatePair(text.charAt(offset - 1), text.charAt(offset))
            || text.charAt(offset - 1) == '\r' && text.charAt(offset) == '\n');
  }

  private static RandomEdit insert(String text, String scrap, Random random) {
    int at = random.nextInt(text.length() + 1);
    return new RandomEdit(at, at, scrap);
  }

  private static RandomEdit deleteCharacters(String text, Random random) {
    int start = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), start + 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 3));
    return new RandomEdit(start, end, "");
  }

  /** Gives the next number in the text another value, which most often keeps a program valid. */
  private static RandomEdit number(String text, Random random) {
    int start = random.nextInt(text.length() + 1);
    while (start < text.length() && !isDigit(text, start)) {
      start++;
    }
    int end = start;
    while (end < text.length() && isDigit(text, end)) {
      end++;
    }
    return start == end
        ? insert(text, "7", random)
        : new RandomEdit(start, end, Integer.toString(random.nextInt(200)));
  }

  private static boolean isDigit(String text, int at) {
    char c = text.charAt(at);
    return c >= '0' && c <= '9';
  }

  /** Replaces a word by another one of the same text. */
  private static RandomEdit word(String text, Random random) {
    RandomEdit from = wordAt(text, random);
    RandomEdit to = wordAt(text, random);
    return new RandomEdit(from.start, from.end, text.substring(to.start, to.end));
  }

  private static RandomEdit wordAt(String text, Random random) {
    int start = random.nextInt(text.length() + 1);
    while (start < text.length() && !Character.isJavaIdentifierPart(text.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < text.length()
        && end < start + 40
        && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return new RandomEdit(start, end, "");
  }

  private static RandomEdit deleteLines(String text, Random random) {
    RandomEdit lines = lines(text, 1 + random.nextInt(4), random);
    return new RandomEdit(lines.start, lines.end, "");
  }

  private static RandomEdit duplicate(String text, Random random) {
    RandomEdit lines = lines(text, 1 + random.nextInt(4), random);
    return new RandomEdit(lines.end, lines.end, text.substring(lines.start, lines.end));
  }

  private static RandomEdit swap(String text, Random random) {
    RandomEdit first = lines(text, 1, random);
    int end = lineEnd(text, first.end);
    String one = text.substring(first.start, first.end);
    String two = text.substring(first.end, end);
    return new RandomEdit(first.start, end, two + one);
  }

  private static RandomEdit indent(String text, Random random) {
    RandomEdit lines = lines(text, 1 + random.nextInt(5), random);
    String indented =
        text.substring(lines.start, lines.end)
            .replaceAll("(?m)^(?=.)", random.nextInt(6) == 0 ? " " : "    ");
    return new RandomEdit(lines.start, lines.end, indented);
  }

  private static RandomEdit dedent(String text, Random random) {
    RandomEdit lines = lines(text, 1 + random.nextInt(5), random);
    String dedented = text.substring(lines.start, lines.end).replaceAll("(?m)^ {1,4}", "");
    return new RandomEdit(lines.start, lines.end, dedented);
  }

  private static RandomEdit paste(String text, String other, Random random) {
    RandomEdit copied = lines(other, 1 + random.nextInt(12), random);
    int at = lines(text, 1, random).start;
    return new RandomEdit(at, at, other.substring(copied.start, copied.end));
  }

  /** Some whole lines with their line breaks. */
  private static RandomEdit lines(String text, int count, Random random) {
    int start = random.nextInt(text.length() + 1);
    start = text.lastIndexOf('\n', start - 1) + 1;
    int end = start;
    for (int i = 0; i < count; i++) {
      end = lineEnd(text, end);
    }
    return new RandomEdit(start, end, "");
  }

  private static int lineEnd(String text, int from) {
    int found = text.indexOf('\n', from);
    return found < 0 ? text.length() : found + 1;
  }
}
