package dev.orchlens.tests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FactsJson;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Diagnostics;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples that newcomers learn from: their facts are the measured ones, and none of them has
 * an error.
 */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  /** The modules that others import, which have no program of their own. */
  private static final Set<String> PARTS =
      Set.of("jit_three_modules/settings.py", "jit_three_modules/stages.py");

  static List<String> modules() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      return files
          .map(file -> EXAMPLES.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".py"))
          .sorted()
          .toList();
    }
  }

  static List<String> programs() throws IOException {
    return modules().stream().filter(name -> !PARTS.contains(name)).toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void factsAreTheMeasuredOnes(String example) throws IOException, URISyntaxException {
    JsonObject ours = FactsJson.of(Path.of(example).getFileName().toString(), analysis(example));
    List<Comparison.Row> different =
        Comparison.compare(ours, expected(example)).stream().filter(row -> !row.equal()).toList();
    assertThat(different).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void hasNoErrors(String example) {
    List<Diagnostic> errors =
        Stream.of(true, false)
            .flatMap(on -> Diagnostics.of(analysis(example).facts(on)).stream())
            .filter(d -> d.getSeverity() == DiagnosticSeverity.Error)
            .toList();
    assertThat(errors).isEmpty();
  }

  private static FileAnalysis analysis(String example) {
    String uri = EXAMPLES.resolve(example).toAbsolutePath().normalize().toUri().toString();
    return new Workspace(Settings.defaults())
        .snapshot()
        .analysis(uri, new Cancellation())
        .orElseThrow();
  }

  private static JsonObject expected(String example) throws IOException, URISyntaxException {
    Path facts =
        Path.of(
            ExamplesTest.class.getResource("/examples/" + example.replace(".py", ".json")).toURI());
    return JsonParser.parseString(Files.readString(facts)).getAsJsonObject();
  }
}
