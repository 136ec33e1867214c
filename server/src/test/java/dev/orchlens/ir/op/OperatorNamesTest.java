package dev.orchlens.ir.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * The code speaks of operators by the constants of {@link dev.orchlens.ir.Ops}, which the table
 * checks, not by text.
 */
class OperatorNamesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/orchlens");
  private static final Path TABLES = Path.of("src/main/resources/dev/orchlens");
  private static final Pattern NAME =
      Pattern.compile("\"((?:tensor|tile|system|array|pld)\\.[a-z0-9_.]*[a-z0-9_])\"");

  @Test
  void noNameOfAnOperatorIsWrittenOut() throws IOException {
    Operators operators = Operators.load();
    assertThat(written().stream().filter(name -> operators.find(name).isPresent())).isEmpty();
  }

  @Test
  void everyOtherNameIsOneThatProgramsWrite() throws IOException {
    Set<String> surface =
        Files.readAllLines(TABLES.resolve("lower/calls.tsv")).stream()
            .filter(line -> !line.startsWith("#"))
            .flatMap(line -> Tables.list(line.split("\t")[0]).stream())
            .collect(Collectors.toSet());
    assertThat(surface).containsAll(written());
  }

  private static Set<String> written() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      files
          .filter(file -> file.toString().endsWith(".java") && !file.endsWith("ir/Ops.java"))
          .flatMap(file -> lines(file).stream())
          .filter(line -> !line.strip().startsWith("*"))
          .forEach(
              line -> NAME.matcher(line).results().forEach(match -> names.add(match.group(1))));
    }
    return names;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
