package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The programs of docs/diagnostics.md say what the page says they do. A block {@code python wrong}
 * gives the diagnostic {@code # <- code} on each line that ends so, and no other error or warning;
 * a block {@code python right} mends it and gives none at all. With {@code on} behind it, a block
 * is looked at with the option analyze_auto_scopes_for_deps on. A block without an import stands
 * where {@code ...} is in the page's first program.
 */
class DiagnosticProgramsTest {
  /** So many sections have no programs yet; this number only goes down. */
  private static final int WITHOUT_PROGRAMS = 149;

  private static final Pattern SECTION = Pattern.compile("(?m)^### `([^`]+)`$");
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```python (program|wrong|right)( on)?\\n(.*?)^```$");
  private static final Pattern MARK = Pattern.compile("# <- (\\S+)$");
  private static final Pattern PLACE = Pattern.compile("(?m)^( *)\\.\\.\\.\\n");

  /** A section of the page with what follows its heading. */
  private record Section(String code, String text) {
    List<Block> blocks(String kind) {
      return BLOCK
          .matcher(text)
          .results()
          .filter(block -> block.group(1).equals(kind))
          .map(block -> new Block(kind, block.group(2) != null, block.group(3)))
          .toList();
    }
  }

  /** A program or a piece of one. */
  private record Block(String kind, boolean analyzing, String text) {}

  @TestFactory
  Stream<DynamicTest> aProgramGivesItsDiagnosticAndTheOneThatMendsItGivesNone() throws IOException {
    String page = page();
    String around = new Section("", page).blocks("program").getFirst().text();
    List<DynamicTest> tests = new ArrayList<>();
    for (Section section : sections(page)) {
      for (Block block : section.blocks("wrong")) {
        tests.add(
            DynamicTest.dynamicTest(
                section.code() + " is given",
                () -> {
                  String program = whole(around, block);
                  assertThat(marks(program))
                      .as("the marks")
                      .anyMatch(mark -> mark.endsWith(" " + section.code()));
                  assertThat(shown(program, block.analyzing(), section.code()))
                      .isEqualTo(marks(program));
                }));
      }
      for (Block block : section.blocks("right")) {
        tests.add(
            DynamicTest.dynamicTest(
                section.code() + " is mended",
                () ->
                    assertThat(shown(whole(around, block), block.analyzing(), section.code()))
                        .isEmpty()));
      }
    }
    return tests.stream();
  }

  @Test
  void aSectionHasBothProgramsOrIsStillCounted() throws IOException {
    List<Section> sections = sections(page());

    assertThat(sections)
        .allSatisfy(
            section ->
                assertThat(section.blocks("wrong").isEmpty())
                    .as(section.code())
                    .isEqualTo(section.blocks("right").isEmpty()));
    assertThat(sections.stream().filter(section -> section.blocks("wrong").isEmpty()))
        .as("sections without programs; lower the number in this class")
        .hasSize(WITHOUT_PROGRAMS);
  }

  private static List<Section> sections(String page) {
    List<Section> sections = new ArrayList<>();
    Matcher heads = SECTION.matcher(page);
    int end = page.length();
    for (var head : heads.results().toList().reversed()) {
      sections.add(new Section(head.group(1), page.substring(head.end(), end)));
      end = head.start();
    }
    return sections.reversed();
  }

  private static String page() throws IOException {
    return Files.readString(DiagnosticCodesTest.root().resolve("docs/diagnostics.md"));
  }

  /** The whole program that a block stands for. */
  private static String whole(String around, Block block) {
    if (block.text().contains("import pypto")) {
      return block.text();
    }
    return PLACE
        .matcher(around)
        .replaceFirst(
            place -> Matcher.quoteReplacement(block.text().indent(place.group(1).length())));
  }

  /** The lines that are marked, each as its number from 1 and its code. */
  private static List<String> marks(String program) {
    List<String> marks = new ArrayList<>();
    List<String> lines = program.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      if (mark.find()) {
        marks.add((i + 1) + " " + mark.group(1));
      }
    }
    return marks;
  }

  /**
   * The errors and warnings of a program, and what else has the code, each as its line from 1 and
   * its code.
   */
  private static List<String> shown(String program, boolean analyzing, String code) {
    Path file = Path.of("program.py").toAbsolutePath();
    Workspace workspace = new Workspace(Settings.defaults());
    workspace.open(file.toUri().toString(), 1, program);
    FileAnalysis analysis =
        workspace.snapshot().analysis(file.toUri().toString(), new Cancellation()).orElseThrow();
    analysis.order(analyzing, new Cancellation());
    return Diagnostics.of(analysis, analyzing).stream()
        .filter(each -> counts(each) || code(each).equals(code))
        .map(each -> (each.getRange().getStart().getLine() + 1) + " " + code(each))
        .sorted((a, b) -> Integer.compare(line(a), line(b)))
        .toList();
  }

  private static int line(String shown) {
    return Integer.parseInt(shown.substring(0, shown.indexOf(' ')));
  }

  private static boolean counts(Diagnostic diagnostic) {
    return diagnostic.getSeverity() == DiagnosticSeverity.Error
        || diagnostic.getSeverity() == DiagnosticSeverity.Warning;
  }

  private static String code(Diagnostic diagnostic) {
    return diagnostic.getCode() == null ? "" : diagnostic.getCode().getLeft();
  }
}
