package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineIndexTest {
  @Test
  void linesEndAtLineFeedCarriageReturnOrBoth() {
    LineIndex lines = LineIndex.of("a\nbc\r\nd\re");

    assertThat(lines.lineCount()).isEqualTo(4);
    assertThat(lines.position(0)).isEqualTo(new TextPosition(0, 0));
    assertThat(lines.position(3)).isEqualTo(new TextPosition(1, 1));
    assertThat(lines.position(6)).isEqualTo(new TextPosition(2, 0));
    assertThat(lines.position(8)).isEqualTo(new TextPosition(3, 0));
    assertThat(lines.lineEnd(0)).isEqualTo(1);
    assertThat(lines.lineEnd(1)).isEqualTo(4);
    assertThat(lines.lineEnd(2)).isEqualTo(7);
    assertThat(lines.lineEnd(3)).isEqualTo(9);
  }

  @Test
  void aFinalTerminatorOpensAnEmptyLine() {
    LineIndex lines = LineIndex.of("a\n");

    assertThat(lines.lineCount()).isEqualTo(2);
    assertThat(lines.position(2)).isEqualTo(new TextPosition(1, 0));
  }

  @Test
  void anEmptyTextHasOneLine() {
    LineIndex lines = LineIndex.of("");

    assertThat(lines.lineCount()).isEqualTo(1);
    assertThat(lines.position(0)).isEqualTo(TextPosition.START);
    assertThat(lines.offset(TextPosition.START)).isZero();
  }

  @Test
  void charactersCountUtf16CodeUnits() {
    String text = "中文 = '😀'; x";
    LineIndex lines = LineIndex.of(text);

    assertThat(lines.position(text.indexOf("x"))).isEqualTo(new TextPosition(0, 11));
    assertThat(lines.offset(new TextPosition(0, 11))).isEqualTo(text.indexOf("x"));
  }

  @Test
  void placesOutsideTheTextCountAsItsEnds() {
    LineIndex lines = LineIndex.of("ab\r\ncd");

    assertThat(lines.position(-3)).isEqualTo(new TextPosition(0, 0));
    assertThat(lines.position(99)).isEqualTo(new TextPosition(1, 2));
    assertThat(lines.offset(new TextPosition(0, 99))).isEqualTo(2);
    assertThat(lines.offset(new TextPosition(9, 0))).isEqualTo(6);
    assertThat(lines.offset(new TextPosition(-1, 5))).isZero();
  }

  @Test
  void aRangeWhoseEndLiesBeforeItsStartIsEmpty() {
    LineIndex lines = LineIndex.of("abc");

    assertThat(lines.range(new TextRange(new TextPosition(0, 2), new TextPosition(0, 1))))
        .isEqualTo(new SourceRange(2, 2));
  }
}
