package dev.orchlens.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a project begins, and what its pyproject.toml chooses. */
class ProjectTest {
  @TempDir private Path top;
  private Path inner;

  @BeforeEach
  void aCheckoutWithAFolder() throws IOException {
    Files.createDirectory(top.resolve(".git"));
    inner = Files.createDirectories(top.resolve("part/models"));
  }

  private void chooses(String folder, String text) throws IOException {
    Files.writeString(top.resolve(folder).resolve("pyproject.toml"), text);
  }

  @Test
  void withoutAnythingTheCheckoutIsTheProject() throws Exception {
    Files.createDirectory(top.resolve("src"));

    Project project = Project.of(inner);

    assertThat(project).isEqualTo(new Project(Optional.of(top), ProjectConfig.none()));
    assertThat(project.guessedRoots()).containsExactly(top, top.resolve("src"));
  }

  @Test
  void theNearestTableCountsAndTheNearestFileIsTheFolder() throws Exception {
    chooses("part", "[project]\nname = 'part'\n");
    chooses(
        "",
        """
        [tool.other]
        x = [1, "two", 3.0]
        [tool.orchlens]
        select = ["race", 'order/unproven']
        ignore = ["race/manual-dep"]
        roots = ["lib", "/opt/kernels"]
        analyze-auto-scopes = true
        strict = true
        """);

    assertThat(Project.of(inner))
        .isEqualTo(
            new Project(
                Optional.of(top.resolve("part")),
                new ProjectConfig(
                    new CodeFilter(List.of("race", "order/unproven"), List.of("race/manual-dep")),
                    List.of(top.resolve("lib"), Path.of("/opt/kernels")),
                    Optional.of(true),
                    true)));
  }

  @Test
  void whatStandsAboveTheCheckoutDoesNotCount() throws Exception {
    Files.createDirectory(inner.resolve(".git"));
    chooses("", "[tool.orchlens]\nstrict = true\n");

    assertThat(Project.of(inner)).isEqualTo(new Project(Optional.of(inner), ProjectConfig.none()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          strict = 1               | 'strict' in [tool.orchlens] must be true or false.
          select = "race"          | 'select' in [tool.orchlens] must be a list of strings.
          select = ["race", 3]     | 'select' in [tool.orchlens] must be a list of strings.
          root = ["lib"]           | [tool.orchlens] has no key 'root'. It has select, ignore, roots, analyze-auto-scopes and strict.
          """)
  void aTableThatCannotBeTakenIsRefused(String line, String message) throws IOException {
    chooses("", "[tool.orchlens]\n" + line + "\n");

    assertThatThrownBy(() -> Project.of(inner))
        .isInstanceOf(ConfigException.class)
        .hasMessage(top.resolve("pyproject.toml") + ": " + message);
  }

  @Test
  void aFileThatIsNoTomlIsNamedWithItsLine() throws IOException {
    chooses("", "[tool.orchlens]\nselect = [\"race\"\nstrict = true\n");

    assertThatThrownBy(() -> Project.of(inner))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(top.resolve("pyproject.toml") + ":3: this is not TOML: ");
  }

  @ParameterizedTest
  @CsvSource({
    "race, '', race/manual-dep, true",
    "race, '', order/unproven, false",
    "'', race, race/manual-dep, false",
    "'', race, order/unproven, true",
    "race, race/manual-dep, race/manual-dep, false",
    "race/manual-dep, race, race/manual-dep, true",
    "race, race, race/manual-dep, false"
  })
  void theLongerBeginningCounts(String select, String ignore, String code, boolean wanted) {
    assertThat(new CodeFilter(list(select), list(ignore)).wants(code)).isEqualTo(wanted);
  }

  private static List<String> list(String only) {
    return only.isEmpty() ? List.of() : List.of(only);
  }
}
