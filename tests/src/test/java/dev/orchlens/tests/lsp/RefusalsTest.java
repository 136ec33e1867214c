package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests without what they need: they are refused with words for who writes the client, and
 * nothing else happens.
 */
@Tag("slow")
class RefusalsTest {
  private static final String URI = "file:///work/demo.py";
  private static final int INVALID_PARAMS = -32602;

  @Test
  void requestsOfOurOwn() throws IOException {
    JsonObject noPosition = new JsonObject();
    noPosition.addProperty("uri", URI);
    JsonObject nowhere = Editor.at(URI, 0, 0);
    nowhere.remove("uri");
    JsonObject words = Editor.at(URI, 0, 0);
    words.getAsJsonObject("position").addProperty("line", "first");
    try (Editor editor = Editor.start()) {
      editor.open(URI, Programs.run("return y\n"));
      List<Function<JsonObject, CompletableFuture<?>>> requests =
          List.of(
              editor.server()::taskGraph,
              editor.server()::dependencyReport,
              editor.server()::generatedOrchestration);
      for (var request : requests) {
        assertThat(refusal(request.apply(null))).matches("orchlens/\\w+ needs params\\.");
        assertThat(refusal(request.apply(nowhere))).isEqualTo("params.uri is missing.");
        assertThat(refusal(request.apply(Editor.at(URI, -1, 0))))
            .isEqualTo("Lines and characters count from 0; there is no -1:0.");
        assertThat(refusal(request.apply(words)))
            .startsWith("The params do not fit the method: Expected an int but was first")
            .endsWith("$.params.position.line");
      }
      assertThat(refusal(editor.server().taskGraph(noPosition)))
          .isEqualTo("params.position is missing.");
      assertThat(editor.messages()).isEmpty();
    }
  }

  @Test
  void requestsOfTheProtocol() throws IOException {
    TextDocumentIdentifier document = new TextDocumentIdentifier(URI);
    try (Editor editor = Editor.start()) {
      editor.open(URI, Programs.run("return y\n"));
      var service = editor.server().getTextDocumentService();
      assertThat(refusal(service.hover(null))).isEqualTo("textDocument/hover needs params.");
      assertThat(
              refusal(
                  service.hover(new HoverParams(new TextDocumentIdentifier(), new Position(0, 0)))))
          .isEqualTo("params.textDocument.uri is missing.");
      HoverParams nowhere = new HoverParams();
      nowhere.setTextDocument(document);
      assertThat(refusal(service.hover(nowhere))).isEqualTo("params.position is missing.");
      InlayHintParams everywhere = new InlayHintParams();
      everywhere.setTextDocument(document);
      assertThat(refusal(service.inlayHint(everywhere)))
          .isEqualTo("params.range is missing or lacks its start or end.");
      assertThat(editor.messages()).isEmpty();
    }
  }

  @Test
  void commands() throws IOException {
    String generate = "orchlens.generateOrchestration";
    String takes = generate + " takes the URI of a document and the name of what to generate.";
    try (Editor editor = Editor.start()) {
      var service = editor.server().getWorkspaceService();
      assertThat(refusal(service.executeCommand(null)))
          .isEqualTo("workspace/executeCommand needs params.");
      assertThat(refusal(service.executeCommand(new ExecuteCommandParams("make.tea", List.of()))))
          .isEqualTo("There is no command 'make.tea'.");
      assertThat(refusal(service.executeCommand(new ExecuteCommandParams(generate, null))))
          .isEqualTo(takes);
      assertThat(
              refusal(
                  service.executeCommand(
                      new ExecuteCommandParams(
                          generate, List.of(new JsonPrimitive(URI), new JsonPrimitive(1))))))
          .isEqualTo(takes);
      assertThat(editor.messages()).isEmpty();
    }
  }

  /** Waits for the refusal of a request and returns what it says. */
  private static String refusal(CompletableFuture<?> answer) {
    ExecutionException failure =
        catchThrowableOfType(
            ExecutionException.class, () -> answer.get(Editor.LIMIT_SECONDS, TimeUnit.SECONDS));
    assertThat(failure).hasCauseInstanceOf(ResponseErrorException.class);
    var error = ((ResponseErrorException) failure.getCause()).getResponseError();
    assertThat(error.getCode()).as(error.getMessage()).isEqualTo(INVALID_PARAMS);
    return error.getMessage();
  }
}
