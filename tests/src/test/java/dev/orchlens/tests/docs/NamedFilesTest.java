package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/architecture.md names only files that are there. */
class NamedFilesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`([\\w/.-]+\\.(?:java|tsv))`");

  @Test
  void everyFileThatTheMapNamesIsThere() throws IOException {
    List<String> files;
    try (Stream<Path> walk = Files.walk(ROOT)) {
      files =
          walk.map(path -> "/" + ROOT.relativize(path))
              .filter(path -> path.contains("/src/"))
              .toList();
    }
    List<String> named =
        NAMED
            .matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
            .results()
            .map(match -> "/" + match.group(1).replaceFirst(".*\\.\\.\\./", ""))
            .toList();

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named.stream().filter(name -> files.stream().noneMatch(file -> file.endsWith(name))))
        .isEmpty();
  }
}
