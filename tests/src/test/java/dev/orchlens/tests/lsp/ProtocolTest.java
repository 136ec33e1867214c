package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of the protocol that a well-kept client never tries. */
@Tag("slow")
class ProtocolTest {
  private static final String HELLO = "{\"processId\":null,\"rootUri\":null,\"capabilities\":{}}";
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
  void requestsAtTheWrongTime() throws IOException, InterruptedException {
    String nowhere =
        "{\"textDocument\":{\"uri\":\"" + URI + "\"},\"position\":{\"line\":0,\"character\":0}}";
    try (RawClient client = new RawClient()) {
      assertThat(client.refusal("textDocument/hover", nowhere))
          .isEqualTo("-32002: The first request must be initialize.");
      client.hello(HELLO);
      assertThat(client.refusal("initialize", HELLO))
          .isEqualTo("-32600: The server is initialized already.");
      assertThat(client.ask("textDocument/hover", nowhere).get("result").isJsonNull()).isTrue();
      client.ask("shutdown", "null");
      assertThat(client.refusal("textDocument/hover", nowhere))
          .isEqualTo("-32600: The server was shut down and waits for exit.");
      client.tell("exit", "null");
      assertThat(client.end()).isZero();
    }
  }

  @Test
  void methodsThatThereAreNot() throws IOException {
    try (RawClient client = new RawClient()) {
      client.hello(HELLO);
      assertThat(client.refusal("textDocument/documentColor", "{}"))
          .isEqualTo("-32601: There is no method 'textDocument/documentColor' here.");
      assertThat(client.refusal("make/tea", "{}"))
          .isEqualTo("-32601: There is no method 'make/tea' here.");
      assertThat(client.refusal("$/unknown", "{}"))
          .isEqualTo("-32601: There is no method '$/unknown' here.");
      client.tell("textDocument/willSave", "{}");
      client.tell("$/unknown", "{}");
      client.open(URI, CHAIN);
      assertThat(client.told("textDocument/publishDiagnostics").get("version").getAsInt())
          .isEqualTo(1);
    }
  }

  @Test
  void headersInLowerCase() throws IOException {
    try (RawClient client = new RawClient()) {
      client.hello(HELLO);
      client.send("content-length", "{\"jsonrpc\":\"2.0\",\"method\":\"$/nothing\",\"params\":{}}");
      assertThat(client.refusal("make/tea", "{}")).startsWith("-32601");
    }
  }

  @Test
  void aServerWhoseClientIsGoneEnds() throws IOException, InterruptedException {
    Process client = new ProcessBuilder("cat").start();
    try (RawClient server = new RawClient()) {
      server.hello(HELLO.replace("null,\"rootUri\"", client.pid() + ",\"rootUri\""));
      client.destroy();
      assertThat(server.end()).isEqualTo(1);
    }
    try (RawClient server = new RawClient()) {
      server.hello(HELLO);
      server.hangUpOutput();
      server.open(URI, CHAIN);
      assertThat(server.end()).isEqualTo(1);
    }
  }

  @Test
  void documentsThatAreNotSavedYet() throws IOException {
    try (RawClient client = new RawClient()) {
      client.hello(
          "{\"capabilities\":{},\"initializationOptions\":{\"endOfLineDecorations\":true}}");
      client.open("untitled:Untitled-1", CHAIN);
      JsonObject annotations = client.told("orchlens/annotations");
      assertThat(annotations.get("uri").getAsString()).isEqualTo("untitled:Untitled-1");
      assertThat(annotations.getAsJsonArray("annotations").toString())
          .contains("\"text\":\"task 1 scale\"");
    }
  }

  @Test
  void positionsInBytes() throws IOException {
    String program = CHAIN.replace("t = self.scale(x, t)", "\u00e9\ud800\udf48 = self.scale(z, t)");
    String capabilities =
        "{\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-7\",\"ENCODING\",\"utf-16\"]}}}";
    assertThat(start(capabilities.replace("ENCODING", "utf-8"), program)).isEqualTo("utf-8 28");
    assertThat(start(capabilities.replace("ENCODING", "utf-16"), program)).isEqualTo("utf-16 25");
    assertThat(start(capabilities.replace("ENCODING", "utf-32"), program)).isEqualTo("utf-32 24");
  }

  /**
   * The encoding, and the character at which the name that is wrong starts; the same behind an edit
   * in its line.
   */
  private static String start(String hello, String program) throws IOException {
    try (RawClient client = new RawClient()) {
      JsonObject server = client.hello(hello).getAsJsonObject();
      client.open(URI, program);
      int first = undefinedAt(client);
      client.tell(
          "textDocument/didChange",
          "{\"textDocument\":{\"uri\":\""
              + URI
              + "\",\"version\":2},\"contentChanges\":[{\"range\":"
              + "{\"start\":{\"line\":16,\"character\":"
              + first
              + "},"
              + "\"end\":{\"line\":16,\"character\":"
              + (first + 1)
              + "}},\"text\":\"q\"}]}");
      assertThat(undefinedAt(client)).isEqualTo(first);
      return server.getAsJsonObject("capabilities").get("positionEncoding").getAsString()
          + " "
          + first;
    }
  }

  private static int undefinedAt(RawClient client) {
    JsonObject diagnostic =
        client
            .told("textDocument/publishDiagnostics")
            .getAsJsonArray("diagnostics")
            .get(0)
            .getAsJsonObject();
    assertThat(diagnostic.get("code").getAsString()).isEqualTo("name/undefined");
    return diagnostic.getAsJsonObject("range").getAsJsonObject("start").get("character").getAsInt();
  }

  @Test
  void aFolderThatIsNamedInTheOldWayOrAddedLater(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/sizes.py"), "ROWS = 4\n");
    Files.createDirectories(folder.resolve("programs"));
    String program = folder.resolve("programs/demo.py").toUri().toString();
    String text = "from lib.sizes import ROWS\n" + CHAIN;
    String root = folder.toUri().toString();
    try (RawClient client = new RawClient()) {
      client.hello("{\"rootUri\":\"" + root + "\",\"capabilities\":{}}");
      client.open(program, text);
      assertThat(client.told("textDocument/publishDiagnostics").getAsJsonArray("diagnostics"))
          .isEmpty();
    }
    try (RawClient client = new RawClient()) {
      client.hello(HELLO);
      client.open(program, text);
      assertThat(client.told("textDocument/publishDiagnostics").toString())
          .contains("module/not-found");
      client.tell(
          "workspace/didChangeWorkspaceFolders",
          "{\"event\":{\"added\":[{\"uri\":\"" + root + "\",\"name\":\"x\"}],\"removed\":[]}}");
      assertThat(client.told("textDocument/publishDiagnostics").getAsJsonArray("diagnostics"))
          .isEmpty();
      client.tell(
          "workspace/didChangeWorkspaceFolders",
          "{\"event\":{\"removed\":[{\"uri\":\"" + root + "\",\"name\":\"x\"}],\"added\":[]}}");
      assertThat(client.told("textDocument/publishDiagnostics").toString())
          .contains("module/not-found");
    }
  }
}
