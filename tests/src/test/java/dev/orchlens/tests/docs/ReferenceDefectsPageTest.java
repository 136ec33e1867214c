package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.docs.DiagnosticsPage.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference-defects.md speaks of diagnostics and conformance cases that there are. */
class ReferenceDefectsPageTest {
  private static final Path ROOT = DiagnosticCodesTest.root();
  private static final Pattern HEADING = Pattern.compile("(?m)^### ([a-z-]+/[a-z-]+)$");
  private static final Pattern CASES =
      Pattern.compile("\\[([a-z-]+/[a-z0-9-]+(?:,\\s[^\\]]+)?)\\]");

  @Test
  void theDiagnosticsAreOnTheirPage() throws IOException {
    assertThat(found(HEADING))
        .hasSizeGreaterThan(5)
        .isSubsetOf(DiagnosticsPage.sections().stream().map(Section::code).toList());
  }

  @Test
  void theCasesAreThere() throws IOException {
    List<String> cases =
        found(CASES).stream().flatMap(each -> List.of(each.split(",\\s")).stream()).toList();

    assertThat(cases)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            name ->
                assertThat(ROOT.resolve("tests/src/test/resources/conformance").resolve(name))
                    .isDirectory());
  }

  private static List<String> found(Pattern pattern) throws IOException {
    return pattern
        .matcher(Files.readString(ROOT.resolve("docs/reference-defects.md")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
