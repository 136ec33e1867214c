package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * THIRD-PARTY-NOTICES.txt, which the jar and the extension bring along, names every library that
 * the server uses.
 */
class NoticesTest {
  /** The folders below Maven's repository of what only tests use. */
  private static final List<String> ONLY_IN_TESTS =
      List.of(
          "org/junit",
          "org/opentest4j",
          "org/apiguardian",
          "org/jspecify",
          "org/assertj",
          "net/bytebuddy",
          "com/tngtech",
          "org/slf4j",
          "org/openjdk/jmh",
          "net/sf/jopt-simple",
          "org/apache/commons",
          "net/sourceforge/pmd",
          "org/pcollections",
          "org/checkerframework",
          "com/github/oowekyala",
          "org/ow2/asm",
          "net/sf/saxon",
          "org/xmlresolver",
          "org/mozilla");

  @Test
  void everyLibraryIsNamed() throws IOException {
    String notices =
        Files.readString(DiagnosticCodesTest.root().resolve("THIRD-PARTY-NOTICES.txt"));

    List<String> libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> entry.replace(File.separatorChar, '/'))
            .filter(entry -> entry.contains("/repository/"))
            .map(entry -> entry.substring(entry.indexOf("/repository/") + "/repository/".length()))
            .filter(entry -> ONLY_IN_TESTS.stream().noneMatch(entry::startsWith))
            .map(entry -> Path.of(entry).getParent().getParent().getFileName().toString())
            .filter(library -> !library.startsWith("orchlens"))
            .toList();

    assertThat(libraries)
        .contains("antlr4-runtime")
        .allSatisfy(library -> assertThat(notices).contains(library));
  }
}
