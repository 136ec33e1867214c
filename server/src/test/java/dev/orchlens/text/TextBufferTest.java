package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many edits in one go are the same as one after the other, in text and in lines. */
class TextBufferTest {
  private static final String[] PIECES = {
    "", "a", "\n", "\r", "\r\n", "\n\n", "é😀", "x\ny\r\nz\r", "long line of text"
  };

  @Test
  void manyEditsAreTheSameAsOneByOne() {
    Random random = new Random(20261130);
    for (int round = 0; round < 300; round++) {
      String text = piece(random) + piece(random) + "start\r\nmiddle\rend\n" + piece(random);
      List<TextEdit> edits = new ArrayList<>();
      Document expected = Document.of("file:///a.py", 1, text);
      for (int i = 0; i < 20; i++) {
        TextEdit edit = edit(random, expected);
        edits.add(edit);
        SourceRange range = expected.lines().range(edit.range().orElseThrow());
        String edited =
            expected.text().substring(0, range.start())
                + edit.newText()
                + expected.text().substring(range.end());
        expected = Document.of("file:///a.py", 1, edited);
      }

      Document actual = Document.of("file:///a.py", 1, text).apply(edits, 2, CharacterUnit.UTF16);

      assertThat(actual.text()).isEqualTo(expected.text());
      assertThat(lines(actual.lines())).isEqualTo(lines(expected.lines()));
    }
  }

  private static String piece(Random random) {
    return PIECES[random.nextInt(PIECES.length)];
  }

  private static TextEdit edit(Random random, Document document) {
    int a = random.nextInt(document.text().length() + 1);
    int b = random.nextInt(3) == 0 ? random.nextInt(document.text().length() + 1) : a;
    TextRange range = document.lines().range(new SourceRange(Math.min(a, b), Math.max(a, b)));
    return TextEdit.replace(range, piece(random));
  }

  private static List<Integer> lines(LineIndex index) {
    List<Integer> starts = new ArrayList<>();
    for (int line = 0; line < index.lineCount(); line++) {
      starts.add(index.lineStart(line));
      starts.add(index.lineEnd(line));
    }
    return starts;
  }

  @Test
  void charactersCountInTheUnitOfTheClient() {
    assertThat(insertedAt(CharacterUnit.UTF8, 7)).isEqualTo("'é😀|'");
    assertThat(insertedAt(CharacterUnit.UTF16, 4)).isEqualTo("'é😀|'");
    assertThat(insertedAt(CharacterUnit.UTF32, 3)).isEqualTo("'é😀|'");
    assertThat(insertedAt(CharacterUnit.UTF8, 5)).isEqualTo("'é|😀'");
    assertThat(insertedAt(CharacterUnit.UTF8, 99)).isEqualTo("'é😀'|");
  }

  private static String insertedAt(CharacterUnit unit, int character) {
    TextPosition place = new TextPosition(0, character);
    List<TextEdit> edits = List.of(TextEdit.replace(new TextRange(place, place), "|"));
    return Document.of("file:///a.py", 1, "'é😀'").apply(edits, 2, unit).text();
  }

  @Test
  void theEndOfTheTextHasSeveralNames() {
    assertThat(replace("a\nb", 0, 0, 99, 0)).isEqualTo("!");
    assertThat(replace("a\nb", 1, 0, 2, 0)).isEqualTo("a\n!");
    assertThatThrownBy(() -> replace("a\nb", 1, 0, 3, 0))
        .isInstanceOf(BadEditException.class)
        .hasMessage("an edit is at 3:0, and the text has 2 lines");
  }

  private static String replace(
      String text, int line, int character, int endLine, int endCharacter) {
    TextRange range =
        new TextRange(new TextPosition(line, character), new TextPosition(endLine, endCharacter));
    return Document.of("file:///a.py", 1, text)
        .apply(List.of(TextEdit.replace(range, "!")), 2, CharacterUnit.UTF16)
        .text();
  }
}
