package dev.orchlens.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Place;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import org.junit.jupiter.api.Test;

/** Names of programs and of files may be any text, and Markdown shows them as they are. */
class WordingTest {
  @Test
  void codeShowsBackticksAndStaysOnItsLine() {
    assertThat(Wording.code("mix")).isEqualTo("`mix`");
    assertThat(Wording.code("a`b\nc")).isEqualTo("`` a`b c ``");
  }

  @Test
  void cellsKeepTheirTable() {
    assertThat(Wording.cell("a | b")).isEqualTo("`a \\| b`");
  }

  @Test
  void linksShowTheNameOfTheFile() {
    TextRange line = new TextRange(new TextPosition(4, 0), new TextPosition(4, 1));

    assertThat(Wording.link(new Place("file:///work/__init__[1].py", line)))
        .isEqualTo("[\\_\\_init\\_\\_\\[1\\].py:5](file:///work/__init__[1].py#L5)");
  }
}
