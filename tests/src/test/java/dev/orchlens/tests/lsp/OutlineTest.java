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
              nodes [{"id":"task-0","kind":"task","label":"0  scale","group":"scope-0","sourceUri":"file:///work/demo.py","sourceLine":16,"sourceEndLine":16,"critical":true},{"id":"task-1","kind":"task","label":"1  part","group":"scope-1","sourceUri":"file:///work/demo.py","sourceLine":18,"sourceEndLine":18,"critical":true}]
              groups [{"id":"scope-0","kind":"scope","label":"AUTO","sourceUri":"file:///work/demo.py","sourceLine":14,"sourceEndLine":14},{"id":"loop-0","kind":"loop","label":"parallel(8)","group":"scope-0","sourceUri":"file:///work/demo.py","sourceLine":17,"sourceEndLine":17},{"id":"scope-1","kind":"scope","label":"AUTO","group":"loop-0","sourceUri":"file:///work/demo.py","sourceLine":17,"sourceEndLine":17}]
              edges [{"from":"task-0","to":"task-1","kind":"user","why":["It is named."],"redundant":false,"critical":true},{"from":"task-0","to":"task-1","kind":"runtime","label":"t","why":["RAW t: the runtime finds it as a writer of 't'."],"redundant":false,"critical":true},{"from":"task-1","to":"task-1","kind":"runtime","label":"y +1","why":["y: the runtime finds it as a writer of 'y'."],"redundant":false,"critical":false}]
              entries ["Demo"]
              """);
      JsonElement none =
          editor.await(editor.server().taskGraph(Editor.at("file:///work/none.py", 0, 0)));
      assertThat(none).isIn(null, JsonNull.INSTANCE);
    }
  }

  /**
   * A helper that is inlined twice, and a task that names two of which the second waits for the
   * first.
   */
  @Test
  void taskGraphOfCalls() throws IOException {
    String program =
        """
        import pypto.language as pl


        @pl.jit.inline
        def step(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Tensor[[32, 64], pl.FP32]):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
                y[:] = pl.add(x, x)
            return y


        @pl.jit
        def forward(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
            a = pl.create_tensor([32, 64], dtype=pl.FP32)
            a = step(x, a)
            b = pl.create_tensor([32, 64], dtype=pl.FP32)
            b = step(a, b)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="sum"):
                y[:] = pl.add(a, b)
            return y
        """;
    try (Editor editor = Editor.start()) {
      editor.open(URI, program);
      JsonObject graph =
          editor.await(editor.server().taskGraph(Editor.at(URI, 13, 4))).getAsJsonObject();

      assertThat(graph(graph))
          .isEqualTo(
              """
              scope scope-0 AUTO 12
              call call-0 step() in scope-0 14
              call call-1 step() in scope-0 16
              task task-0 0  double in call-0 6 critical
              task task-1 1  double_0 in call-1 6 critical
              task task-2 2  sum in scope-0 17 critical
              task-0 -> task-1 runtime a critical
              task-0 -> task-2 runtime a redundant
              task-1 -> task-2 runtime b critical
              """);
    }
  }

  private static String graph(JsonObject graph) {
    StringBuilder text = new StringBuilder();
    for (String parts : List.of("groups", "nodes")) {
      for (JsonElement each : graph.getAsJsonArray(parts)) {
        JsonObject part = each.getAsJsonObject();
        text.append(string(part, "kind", ""))
            .append(string(part, "id", " "))
            .append(string(part, "label", " "))
            .append(string(part, "group", " in "))
            .append(' ')
            .append(part.get("sourceLine").getAsInt() + 1)
            .append(flag(part, "critical"))
            .append('\n');
      }
    }
    for (JsonElement each : graph.getAsJsonArray("edges")) {
      JsonObject edge = each.getAsJsonObject();
      text.append(string(edge, "from", ""))
          .append(string(edge, "to", " -> "))
          .append(string(edge, "kind", " "))
          .append(string(edge, "label", " "))
          .append(flag(edge, "redundant"))
          .append(flag(edge, "critical"))
          .append('\n');
    }
    return text.toString();
  }

  private static String string(JsonObject object, String name, String before) {
    return object.has(name) ? before + object.get(name).getAsString() : "";
  }

  private static String flag(JsonObject object, String name) {
    return object.has(name) && object.get(name).getAsBoolean() ? " " + name : "";
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
