package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.orchlens.tests.docs.DiagnosticsPage;
import dev.orchlens.tests.docs.DiagnosticsPage.Example;
import dev.orchlens.tests.docs.DiagnosticsPage.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The examples of docs/diagnostics.md that need a server give what the page says. */
@Tag("slow")
class DiagnosticsInServerTest {
  private static final String URI = "file:///work/program.py";

  @TestFactory
  Stream<DynamicTest> anExampleGivesItsDiagnosticAndTheOneThatMendsItGivesNone()
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Section section : DiagnosticsPage.sections()) {
      for (Example example : section.examples()) {
        if (example.needsServer()) {
          tests.add(
              DynamicTest.dynamicTest(
                  section.code() + (example.wrong() ? " is given" : " is mended"),
                  () ->
                      assertThat(shown(example))
                          .isEqualTo(
                              example.wrong() ? List.of("1 " + section.code()) : List.of())));
        }
      }
    }
    return tests.stream();
  }

  /** What a server publishes of an example, each diagnostic as its line from 1 and its code. */
  private static List<String> shown(Example example) throws IOException {
    String[] memory =
        example.megabytes().stream().mapToObj(n -> "-Xmx" + n + "m").toArray(String[]::new);
    try (RawClient client = new RawClient(memory)) {
      client.hello("{\"capabilities\":{}}");
      client.open(URI, example.program());
      JsonObject told = client.told("textDocument/publishDiagnostics");
      if (!example.edit().isEmpty()) {
        assertThat(told.getAsJsonArray("diagnostics")).isEmpty();
        client.tell(
            "textDocument/didChange",
            "{\"textDocument\":{\"uri\":\""
                + URI
                + "\",\"version\":2},\"contentChanges\":"
                + example.edit()
                + "}");
        told = client.told("textDocument/publishDiagnostics");
      }
      return told.getAsJsonArray("diagnostics").asList().stream()
          .map(
              each ->
                  line(each.getAsJsonObject())
                      + " "
                      + each.getAsJsonObject().get("code").getAsString())
          .toList();
    }
  }

  private static int line(JsonObject diagnostic) {
    JsonObject start = diagnostic.getAsJsonObject("range").getAsJsonObject("start");
    return start.get("line").getAsInt() + 1;
  }
}
