package dev.orchlens.tests.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.lower.op.OperatorCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lists the names of the language that programs use and that neither the operator catalogue nor the
 * list of other names knows.
 */
class OperatorCoverageTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Pattern NAME =
      Pattern.compile("\\b(?:pl\\.|(?=pld\\.))((?:pld\\.)?[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*)");

  private final OperatorCatalog catalog = OperatorCatalog.load();
  private final List<Pattern> others;

  OperatorCoverageTest() throws IOException {
    others =
        lines(RESOURCES.resolve("language/not-operators.txt")).stream()
            .map(line -> Pattern.compile(line.replace(".", "\\.").replace("*", "\\w+")))
            .toList();
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(l -> !l.isBlank() && !l.startsWith("#"))
        .toList();
  }

  private boolean isUnknown(String name) {
    return !catalog.knows(name) && others.stream().noneMatch(o -> o.matcher(name).matches());
  }

  @Test
  void conformanceProgramsUseKnownNamesButForTheirMistakes() throws IOException {
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.walk(RESOURCES.resolve("conformance"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".py")).toList()) {
        NAME.matcher(Files.readString(file)).results().forEach(m -> used.add(m.group(1)));
      }
    }
    assertEquals(
        Set.of("softmax"), used.stream().filter(this::isUnknown).collect(Collectors.toSet()));
  }

  @Test
  void programsOfTheLibraryUseKnownNames() throws IOException {
    List<String> names = lines(RESOURCES.resolve("language/pypto-lib-names.txt"));
    assertEquals(List.of(), names.stream().filter(this::isUnknown).toList());
  }
}
