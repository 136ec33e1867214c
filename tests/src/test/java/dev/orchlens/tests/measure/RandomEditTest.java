package dev.orchlens.tests.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random edits must be such as the protocol can state, and be taken back without a trace. */
class RandomEditTest {
  private static final String TEXT =
      "def f(𝒳):\r\n    return 𝒳 + 12\r\rclass C:\n    变量 = \"é\"\r\n";

  @Test
  void anEditAndItsUndoGiveTheTextBackAndCutNoCharacterAndNoLineBreak() {
    Random random = new Random(1);
    String text = TEXT;
    for (int i = 0; i < 3000; i++) {
      RandomEdit edit = RandomEdit.of(text, TEXT, random);
      String after = edit.apply(text);
      RandomEdit undo = edit.undo(text);
      assertThat(undo.apply(after)).isEqualTo(text);
      assertThat(cuts(text, edit.start()) || cuts(text, edit.end()))
          .as("%s in %s", edit, text)
          .isFalse();
      assertThat(cuts(after, undo.start()) || cuts(after, undo.end()))
          .as("%s in %s", undo, after)
          .isFalse();
      text = after.length() > 400 || after.isEmpty() ? TEXT : after;
    }
  }

  private static boolean cuts(String text, int offset) {
    return offset > 0
        && offset < text.length()
        && (text.startsWith("\r\n", offset - 1)
            || Character.isSurrogatePair(text.charAt(offset - 1), text.charAt(offset)));
  }
}
