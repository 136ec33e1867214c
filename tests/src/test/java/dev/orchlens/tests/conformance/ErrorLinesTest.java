package dev.orchlens.tests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.rule.Severity;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each program of {@code conformance/errors} that names a line has an error of ours on that line.
 */
class ErrorLinesTest {

  @TestFactory
  Stream<DynamicNode> errorsStandWhereTheReferencePuts() throws IOException, URISyntaxException {
    Path root =
        Path.of(
            Objects.requireNonNull(ErrorLinesTest.class.getResource("/conformance/errors"))
                .toURI());
    List<Path> cases;
    try (Stream<Path> found = Files.list(root)) {
      cases = found.filter(path -> Files.exists(path.resolve("line.txt"))).sorted().toList();
    }
    return cases.stream()
        .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> check(path)));
  }

  private static void check(Path folder) throws IOException {
    String line = Files.readString(folder.resolve("line.txt")).strip();
    String expected = line.contains(":") ? line : "program.py:" + line;
    FileAnalysis analysis =
        new Workspace(Settings.defaults())
            .snapshot()
            .analysis(folder.resolve("program.py").toUri().toString(), new Cancellation())
            .orElseThrow();
    assertThat(errors(analysis)).contains(expected);
  }

  /** The places of all errors, each as {@code file:line}. */
  private static List<String> errors(FileAnalysis analysis) {
    return Stream.of(
            analysis.problems().stream(),
            analysis.loadError().stream(),
            analysis.entries().stream().flatMap(entry -> entry.off().problems().stream()))
        .flatMap(problems -> problems)
        .filter(problem -> problem.severity() == Severity.ERROR)
        .map(problem -> analysis.places().of(problem.origin()))
        .flatMap(Optional::stream)
        .map(place -> place.fileName() + ":" + place.line())
        .toList();
  }
}
