package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How the server follows settings, files on disk, withdrawn requests, and how it tells of long
 * work.
 */
@Tag("slow")
class LifeTest {
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
  void anotherSettingIsAnotherAnswerForTheSameVersion() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);

      editor.configure(true);

      assertThat(Shown.annotations(CHAIN, editor.annotationsWithout(URI, "if enabled")))
          .isEqualTo(
              """
              def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                now: MANUAL (compiler)
              t = self.scale(x, t)
                now: task 0 scale <- nothing
              y = self.scale(t, y)
                now: task 1 scale <- scale (derived: RAW t)
              """);
    }
  }

  @Test
  void anImportedFileThatChangesOnDiskCounts(@TempDir Path folder) throws IOException {
    Path config = folder.resolve("config.py");
    Files.writeString(config, "SLOTS = 4\n");
    String program =
        "from config import SLOTS\n"
            + Programs.run(
                """
                some = pl.array.create(SLOTS, pl.TASK_ID)
                y, done = pl.submit(self.scale, x, y)
                some[0] = done
                return y
                """);
    String uri = folder.resolve("demo.py").toUri().toString();
    try (Editor editor = Editor.start(Options.plain().in(folder.toUri().toString()))) {
      assertThat(Shown.annotations(program, editor.open(uri, program)))
          .contains("now: 4 slots, 3 not written (1 to 3)");

      Files.writeString(config, "SLOTS = 1\n");
      editor.fileChanged(config.toUri().toString(), FileChangeType.Changed);

      assertThat(Shown.annotations(program, editor.annotationsWithout(uri, "4 slots")))
          .contains("now: 1 slot, all written");
    }
  }

  @Test
  void aFolderThatIsRemovedTakesItsModulesAlong(@TempDir Path folder) throws IOException {
    Path settings = Files.createDirectory(folder.resolve("settings"));
    Path config = Files.writeString(settings.resolve("config.py"), "SLOTS = 4\n");
    String program =
        "from settings.config import SLOTS\n" + Programs.run("y = self.scale(x, y)\nreturn y\n");
    String uri = folder.resolve("demo.py").toUri().toString();
    try (Editor editor = Editor.start(Options.plain().in(folder.toUri().toString()))) {
      editor.open(uri, program);
      assertThat(editor.diagnosticsThat(uri, List::isEmpty)).isEmpty();

      Files.delete(config);
      Files.delete(settings);
      editor.fileChanged(settings.toUri().toString(), FileChangeType.Deleted);

      assertThat(editor.diagnosticsThat(uri, told -> !told.isEmpty()))
          .extracting(d -> d.getCode().getLeft())
          .containsExactly("module/not-found");
    }
  }

  @Test
  void anImportedDocumentThatIsTypedInCountsUntilItIsClosed(@TempDir Path folder)
      throws IOException {
    Path config = folder.resolve("config.py");
    Files.writeString(config, "SLOTS = 4\n");
    String program =
        "from config import SLOTS\n"
            + Programs.run(
                """
                some = pl.array.create(SLOTS, pl.TASK_ID)
                y, done = pl.submit(self.scale, x, y)
                some[0] = done
                return y
                """);
    String uri = folder.resolve("demo.py").toUri().toString();
    String configUri = config.toUri().toString();
    try (Editor editor = Editor.start(Options.plain().in(folder.toUri().toString()))) {
      editor.open(uri, program);
      editor.open(configUri, "SLOTS = 4\n");

      editor.edit(configUri, "4", "1");

      assertThat(Shown.annotations(program, editor.annotationsWithout(uri, "4 slots")))
          .contains("now: 1 slot, all written");

      editor.close(configUri);

      assertThat(Shown.annotations(program, editor.annotationsWithout(uri, "1 slot")))
          .contains("4 slots");
    }
  }

  @Test
  void theServerSaysThatItStartsAndWhenItIsReady() throws IOException {
    try (Editor editor = Editor.start()) {
      assertThat(editor.nextStatus())
          .isEqualTo(new Editor.Status("starting", "Starting", null, null, null));
      Editor.Status next = editor.nextStatus();
      assertThat(next).isEqualTo(new Editor.Status("ready", "Ready", null, null, null));
    }
  }

  @Test
  void aWithdrawnRequestIsAnsweredAsSuch() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.show(URI, "X = sum(i for i in range(10 ** 9))\n" + CHAIN);
      CompletableFuture<Hover> hover =
          editor
              .server()
              .getTextDocumentService()
              .hover(
                  new HoverParams(new TextDocumentIdentifier(URI), Positions.position(CHAIN, 0)));

      hover.cancel(true);

      assertThatThrownBy(hover::get)
          .isInstanceOfAny(CancellationException.class, ExecutionException.class);
      editor.edit(URI, "X = sum(i for i in range(10 ** 9))\n", "");
      assertThat(editor.messages()).isEmpty();
      assertThat(editor.quit()).isZero();
    }
  }

  @Test
  void whoWaitsForAServerThatIsGoneLearnsItAtOnce() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.quit();

      assertThatThrownBy(() -> editor.annotations(URI, 1))
          .hasMessage("the server process ended with exit code 0");
    }
  }
}
