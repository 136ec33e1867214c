package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Edits that cannot be of the text that the server has: it says so and takes nothing but the whole
 * text.
 */
@Tag("slow")
class OutOfStepTest {
  private static final String URI = "file:///work/demo.py";
  private static final String CHAIN =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          t = self.scale(x, t)
          y = self.scale(t, y)
          return y
          """);

  @Test
  void anOlderVersion() throws IOException {
    assertThat(told(change(1, "0", "0", "0", "0"))).isEqualTo("version 1 came behind version 1");
  }

  @Test
  void ranges() throws IOException {
    assertThat(told(change(2, "-1", "0", "0", "0")))
        .isEqualTo("an edit is at -1:0, and positions count from 0");
    assertThat(told(change(2, "3", "4", "3", "2")))
        .isEqualTo("an edit ends at 3:2, before it starts at 3:4");
    assertThat(told(change(2, "1", "0", "99", "0")))
        .isEqualTo("an edit is at 99:0, and the text has 20 lines");
  }

  private static String told(String change) throws IOException {
    try (RawClient client = new RawClient()) {
      client.hello("{\"capabilities\":{}}");
      client.open(URI, CHAIN.replace("self.scale(x, t)", "self.scale(z, t)"));
      assertThat(client.told("textDocument/publishDiagnostics").toString())
          .contains("name/undefined");

      client.tell("textDocument/didChange", change);

      String message = client.told("window/showMessage").get("message").getAsString();
      JsonObject lost = client.told("textDocument/publishDiagnostics");
      assertThat(lost.getAsJsonArray("diagnostics")).hasSize(1);
      assertThat(lost.toString()).contains("orchlens/out-of-step").contains(message);
      String hover =
          "{\"textDocument\":{\"uri\":\""
              + URI
              + "\"},\"position\":{\"line\":17,\"character\":20}}";
      assertThat(client.ask("textDocument/hover", hover).get("result").isJsonNull()).isTrue();

      client.tell("textDocument/didChange", change(7, "0", "0", "0", "0"));
      client.tell(
          "textDocument/didChange",
          "{\"textDocument\":{\"uri\":\""
              + URI
              + "\",\"version\":8},\"contentChanges\":[{\"text\":"
              + new com.google.gson.JsonPrimitive(CHAIN)
              + "}]}");
      JsonObject found = client.told("textDocument/publishDiagnostics");
      assertThat(found.get("version").getAsInt()).isEqualTo(8);
      assertThat(found.getAsJsonArray("diagnostics")).isEmpty();
      return message
          .replace("Orchlens has lost track of the text of demo.py: ", "")
          .replace(". Close the file and open it again.", "");
    }
  }

  private static String change(
      int version, String line, String character, String endLine, String endCharacter) {
    return "{\"textDocument\":{\"uri\":\""
        + URI
        + "\",\"version\":"
        + version
        + "},\"contentChanges\":[{\"range\":{"
        + "\"start\":{\"line\":"
        + line
        + ",\"character\":"
        + character
        + "},"
        + "\"end\":{\"line\":"
        + endLine
        + ",\"character\":"
        + endCharacter
        + "}},\"text\":\"#\"}]}";
  }
}
