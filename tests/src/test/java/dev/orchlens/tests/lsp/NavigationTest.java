package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.CallHierarchyIncomingCallsParams;
import org.eclipse.lsp4j.CallHierarchyItem;
import org.eclipse.lsp4j.CallHierarchyOutgoingCallsParams;
import org.eclipse.lsp4j.CallHierarchyPrepareParams;
import org.eclipse.lsp4j.DeclarationParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.FoldingRangeRequestParams;
import org.eclipse.lsp4j.ImplementationParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SelectionRange;
import org.eclipse.lsp4j.SelectionRangeParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where things are made, read, written and waited for. */
@Tag("slow")
class NavigationTest {
  private static final String URI = "file:///work/demo.py";
  private static final TextDocumentIdentifier DOCUMENT = new TextDocumentIdentifier(URI);

  /** Its first line is line 16. */
  private static final String PROGRAM =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          with pl.manual_scope():
              t, made = pl.submit(self.scale, x, t)
              done = pl.array.create(2, pl.TASK_ID)
              for i in pl.parallel(2):
                  y, part = pl.submit(self.part, i, t, y, deps=[made])
                  done[i] = part
              y, last = pl.submit(self.scale, t, y, deps=[done[0], done[1], made])
          return y
          """);

  private static Editor editor;

  @BeforeAll
  static void open() throws IOException {
    editor = Editor.start();
    editor.open(URI, PROGRAM);
  }

  @AfterAll
  static void close() {
    editor.close();
  }

  @Test
  void aTaskIdLeadsToTheLaunchThatNamesIt() {
    assertThat(definition("made])")).isEqualTo("18:16-18:20 made\n");
    assertThat(editor.await(requests().declaration(new DeclarationParams(DOCUMENT, at("made])")))))
        .satisfies(found -> assertThat(shown(found.getLeft())).isEqualTo("18:16-18:20 made\n"));
  }

  @Test
  void aSlotLeadsToWhatWritesTheArray() {
    assertThat(definition("done[1]")).isEqualTo("22:17-22:21 done\n");
  }

  @Test
  void aTensorLeadsToItsLastWriterAbove() {
    assertThat(definition("t, y, deps=[made]")).isEqualTo("18:13-18:14 t\n");
  }

  @Test
  void aLaunchLeadsToItsKernel() {
    assertThat(definition("part, i, t")).isEqualTo("11:5-11:140 def part\n");
    var kernel =
        editor.await(
            requests()
                .implementation(new ImplementationParams(DOCUMENT, at("pl.submit(self.part"))));
    assertThat(shown(kernel.getLeft())).isEqualTo("11:5-11:140 def part\n");
  }

  @Test
  void referencesAreAllPlacesThatNameIt() {
    assertThat(references("made = ", true))
        .isEqualTo(
            """
            18:16-18:20 made
            21:63-21:67 made
            23:75-23:79 made
            """);
    assertThat(references("made = ", false))
        .isEqualTo(
            """
            21:63-21:67 made
            23:75-23:79 made
            """);
  }

  @Test
  void referencesOfALaunchAreTheLaunchesThatWaitForIt() {
    assertThat(references("pl.submit(self.part", true))
        .isEqualTo(
            """
            23:23-23:81 pl.submit
            """);
  }

  @Test
  void highlightsTellReadingFromWriting() {
    String text =
        editor
            .await(
                requests().documentHighlight(new DocumentHighlightParams(DOCUMENT, at("t, made"))))
            .stream()
            .map(h -> Shown.range(h.getRange()) + " " + h.getKind() + "\n")
            .collect(Collectors.joining());
    assertThat(text)
        .isEqualTo(
            """
            16:9-16:10 Write
            18:13-18:14 Write
            18:48-18:49 Write
            21:51-21:52 Read
            23:45-23:46 Read
            """);
  }

  @Test
  void aTaskIdIsRenamedEverywhere() {
    var prepared =
        editor.await(requests().prepareRename(new PrepareRenameParams(DOCUMENT, at("made]"))));
    assertThat(
            Shown.range(prepared.getSecond().getRange())
                + " "
                + prepared.getSecond().getPlaceholder())
        .isEqualTo("21:63-21:67 made");
    assertThat(renamed("made]", "first"))
        .isEqualTo(
            """
            18:16-18:20 first
            21:63-21:67 first
            23:75-23:79 first
            """);
  }

  @Test
  void aNameThatIsTakenIsRefusedAndParametersKeepTheirs() {
    assertThatThrownBy(() -> renamed("made]", "last"))
        .hasStackTraceContaining("'last' stands for something else here already");
    assertThatThrownBy(() -> renamed("made]", "not a name"))
        .hasStackTraceContaining("'not a name' is no name that Python can give a variable.");
    assertThat(
            editor.await(requests().prepareRename(new PrepareRenameParams(DOCUMENT, at("x, t)")))))
        .isNull();
  }

  @Test
  void theHierarchyOfATaskIsItsOrder() {
    List<CallHierarchyItem> items =
        editor.await(
            requests()
                .prepareCallHierarchy(
                    new CallHierarchyPrepareParams(DOCUMENT, at("pl.submit(self.part"))));
    assertThat(items).hasSize(1);
    assertThat(shown(items.getFirst())).isEqualTo("task 1 part (Demo) 21:27-21:69\n");
    String before =
        editor
            .await(
                requests()
                    .callHierarchyIncomingCalls(
                        new CallHierarchyIncomingCallsParams(items.getFirst())))
            .stream()
            .map(call -> shown(call.getFrom()))
            .collect(Collectors.joining());
    assertThat(before).isEqualTo("task 0 scale (deps, Demo) 18:23-18:50\n");
    String behind =
        editor
            .await(
                requests()
                    .callHierarchyOutgoingCalls(
                        new CallHierarchyOutgoingCallsParams(items.getFirst())))
            .stream()
            .map(call -> shown(call.getTo()))
            .collect(Collectors.joining());
    assertThat(behind).isEqualTo("task 2 scale (deps, Demo) 23:23-23:81\n");
  }

  @Test
  void blocksFoldFromTheirHeads() {
    String text =
        editor.await(requests().foldingRange(new FoldingRangeRequestParams(DOCUMENT))).stream()
            .map(r -> (r.getStartLine() + 1) + "-" + (r.getEndLine() + 1) + "\n")
            .collect(Collectors.joining());
    assertThat(text)
        .isEqualTo(
            """
            5-24
            7-8
            11-12
            15-24
            17-23
            20-22
            """);
  }

  @Test
  void aSelectionGrowsFromTheNameToTheFunction() {
    StringBuilder text = new StringBuilder();
    for (SelectionRange one =
            editor
                .await(
                    requests()
                        .selectionRange(new SelectionRangeParams(DOCUMENT, List.of(at("made])")))))
                .getFirst();
        one != null;
        one = one.getParent()) {
      text.append(Shown.range(one.getRange())).append('\n');
    }
    assertThat(text.toString())
        .isEqualTo(
            """
            21:63-21:67
            21:62-21:68
            21:57-21:68
            21:27-21:69
            21:17-21:69
            20:13-22:31
            17:9-23:81
            14:5-24:17
            4:1-24:17
            """);
  }

  private static TextDocumentService requests() {
    return editor.server().getTextDocumentService();
  }

  private static Position at(String where) {
    return Positions.position(PROGRAM, PROGRAM.indexOf(where));
  }

  private static String definition(String where) {
    return shown(
        editor.await(requests().definition(new DefinitionParams(DOCUMENT, at(where)))).getLeft());
  }

  private static String references(String where, boolean declaration) {
    return shown(
        editor.await(
            requests()
                .references(
                    new ReferenceParams(DOCUMENT, at(where), new ReferenceContext(declaration)))));
  }

  private static String renamed(String where, String name) {
    return editor
        .await(requests().rename(new RenameParams(DOCUMENT, at(where), name)))
        .getChanges()
        .get(URI)
        .stream()
        .map(edit -> Shown.range(edit.getRange()) + " " + edit.getNewText() + "\n")
        .collect(Collectors.joining());
  }

  private static String shown(List<? extends Location> locations) {
    return locations.stream()
        .map(
            l ->
                Shown.range(l.getRange())
                    + " "
                    + PROGRAM
                        .substring(
                            Positions.offset(PROGRAM, l.getRange().getStart()),
                            Positions.offset(PROGRAM, l.getRange().getEnd()))
                        .replaceFirst("\\(.*", "")
                    + "\n")
        .collect(Collectors.joining());
  }

  private static String shown(CallHierarchyItem item) {
    return item.getName() + " (" + item.getDetail() + ") " + Shown.range(item.getRange()) + "\n";
  }
}
