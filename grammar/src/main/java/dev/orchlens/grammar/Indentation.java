package dev.orchlens.grammar;

import java.util.Arrays;

/** The blocks open at a place, by how far their lines are indented. */
final class Indentation {
  /** As many as CPython allows. */
  private static final int MAX_DEPTH = 100;

  private int[] columns = new int[16];
  private int[] alternatives = new int[16];
  private boolean[] ofCases = new boolean[16];
  private int depth;
  private boolean casesExpected;

  /**
   * The column of the line at hand with a tab counted as one blank: shows whether blanks and tabs
   * are mixed up.
   */
  int alternative;

  void reset() {
    depth = 0;
    columns[0] = 0;
    alternatives[0] = 0;
    casesExpected = false;
  }

  /**
   * Begins an item whose first line is indented by {@code column}, which is 0 in a sound module.
   */
  void start(int column) {
    columns[0] = column;
    alternatives[0] = alternative;
  }

  /** Whether the block at hand is that of a match statement, which holds only cases. */
  boolean isOfCases() {
    return ofCases[depth] && depth > 0;
  }

  /**
   * Whether the line at hand lies deeper than blocks may be nested; what stands there is not read.
   */
  boolean isTooDeep() {
    return depth > MAX_DEPTH;
  }

  /** Says that the next deeper block is that of a match statement. */
  void expectCases() {
    casesExpected = true;
  }

  /**
   * Opens or closes blocks so that the line at {@code offset}, indented by {@code column}, fits,
   * and adds the tokens that say so. Returns what is wrong with the indentation, or the empty text.
   */
  String moveTo(int column, int offset, TokenBuffer tokens) {
    boolean first = tokens.size() == 0;
    String complaint = first && column > 0 ? "this line is indented although no block is open" : "";
    if (isTooDeep() && column >= columns[depth]) {
      complaint = ""; // It was said where the first such line stands.
    } else if (column > columns[depth]) {
      complaint = alternative <= alternatives[depth] ? mixed() : complaint;
      push(column);
      complaint =
          isTooDeep() ? "blocks are nested more than " + MAX_DEPTH + " deep here" : complaint;
      tokens.add(PythonLexer.INDENT, offset, offset);
    } else {
      while (depth > 0 && columns[depth] > column && columns[depth - 1] >= column) {
        depth--;
        tokens.add(PythonLexer.DEDENT, offset, offset);
      }
      if (columns[depth] != column) {
        complaint =
            "this line is indented less than the block before it but more than the one around it";
        columns[depth] = column;
      } else if (alternative != alternatives[depth]) {
        complaint = mixed();
      }
      alternatives[depth] = alternative;
    }
    casesExpected = false;
    return complaint;
  }

  /** Closes all blocks. */
  void closeAll(TokenBuffer tokens, int offset) {
    for (; depth > 0; depth--) {
      tokens.add(PythonLexer.DEDENT, offset, offset);
    }
  }

  private static String mixed() {
    return "tabs and blanks are mixed here, so that the depth depends on the width of a tab";
  }

  private void push(int column) {
    depth++;
    if (depth == columns.length) {
      columns = Arrays.copyOf(columns, depth * 2);
      alternatives = Arrays.copyOf(alternatives, depth * 2);
      ofCases = Arrays.copyOf(ofCases, depth * 2);
    }
    columns[depth] = column;
    alternatives[depth] = alternative;
    ofCases[depth] = casesExpected;
  }
}
