package dev.orchlens.codegen.cpp;

import java.util.Arrays;

/**
 * Takes lines of generated C++ apart. Equal tokens are one object, so that what a word means is
 * looked up once in a text, however often the text has the word.
 */
public final class CppLexer {
  private static final int FIRST_CAPACITY = 1 << 12;
  private static final int FIRST_TOKENS_OF_LINE = 64;

  /** The factor of the hash of strings in Java, which is computed here while a word is read. */
  private static final int HASH_FACTOR = 31;

  private static final int ASCII = 128;

  private CppToken[] table = new CppToken[FIRST_CAPACITY];
  private final CppToken[] marks = new CppToken[ASCII];
  private CppToken[] ofLine = new CppToken[FIRST_TOKENS_OF_LINE];
  private int found;
  private int count;

  /**
   * Returns the tokens of a line, without comments: names, numbers, strings, {@code ::} and {@code
   * ->}, characters.
   */
  public CppToken[] tokens(String line) {
    found = 0;
    int i = start(line, 0);
    while (i < line.length()) {
      int end = CppWords.isWordPart(line.charAt(i)) ? addWord(line, i) : addMark(line, i);
      i = start(line, end);
    }
    return Arrays.copyOf(ofLine, found);
  }

  /** Returns whether a line so far had {@code text} as a token. */
  boolean has(String text) {
    return table[slot(text)] != null;
  }

  /** Returns the token that {@code text} is. */
  public CppToken token(String text) {
    return token(text, 0, text.length(), text.hashCode());
  }

  /** Returns how many different tokens the lines so far had. */
  public int count() {
    return count;
  }

  /**
   * Returns where the first token from a position on starts; the end of the line when there is
   * none.
   */
  private static int start(String line, int from) {
    int i = from;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c == '/' && line.startsWith("//", i)) {
        return line.length();
      }
      if (c == '/' && line.startsWith("/*", i)) {
        int close = line.indexOf("*/", i + 2);
        i = close < 0 ? line.length() : close + 2;
      } else if (Character.isWhitespace(c)) {
        i++;
      } else {
        return i;
      }
    }
    return i;
  }

  /** Adds the name or number at {@code start}; returns its end. */
  private int addWord(String line, int start) {
    boolean isNumber = CppWords.isDigit(line.charAt(start));
    int hash = 0;
    int end = start;
    while (end < line.length()) {
      char c = line.charAt(end);
      if (!CppWords.isWordPart(c) && !(isNumber && c == '.')) {
        break;
      }
      hash = HASH_FACTOR * hash + c;
      end++;
    }
    add(token(line, start, end, hash));
    return end;
  }

  /** Adds the string or the characters at {@code start} that are no word; returns their end. */
  private int addMark(String line, int start) {
    char first = line.charAt(start);
    int end = start + 1;
    if (first == '"') {
      int close = line.indexOf('"', end);
      end = close < 0 ? line.length() : close + 1;
    } else if (line.startsWith("::", start) || line.startsWith("->", start)) {
      end = start + 2;
    }
    add(end == start + 1 ? mark(first) : token(line.substring(start, end)));
    return end;
  }

  private CppToken mark(char mark) {
    if (marks[mark] == null) {
      marks[mark] = token(String.valueOf(mark));
    }
    return marks[mark];
  }

  private void add(CppToken token) {
    if (found == ofLine.length) {
      ofLine = Arrays.copyOf(ofLine, 2 * found);
    }
    ofLine[found++] = token;
  }

  private CppToken token(String line, int start, int end, int hash) {
    int slot = slot(line, start, end, hash);
    CppToken known = table[slot];
    if (known != null) {
      return known;
    }
    String text = line.substring(start, end);
    CppToken made = new CppToken(text, CppWords.kind(text), count++);
    table[slot] = made;
    if (2 * count > table.length) {
      grow();
    }
    return made;
  }

  /**
   * Returns where the table holds the token between two positions of a line, or the free slot where
   * it belongs.
   */
  private int slot(String line, int start, int end, int hash) {
    int mask = table.length - 1;
    int slot = (hash ^ hash >>> 16) & mask;
    while (table[slot] != null && !isText(table[slot].text(), line, start, end)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private int slot(String text) {
    return slot(text, 0, text.length(), text.hashCode());
  }

  private static boolean isText(String text, String line, int start, int end) {
    return text.length() == end - start && line.startsWith(text, start);
  }

  private void grow() {
    CppToken[] tokens = table;
    table = new CppToken[2 * tokens.length];
    for (CppToken token : tokens) {
      if (token != null) {
        table[slot(token.text())] = token;
      }
    }
  }
}
