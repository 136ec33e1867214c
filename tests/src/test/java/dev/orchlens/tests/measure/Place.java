package dev.orchlens.tests.measure;

/**
 * A place where a person would edit a program: the start of a line before a statement.
 *
 * @param action what an edit here is called in the tables
 * @param offset the start of the line, in UTF-16 code units
 * @param indent what the statements of this block begin with
 * @param comment whether a comment is written here instead of a statement
 */
record Place(String action, int offset, String indent, boolean comment) {
  /** A line never seen before; {@code number} must be another one each time. */
  String line(int number) {
    return indent + (comment ? "# edited " : "edited = ") + number + "\n";
  }
}
