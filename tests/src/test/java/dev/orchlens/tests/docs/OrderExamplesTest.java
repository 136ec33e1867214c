package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Annotations;
import dev.orchlens.feature.CodeLenses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The programs of docs/order.md wait for what it says. */
class OrderExamplesTest {
  private static final Path PAGE = Path.of("../docs/order.md");
  private static final Pattern KERNELS =
      Pattern.compile("```python\n(import .*?)```", Pattern.DOTALL);
  private static final Pattern EXAMPLE =
      Pattern.compile("```python\n((?!import ).*?)```\n\n```text\n(.*?)```", Pattern.DOTALL);
  private static final String URI = "file:///work/demo.py";

  @Test
  void everyProgramWaitsForWhatThePageSays() throws IOException {
    String page = Files.readString(PAGE);
    String kernels = KERNELS.matcher(page).results().findFirst().orElseThrow().group(1);
    List<MatchResult> examples = EXAMPLE.matcher(page).results().toList();

    assertThat(examples).hasSizeGreaterThan(6);
    assertThat(
            examples.stream()
                .map(example -> example.group(1) + shown(kernels + example.group(1).indent(8))))
        .containsExactlyElementsOf(
            examples.stream().map(example -> example.group(1) + example.group(2)).toList());
  }

  private static String shown(String program) {
    Workspace workspace = new Workspace(Settings.defaults());
    FileAnalysis analysis =
        workspace.open(URI, 1, program).analysis(URI, new Cancellation()).orElseThrow();
    assertThat(analysis.facts(false).order(new Cancellation())).isEmpty();
    String launches =
        Annotations.of(analysis.facts(false)).stream()
            .filter(
                annotation ->
                    annotation.kind() == Annotations.Kind.NOW
                        && annotation.text().startsWith("task"))
            .map(annotation -> annotation.text() + "\n")
            .collect(Collectors.joining());
    return launches + CodeLenses.of(analysis.facts(false)).get(1).getCommand().getTitle() + "\n";
  }
}
