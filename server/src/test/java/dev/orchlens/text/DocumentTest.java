package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentTest {
  private static TextEdit edit(
      int line, int character, int endLine, int endCharacter, String text) {
    TextPosition start = new TextPosition(line, character);
    return TextEdit.replace(new TextRange(start, new TextPosition(endLine, endCharacter)), text);
  }

  private static String edited(String text, TextEdit... edits) {
    return Document.of("file:///a.py", 1, text)
        .apply(List.of(edits), 2, CharacterUnit.UTF16)
        .text();
  }

  @Test
  void anEditReplacesItsRange() {
    assertThat(edited("a = 1\nb = 2\n", edit(1, 4, 1, 5, "30"))).isEqualTo("a = 1\nb = 30\n");
  }

  @Test
  void anEditCanInsertAndDelete() {
    assertThat(edited("ab", edit(0, 1, 0, 1, "-\n-"))).isEqualTo("a-\n-b");
    assertThat(edited("a\nb\nc", edit(0, 1, 2, 0, ""))).isEqualTo("ac");
  }

  @Test
  void eachEditCountsInWhatTheOnesBeforeItLeft() {
    assertThat(edited("x", edit(0, 0, 0, 0, "a\n"), edit(1, 1, 1, 1, "y"))).isEqualTo("a\nxy");
  }

  @Test
  void anEditWithoutRangeReplacesAll() {
    assertThat(edited("old", TextEdit.replaceAll("new"), edit(0, 3, 0, 3, "er")))
        .isEqualTo("newer");
  }

  @Test
  void positionsCountUtf16CodeUnits() {
    assertThat(edited("'😀中'", edit(0, 3, 0, 4, "é"))).isEqualTo("'😀é'");
  }

  @Test
  void lineTerminatorsOfAllKindsStay() {
    assertThat(edited("a\r\nb\rc\nd", edit(1, 0, 1, 1, "B"), edit(2, 0, 2, 1, "C")))
        .isEqualTo("a\r\nB\rC\nd");
  }

  @Test
  void aCharacterBehindTheEndOfItsLineIsThatEnd() {
    assertThat(edited("ab\r\ncd", edit(0, 50, 0, 60, "!"))).isEqualTo("ab!\r\ncd");
  }

  @Test
  void theNewDocumentCarriesItsVersionAndTheOldOneStays() {
    Document old = Document.of("file:///a.py", 1, "a");
    Document changed = old.apply(List.of(edit(0, 1, 0, 1, "\nb")), 7, CharacterUnit.UTF16);

    assertThat(changed.version()).isEqualTo(7);
    assertThat(changed.uri()).isEqualTo("file:///a.py");
    assertThat(changed.lines().lineCount()).isEqualTo(2);
    assertThat(old.text()).isEqualTo("a");
    assertThat(old.lines().lineCount()).isEqualTo(1);
  }
}
