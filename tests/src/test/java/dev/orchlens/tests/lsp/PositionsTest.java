package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lines and columns are those of the protocol, whatever the text is made of: columns count UTF-16
 * code units.
 */
@Tag("slow")
class PositionsTest {
  private static final String URI = "file:///work/demo.py";

  private static final String BODY =
      """
      t = pl.create_tensor([8, 8], dtype=pl.FP32)
      flat = pl.reshape(t, [64])
      y = self.scale(flat, y)
      return y
      """;

  @Test
  void carriageReturnsEndLines() throws IOException {
    assertThat(fallback(Programs.run(BODY).replace("\n", "\r\n"))).isEqualTo("18:24-18:28 flat");
  }

  @Test
  void loneCarriageReturnsEndLinesToo() throws IOException {
    assertThat(fallback(Programs.run(BODY).replace("\n", "\r"))).isEqualTo("18:24-18:28 flat");
  }

  @Test
  void aTabIsOneColumn() throws IOException {
    assertThat(fallback(Programs.run(BODY).replace("    ", "\t"))).isEqualTo("18:18-18:22 flat");
  }

  @Test
  void chineseCharactersAreOneColumnEach() throws IOException {
    assertThat(fallback(Programs.run(BODY).replace("flat", "平面张量"))).isEqualTo("18:24-18:28 平面张量");
  }

  @Test
  void lettersOutsideTheBasicPlaneAreTwoColumnsEach() throws IOException {
    assertThat(fallback(Programs.run(BODY).replace("flat", "𝒇𝒍"))).isEqualTo("18:24-18:28 𝒇𝒍");
  }

  @Test
  void emojiInCommentsAndTextMoveWhatFollows() throws IOException {
    String program =
        Programs.run(BODY)
            .replace("y = self.scale(flat, y)", "'🚀🚀'; y = self.scale(flat, y)  # 🚀");

    assertThat(fallback(program)).isEqualTo("18:32-18:36 flat");
  }

  @Test
  void editsBehindThemHitTheRightPlace() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(
          URI,
          Programs.run(BODY)
              .replace("y = self.scale(flat, y)", "'🚀'; y = self.scale(flat, y)  # 平"));
      int version = editor.replace(URI, "flat, y)", "x, y)");

      assertThat(editor.diagnostics(URI, version).getDiagnostics()).isEmpty();
    }
  }

  /** The place of the only diagnostic, with the text that the editor has there. */
  private static String fallback(String program) throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, program);
      var range = editor.diagnostics(URI, 1).getDiagnostics().getFirst().getRange();
      String text =
          program.substring(
              Positions.offset(program, range.getStart()),
              Positions.offset(program, range.getEnd()));
      return Shown.range(range) + " " + text;
    }
  }
}
