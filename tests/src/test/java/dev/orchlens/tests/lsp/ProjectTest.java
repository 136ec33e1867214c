package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a project's pyproject.toml chooses holds in the editor, also behind an edit of it. */
@Tag("slow")
class ProjectTest {
  @TempDir private Path folder;

  private void chooses(String lines) throws IOException {
    Files.writeString(folder.resolve("pyproject.toml"), "[tool.orchlens]\n" + lines);
  }

  private static List<String> shown(RawClient client) {
    JsonObject told = client.told("textDocument/publishDiagnostics");
    return told.getAsJsonArray("diagnostics").asList().stream()
        .map(each -> each.getAsJsonObject().get("code").getAsString())
        .toList();
  }

  private void projectChanged(RawClient client) throws IOException {
    client.tell(
        "workspace/didChangeWatchedFiles",
        "{\"changes\":[{\"uri\":\""
            + folder.resolve("pyproject.toml").toUri()
            + "\",\"type\":2}]}");
  }

  @Test
  void codesAndRootsAreThoseOfTheProject() throws IOException {
    Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/helper.py"), "");
    chooses("ignore = [\"module/assertion\"]\nroots = [\"lib\"]\n");
    try (RawClient client = new RawClient()) {
      client.hello("{\"capabilities\":{},\"rootUri\":\"" + folder.toUri() + "\"}");
      client.open(
          folder.resolve("main.py").toUri().toString(), "import helper\nassert False, 'no'\n");
      assertThat(shown(client)).isEmpty();

      chooses("");
      projectChanged(client);
      assertThat(shown(client)).containsExactly("module/not-found", "module/assertion-failed");

      chooses("roots = [\"lib\"]\n");
      projectChanged(client);
      assertThat(shown(client)).containsExactly("module/assertion-failed");
    }
  }

  @Test
  void aFileThatCannotBeTakenIsToldAndTheRestHolds() throws IOException {
    chooses("strict = 1\n");
    try (RawClient client = new RawClient()) {
      client.hello("{\"capabilities\":{},\"rootUri\":\"" + folder.toUri() + "\"}");
      assertThat(client.told("window/showMessage").get("message").getAsString())
          .isEqualTo(
              folder.resolve("pyproject.toml")
                  + ": 'strict' in [tool.orchlens] must be true or false.");
      client.open(folder.resolve("main.py").toUri().toString(), "assert False, 'no'\n");
      assertThat(shown(client)).containsExactly("module/assertion-failed");
    }
  }
}
