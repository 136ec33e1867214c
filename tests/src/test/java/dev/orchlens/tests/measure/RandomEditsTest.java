package dev.orchlens.tests.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bounded part of {@code ./orchlens bench edits}: on examples and conformance programs instead
 * of a checkout.
 */
@Tag("slow")
class RandomEditsTest {
  private static final List<String> EXAMPLES =
      List.of("01_first_tasks", "04_manual_scope", "06_phase_fence");
  private static final List<String> CASES =
      List.of("jit/conditional-write-then-read", "barriers/fence-double-buffered-phases");

  @Test
  void aServerThatWasEditedShowsWhatOneShowsThatWasStartedForTheText(@TempDir Path folder)
      throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-Xss8m",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.orchlens.cli.Main",
            "lsp");
    Path errors = folder.resolve("stderr.txt");
    RandomEditing.Outcome outcome;
    try (Client live =
        Client.startShowingAll(command, folder, ProcessBuilder.Redirect.to(errors.toFile()))) {
      RandomEditing editing =
          new RandomEditing(live, _ -> Client.startHere(folder), documents(folder), 1, folder);
      outcome = editing.run(300, 30, 3, _ -> {});
    }
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.complaints()).isEmpty();
    assertThat(errors).isEmptyFile();
    assertThat(outcome.steps()).isGreaterThanOrEqualTo(300);
    assertThat(outcome.comparisons()).isPositive();
  }

  private static Map<String, String> documents(Path folder) throws IOException {
    Map<String, String> documents = new LinkedHashMap<>();
    for (String example : EXAMPLES) {
      documents.put(
          uri(folder, example), Files.readString(Path.of("../examples", example + ".py")));
    }
    for (String name : CASES) {
      try (var in =
          RandomEditsTest.class.getResourceAsStream("/conformance/" + name + "/program.py")) {
        documents.put(
            uri(folder, name.replace('/', '_')),
            new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return documents;
  }

  private static String uri(Path folder, String name) {
    return folder.resolve(name + ".py").toUri().toString();
  }
}
