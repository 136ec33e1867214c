package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.tests.docs.DiagnosticsPage.Example;
import dev.orchlens.tests.docs.DiagnosticsPage.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of docs/diagnostics.md give what the page says, and each section has two. {@code
 * DiagnosticsInServerTest} looks at those that need a server.
 */
class DiagnosticProgramsTest {
  @TestFactory
  Stream<DynamicTest> aProgramGivesItsDiagnosticAndTheOneThatMendsItGivesNone(@TempDir Path folder)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Section section : DiagnosticsPage.sections()) {
      for (Example example : section.examples()) {
        if (example.needsServer()) {
          continue;
        }
        Path place = folder.resolve("program" + tests.size());
        tests.add(
            DynamicTest.dynamicTest(
                section.code() + (example.wrong() ? " is given" : " is mended"),
                () -> {
                  assertThat(example.marks().stream().anyMatch(mark -> isOf(section, mark)))
                      .as("there is a mark of the section's code")
                      .isEqualTo(example.wrong());
                  assertThat(shown(place, example, section.code())).isEqualTo(example.marks());
                }));
      }
    }
    return tests.stream();
  }

  @Test
  void eachSectionHasBothPrograms() throws IOException {
    assertThat(codes(section -> section.examples(true).isEmpty()))
        .as("no program gives these, and their sections do not say so")
        .isEqualTo(codes(Section::saysThatThereIsNone));
    assertThat(codes(section -> section.examples(false).isEmpty()))
        .as("no program mends these")
        .isEqualTo(codes(Section::saysThatThereIsNone));
  }

  private static List<String> codes(Predicate<Section> which) throws IOException {
    return DiagnosticsPage.sections().stream().filter(which).map(Section::code).toList();
  }

  private static boolean isOf(Section section, String mark) {
    return mark.endsWith(" " + section.code());
  }

  /**
   * The errors and warnings of a program, and what else has the code, each as its line from 1 and
   * its code.
   */
  private static List<String> shown(Path folder, Example example, String code) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> file : example.beside().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Path program = Files.writeString(folder.resolve("program.py"), example.program());
    String uri = program.toUri().toString();
    Workspace workspace = new Workspace(Settings.defaults());
    FileAnalysis analysis = workspace.snapshot().analysis(uri, new Cancellation()).orElseThrow();
    FileFacts facts = analysis.facts(example.analyzing());
    facts.order(new Cancellation());
    return Diagnostics.of(facts).stream()
        .filter(each -> counts(each) || code(each).equals(code))
        .sorted(
            Comparator.<Diagnostic>comparingInt(each -> each.getRange().getStart().getLine())
                .thenComparing(DiagnosticProgramsTest::code))
        .map(each -> (each.getRange().getStart().getLine() + 1) + " " + code(each))
        .toList();
  }

  private static boolean counts(Diagnostic diagnostic) {
    return diagnostic.getSeverity() == DiagnosticSeverity.Error
        || diagnostic.getSeverity() == DiagnosticSeverity.Warning;
  }

  private static String code(Diagnostic diagnostic) {
    return diagnostic.getCode() == null ? "" : diagnostic.getCode().getLeft();
  }
}
