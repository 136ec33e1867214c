package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file that wants more memory than there is costs itself alone. */
@Tag("slow")
class MemoryTest {
  private static final String LARGE = "file:///work/large.py";
  private static final String SMALL = "file:///work/small.py";
  private static final String HELLO =
      "{\"capabilities\":{},\"initializationOptions\":{\"endOfLineDecorations\":true}}";

  @Test
  void aFileThatIsTooLargeSaysSoAndOthersGoOn() throws IOException {
    String large = Programs.run("y = self.scale(x, y)\n".repeat(20_000) + "return y\n");
    String small = Programs.run("y = self.scale(x, y)\nreturn y\n");
    try (RawClient client = new RawClient("-Xmx48m")) {
      client.hello(HELLO);
      client.open(LARGE, large);

      JsonObject told = client.told("textDocument/publishDiagnostics");
      assertThat(told.get("uri").getAsString()).isEqualTo(LARGE);
      assertThat(told.getAsJsonArray("diagnostics").toString())
          .contains("more memory than the server has (-Xmx)");
      assertThat(client.told("orchlens/annotations").getAsJsonArray("annotations")).isEmpty();

      client.open(SMALL, small);

      JsonObject annotations = client.told("orchlens/annotations");
      assertThat(annotations.get("uri").getAsString()).isEqualTo(SMALL);
      assertThat(annotations.getAsJsonArray("annotations").toString()).contains("task 0");
    }
  }
}
