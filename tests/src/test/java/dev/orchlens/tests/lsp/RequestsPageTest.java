package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.services.ServiceEndpoints;
import org.eclipse.lsp4j.services.LanguageServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of requests in docs/protocol.md, held against what a server offers. */
@Tag("slow")
class RequestsPageTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([\\w/]+)` \\| (?:`([\\w.]+)`|-) \\| (yes|no) \\| (\\S.*) \\|$");

  /** Asked for before there are capabilities, or after. */
  private static final Set<String> WITHOUT_CAPABILITY = Set.of("initialize", "shutdown");

  private record Row(String request, String capability, boolean answered) {}

  @Test
  void eachRequestOfTheProtocolHasItsRowAndEachRowSaysWhatTheServerOffers() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).extracting(Row::request).containsExactlyInAnyOrderElementsOf(requests());
    try (Editor editor = Editor.start(Options.plain().pulling())) {
      JsonObject offered =
          new MessageJsonHandler(Map.of())
              .getGson()
              .toJsonTree(editor.hello().getCapabilities())
              .getAsJsonObject();
      assertThat(rows)
          .filteredOn(row -> !WITHOUT_CAPABILITY.contains(row.request()))
          .allSatisfy(
              row ->
                  assertThat(isOffered(offered, row.capability()))
                      .as(row.request())
                      .isEqualTo(row.answered()));
    }
  }

  private static List<Row> rows() throws IOException {
    Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "protocol.md")));
    List<Row> rows = new ArrayList<>();
    while (row.find()) {
      String capability = row.group(2) == null ? "" : row.group(2);
      rows.add(new Row(row.group(1), capability, row.group(3).equals("yes")));
    }
    return rows;
  }

  /** Returns the requests of the protocol as our library for it knows them. */
  private static Set<String> requests() {
    return ServiceEndpoints.getSupportedMethods(LanguageServer.class).values().stream()
        .filter(method -> !method.isNotification())
        .map(JsonRpcMethod::getMethodName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isOffered(JsonObject offered, String path) {
    JsonElement found = offered;
    for (String name : path.split("\\.")) {
      if (found == null || !found.isJsonObject()) {
        return false;
      }
      found = found.getAsJsonObject().get(name);
    }
    return found != null && !(found.isJsonPrimitive() && found.getAsString().equals("false"));
  }
}
