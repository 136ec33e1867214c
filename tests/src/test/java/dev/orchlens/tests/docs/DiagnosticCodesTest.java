package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.rule.Category;
import dev.orchlens.rule.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/diagnostics.md explains every code there is, and no other. */
class DiagnosticCodesTest {
  private static final Pattern HEADING = Pattern.compile("(?m)^##.*$");

  /** A chapter for each category, and below it a section for each code, in their order. */
  @Test
  void thePageHasASectionForEachCode() throws IOException {
    StringBuilder expected = new StringBuilder();
    for (Category category : Category.values()) {
      expected.append("## ").append(category.title()).append("\n");
      Arrays.stream(Code.values())
          .filter(code -> code.category() == category)
          .forEach(code -> expected.append("### `").append(code.section()).append("`\n"));
    }
    StringBuilder headings = new StringBuilder();
    HEADING
        .matcher(documentation())
        .results()
        .forEach(heading -> headings.append(heading.group()).append("\n"));

    assertThat(headings).hasToString(expected.toString());
  }

  /** So that whoever reads a code in the editor finds its constant. */
  @Test
  void aConstantIsCalledAsItsSection() {
    assertThat(Code.values())
        .allSatisfy(
            code ->
                assertThat(code.name().toLowerCase(Locale.ROOT))
                    .isEqualTo(code.section().replaceAll("[/-]", "_")));
  }

  @Test
  void noSectionIsEmpty() throws IOException {
    List<String> parts = List.of(documentation().split("(?m)^### ")).stream().skip(1).toList();

    assertThat(parts)
        .allSatisfy(
            part ->
                assertThat(part.lines().skip(1).findFirst())
                    .hasValueSatisfying(line -> assertThat(line).isNotBlank()));
  }

  private static String documentation() throws IOException {
    return Files.readString(root().resolve("docs/diagnostics.md"));
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/diagnostics.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
