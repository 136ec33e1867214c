package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The settings and commands of docs/editor.md are those of the extension. */
class EditorPageTest {
  private static final Pattern SETTING = Pattern.compile("(?m)^\\| `(orchlens\\.[\\w.]+)` \\|");
  private static final Pattern COMMAND = Pattern.compile("\"Orchlens: ([^\"]+)\"");

  @Test
  void theTableHasTheSettings() throws IOException {
    assertThat(found(SETTING))
        .containsExactlyInAnyOrderElementsOf(
            contributed().getAsJsonObject("configuration").getAsJsonObject("properties").keySet());
  }

  @Test
  void theCommandsAreThere() throws IOException {
    List<String> titles =
        contributed().getAsJsonArray("commands").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .map(command -> command.get("title").getAsString())
            .toList();
    assertThat(found(COMMAND)).hasSizeGreaterThan(4).isSubsetOf(titles);
  }

  private static List<String> found(Pattern pattern) throws IOException {
    String page = Files.readString(DiagnosticCodesTest.root().resolve("docs/editor.md"));
    return pattern
        .matcher(page)
        .results()
        .map(match -> match.group(1).replace('\n', ' '))
        .distinct()
        .toList();
  }

  private static JsonObject contributed() throws IOException {
    String text =
        Files.readString(DiagnosticCodesTest.root().resolve("vscode-extension/package.json"));
    return JsonParser.parseString(text).getAsJsonObject().getAsJsonObject("contributes");
  }
}
