package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outline of a file, the lenses above its functions, and the graph of their tasks. */
@Tag("slow")
class OutlineTest {
  private static final String URI = "file:///work/demo.py";

  private static final String CHAIN =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          t, first = pl.submit(self.scale, x, t)
          for i in pl.parallel(8):
              y, _ = pl.submit(self.part, i, t, y, deps=[first])
          return y
          """);

  private static final String FACTORY =
      """
      import pypto.language as pl


      def build(size: int):
          @pl.program
          class Sized:
              @pl.function(type=pl.FunctionType.InCore)
              def copy(self, x: pl.Tensor[[size], pl.FP32], y: pl.Out[pl.Tensor[[size], pl.FP32]]) -> pl.Tensor[[size], pl.FP32]:
                  return pl.store(pl.load(x, [0], [size]), [0], y)

              @pl.function(type=pl.FunctionType.Orchestration)
              def run(self, x: pl.Tensor[[size], pl.FP32], y: pl.Out[pl.Tensor[[size], pl.FP32]]) -> pl.Tensor[[size], pl.FP32]:
                  y = self.copy(x, y)
                  return y

          return Sized


      small = build(64)
      large = build(128)
      """;

  @Test
  void symbols() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);
      var symbols =
          editor.await(
              editor
                  .server()
                  .getTextDocumentService()
                  .documentSymbol(new DocumentSymbolParams(new TextDocumentIdentifier(URI))));

      assertThat(symbols.stream().map(s -> symbol(s.getRight(), "")).collect(Collectors.joining()))
          .isEqualTo(
              """
              Class Demo 4:1-20:17: program
                Function run 14:5-20:17: 2 tasks
                  Event task 0 scale 17:20-17:47: AIV
                  Event task 1 part 19:20-19:63: AIV
              """);
    }
  }

  private static String symbol(DocumentSymbol symbol, String indent) {
    return indent
        + symbol.getKind()
        + " "
        + symbol.getName()
        + " "
        + Shown.range(symbol.getRange())
        + ": "
        + symbol.getDetail()
        + "\n"
        + symbol.getChildren().stream()
            .map(s -> symbol(s, indent + "  "))
            .collect(Collectors.joining());
  }

  private static String lenses(Editor editor) {
    return editor
        .await(
            editor
                .server()
                .getTextDocumentService()
                .codeLens(new CodeLensParams(new TextDocumentIdentifier(URI))))
        .stream()
        .map(
            lens ->
                Shown.position(lens.getRange().getStart())
                    + " "
                    + lens.getCommand().getTitle()
                    + " -> "
                    + lens.getCommand().getCommand()
                    + " "
                    + lens.getCommand().getArguments()
                    + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void aFunctionOfSeveralProgramsIsOfferedWithEachOfThem() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, FACTORY);

      assertThat(lenses(editor))
          .isEqualTo(
              """
              12:9 small: 1 task, 0 edges, longest chain 1, widest 1 -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":11,"character":8}, "small"]
              12:9 small: no hazards -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":11,"character":8}, "small"]
              12:9 Show generated orchestration -> orchlens.showGeneratedOrchestration ["file:///work/demo.py", {"line":11,"character":8}, "small"]
              12:9 Show task graph -> orchlens.showTaskGraph ["file:///work/demo.py", {"line":11,"character":8}, "small"]
              12:9 large: 1 task, 0 edges, longest chain 1, widest 1 -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":11,"character":8}, "large"]
              12:9 large: no hazards -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":11,"character":8}, "large"]
              12:9 Show generated orchestration -> orchlens.showGeneratedOrchestration ["file:///work/demo.py", {"line":11,"character":8}, "large"]
              12:9 Show task graph -> orchlens.showTaskGraph ["file:///work/demo.py", {"line":11,"character":8}, "large"]
              """);
      List<Function<JsonObject, CompletableFuture<JsonElement>>> requests =
          List.of(
              editor.server()::generatedOrchestration,
              editor.server()::dependencyReport,
              editor.server()::taskGraph);
      for (var request : requests) {
        JsonObject place = Editor.at(URI, 12, 20);
        assertThat(choice(editor.await(request.apply(place))))
            .isEqualTo("\"small\" of [\"small\",\"large\"]");
        place.addProperty("entry", "large");
        assertThat(choice(editor.await(request.apply(place)))).startsWith("\"large\" of ");
        place.addProperty("entry", "none");
        assertThat(editor.await(request.apply(place))).isIn(null, JsonNull.INSTANCE);
      }
    }
  }

  private static String choice(JsonElement answer) {
    return answer.getAsJsonObject().get("entry") + " of " + answer.getAsJsonObject().get("entries");
  }

  @Test
  void lenses() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);

      assertThat(lenses(editor))
          .isEqualTo(
              """
              15:5 2 tasks, 2 edges, longest chain 9, widest 1 -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":14,"character":4}]
              15:5 1 hazard: 1 ordered by the runtime -> orchlens.copyDependencyReport ["file:///work/demo.py", {"line":14,"character":4}]
              15:5 Show generated orchestration -> orchlens.showGeneratedOrchestration ["file:///work/demo.py", {"line":14,"character":4}]
              15:5 Show task graph -> orchlens.showTaskGraph ["file:///work/demo.py", {"line":14,"character":4}]
              """);
    }
  }

  @Test
  void taskGraph() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);
      JsonObject graph =
          editor.await(editor.server().taskGraph(Editor.at(URI, 16, 12))).getAsJsonObject();

      assertThat(
              List.of("entry", "function", "version", "nodes", "groups", "edges", "entries")
                  .stream()
                  .map(key -> key + " " + graph.get(key) + "\n")
                  .collect(Collectors.joining()))
          .isEqualTo(
              """
              entry "Demo"
              function "run"
              version 1
              nodes [{"id":"task-0","kind":"task","label":"0  scale","group":"scope-0","sourceUri":"file:///work/demo.py","sourceLine":16},{"id":"task-1","kind":"task","label":"1  part","group":"scope-1","sourceUri":"file:///work/demo.py","sourceLine":18}]
              groups [{"id":"scope-0","kind":"scope","label":"AUTO","sourceUri":"file:///work/demo.py","sourceLine":14},{"id":"loop-0","kind":"loop","label":"parallel(8)","group":"scope-0","sourceUri":"file:///work/demo.py","sourceLine":17},{"id":"scope-1","kind":"scope","label":"AUTO","group":"loop-0","sourceUri":"file:///work/demo.py","sourceLine":17}]
              edges [{"from":"task-0","to":"task-1","kind":"user"},{"from":"task-0","to":"task-1","kind":"runtime","label":"t"},{"from":"task-1","to":"task-1","kind":"runtime","label":"y +1"}]
              entries ["Demo"]
              """);
      JsonElement none =
          editor.await(editor.server().taskGraph(Editor.at("file:///work/none.py", 0, 0)));
      assertThat(none).isIn(null, JsonNull.INSTANCE);
    }
  }

  @Test
  void dependencyReport() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);

      JsonObject report =
          editor.await(editor.server().dependencyReport(Editor.at(URI, 18, 12))).getAsJsonObject();
      assertThat(report.get("entry").getAsString()).isEqualTo("Demo");
      assertThat(report.get("function").getAsString()).isEqualTo("run");
      assertThat(report.get("text").getAsString())
          .isEqualTo(
              """
              # Dependencies of Demo.run

              2 tasks, 2 edges, longest chain 9, widest 1
              1 hazard: 1 ordered by the runtime
              most waits of one task: 2

              | task | kernel | written in deps= | derived | found by the runtime |
              |---|---|---|---|---|
              | 0 | scale | 0 | 0 | 0 |
              | 1 | part | 1 | 0 | 2 |

              Dependency arrays of tasks: 1 (entries: 1)
              Dependency arrays of barriers: none
              """);
    }
  }
}
