package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureHelpParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceSymbolParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What helps while a line is written: completion, signatures, operators; and symbols by name. */
@Tag("slow")
class TypingTest {
  private static final String URI = "file:///work/demo.py";

  private static final String PROGRAM =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          with pl.manual_scope():
              t, first = pl.submit(self.scale, x, t)
              y, second = pl.submit(self.scale, x, y)
              y, third = pl.submit(self.scale, t, y, deps=[])
              y, last = pl.submit(self.scale, t, y)
          return y
          """);

  @Test
  void insideDepsTheTaskIdsThatWouldOrderAHazardComeFirst() throws IOException {
    assertThat(completed(PROGRAM, "deps=["))
        .isEqualTo(
            """
            second (task 1 scale, which nothing orders yet)
            first (task 0 scale, which nothing orders yet)
            """);
  }

  @Test
  void whileTheListIsOpenTheNamesAreThere() throws IOException {
    assertThat(completed(PROGRAM.replace("deps=[])", "deps=[first, "), "deps=[first, "))
        .isEqualTo(
            """
            second (task 1 scale)
            first (task 0 scale)
            """);
  }

  @Test
  void keywordsOfOperatorsAndValuesOfEnumerations() throws IOException {
    String keywords = PROGRAM.replace("pl.manual_scope()", "pl.at(level=pl.Level.CHIP, )");
    assertThat(completed(keywords, "pl.Level.CHIP, "))
        .isEqualTo(
            """
            name_hint=
            deps=
            """);
    assertThat(completed(keywords, "pl.Level."))
        .isEqualTo(
            """
            AIV
            AIC
            CORE_GROUP
            CHIP_DIE
            CHIP
            HOST
            CLUSTER_0
            CLUSTER_1
            CLUSTER_2
            GLOBAL
            """);
    assertThat(completed(keywords, "pl.mul(pl.load(x, [0], [64]), ")).isEqualTo("");
  }

  @Test
  void aCallOfAnOperatorShowsItsWays() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, PROGRAM);
      SignatureHelp help =
          editor.await(
              editor
                  .server()
                  .getTextDocumentService()
                  .signatureHelp(
                      new SignatureHelpParams(
                          new TextDocumentIdentifier(URI), behind(PROGRAM, "[64]), 2.0), "))));
      String text =
          help.getSignatures().stream()
              .map(s -> s.getLabel() + "  " + s.getDocumentation().getRight().getValue() + "\n")
              .collect(Collectors.joining());
      assertThat(text + help.getActiveSignature() + " " + help.getActiveParameter())
          .isEqualTo(
              """
              pl.store(tile: a tile, offsets: a list of integers, output_tensor: a tensor, shapes: a list of integers, \
              optional, atomic: None_ or Add, optional)  reads tile; writes output_tensor; \
              runs on the core in whose memory the first tile lies
              0 1""");
      assertThat(editor.hover(URI, "store("))
          .isEqualTo(
              """
              **pl.store**

              - `tile` a tile, `offsets` a list of integers, `output_tensor` a tensor: reads tile; \
              writes output_tensor; runs on the core in whose memory the first tile lies""");
    }
  }

  @Test
  void symbolsAreFoundByTheirLetters() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, PROGRAM);
      String text =
          editor
              .await(
                  editor.server().getWorkspaceService().symbol(new WorkspaceSymbolParams("tsk3")))
              .getRight()
              .stream()
              .map(
                  s ->
                      s.getName()
                          + " in "
                          + s.getContainerName()
                          + " "
                          + Shown.range(s.getLocation().getLeft().getRange())
                          + "\n")
              .collect(Collectors.joining());
      assertThat(text).isEqualTo("task 3 scale in run 21:23-21:50\n");
    }
  }

  private static Position behind(String program, String text) {
    return Positions.position(program, program.indexOf(text) + text.length());
  }

  private static String completed(String program, String behind) throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, program);
      return editor
          .await(
              editor
                  .server()
                  .getTextDocumentService()
                  .completion(
                      new CompletionParams(
                          new TextDocumentIdentifier(URI), behind(program, behind))))
          .getLeft()
          .stream()
          .map(
              item ->
                  item.getLabel()
                      + (item.getDetail() == null ? "" : " (" + item.getDetail() + ")")
                      + "\n")
          .collect(Collectors.joining());
    }
  }
}
