package dev.orchlens.tests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FactsJson;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds our facts against the measured ones: one test for each program under {@code conformance/},
 * and a table of the score at the end. FORMAT.md there describes the documents.
 */
class ConformanceTest {
  private static final Score SCORE = new Score();

  @TestFactory
  Stream<DynamicNode> autoDeps() throws IOException {
    return area("auto-deps");
  }

  @TestFactory
  Stream<DynamicNode> directions() throws IOException {
    return area("directions");
  }

  @TestFactory
  Stream<DynamicNode> barriers() throws IOException {
    return area("barriers");
  }

  @TestFactory
  Stream<DynamicNode> codegen() throws IOException {
    return area("codegen");
  }

  @TestFactory
  Stream<DynamicNode> jit() throws IOException {
    return area("jit");
  }

  @TestFactory
  Stream<DynamicNode> errors() throws IOException {
    return area("errors");
  }

  @AfterAll
  static void printScore() {
    System.out.println(SCORE.table());
  }

  private static Stream<DynamicNode> area(String area) throws IOException {
    List<Path> cases;
    try (Stream<Path> found = Files.list(root().resolve(area))) {
      cases = found.filter(path -> Files.exists(path.resolve("expected.json"))).sorted().toList();
    }
    return cases.stream()
        .map(
            path ->
                DynamicTest.dynamicTest(path.getFileName().toString(), () -> check(area, path)));
  }

  private static void check(String area, Path folder) throws IOException {
    JsonObject expected =
        JsonParser.parseString(Files.readString(folder.resolve("expected.json"))).getAsJsonObject();
    List<Comparison.Row> rows = Comparison.compare(facts(folder.resolve("program.py")), expected);
    SCORE.add(area, rows);
    assertThat(rows).filteredOn(row -> !row.equal()).isEmpty();
  }

  private static JsonObject facts(Path program) {
    FileAnalysis analysis =
        new Workspace(Settings.defaults())
            .snapshot()
            .analysis(program.toUri().toString(), new Cancellation())
            .orElseThrow();
    return FactsJson.of(program.getFileName().toString(), analysis);
  }

  private static Path root() {
    try {
      return Path.of(
          Objects.requireNonNull(ConformanceTest.class.getResource("/conformance")).toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
