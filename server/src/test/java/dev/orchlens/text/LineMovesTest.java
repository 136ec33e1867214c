package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where lines are after edits; {@code -} stands for one that is gone. */
class LineMovesTest {
  private static String moves(String before, String after) {
    LineMoves moves =
        LineMoves.between(
            Document.of("file:///a.py", 1, before), Document.of("file:///a.py", 2, after));
    List<String> places = new ArrayList<>();
    for (int line = 0; line < before.lines().count(); line++) {
      places.add(
          moves.line(line).isPresent() ? Integer.toString(moves.line(line).getAsInt()) : "-");
    }
    return String.join(" ", places);
  }

  @Test
  void linesThatStayAreWhereTheirTextIs() {
    assertThat(moves("a\nb\nc\n", "new\na\nb\nc\n")).isEqualTo("1 2 3");
    assertThat(moves("a\nb\nc\n", "a\nc\n")).isEqualTo("0 - 1");
  }

  @Test
  void editsFarApartLeaveWhatIsBetweenThem() {
    assertThat(moves("a\nb\nc\nd\ne\n", "top\na2\nb\nc\nd\nmore\ne2\n")).isEqualTo("1 2 3 4 6");
    assertThat(moves("head\nb\nc\nd\ntail\n", "head2\nb\nc\nd\ntail2\n")).isEqualTo("0 1 2 3 4");
  }

  @Test
  void aLineThatIsRewrittenStandsForItself() {
    assertThat(moves("a\nb = 1\nc\n", "a\nb = 12\nc\n")).isEqualTo("0 1 2");
    assertThat(moves("a\n    b = f(x)\nc\n", "a\n  b = f(x)\nc\n")).isEqualTo("0 1 2");
  }

  @Test
  void linesThatChangePlacesAreNotAllKept() {
    assertThat(moves("a\nb\nc\n", "c\na\nb\n")).isEqualTo("1 2 -");
  }

  @Test
  void charactersMoveWithTheirText() {
    Document before = Document.of("file:///a.py", 1, "t = f(x, y)\n");
    LineMoves moves =
        LineMoves.between(before, Document.of("file:///a.py", 2, "# new\n    t = f(x, yy)\n"));

    assertThat(moves.range(new TextRange(new TextPosition(0, 4), new TextPosition(0, 11))))
        .contains(new TextRange(new TextPosition(1, 0), new TextPosition(1, 16)));
  }
}
