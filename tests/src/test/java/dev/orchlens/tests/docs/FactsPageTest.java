package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/facts.md has all keys of the facts, and its tables have no others. */
class FactsPageTest {
  private static final Path ROOT = DiagnosticCodesTest.root();

  /** What lies under these keys has names of the program as its keys, or of outcomes. */
  private static final Set<String> NAMED = Set.of("entries", "functions", "buckets");

  /** Waits for what no program of the conformance data waits for: a parameter, and no task. */
  private static final String WAITS =
      """
      import pypto.language as pl


      @pl.program
      class Waits:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(
              self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]
          ) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [0], [64]), [0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def run(
              self,
              before: pl.Scalar[pl.TASK_ID],
              x: pl.Tensor[[64], pl.FP32],
              y: pl.Out[pl.Tensor[[64], pl.FP32]],
          ) -> pl.Tensor[[64], pl.FP32]:
              nothing = None
              y, done = pl.submit(self.scale, x, y, deps=[before, nothing])
              return y
      """;

  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
  private static final Pattern KEY = Pattern.compile("`(\\w+)`|\"(\\w+)\":");

  @Test
  void thePageHasTheKeys(@TempDir Path folder) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/facts.md"));
    Set<String> tabled = new TreeSet<>();
    FIRST_CELL.matcher(page).results().forEach(cell -> tabled.addAll(keys(cell.group(1))));
    Set<String> printed = new TreeSet<>();
    facts(Files.writeString(folder.resolve("waits.py"), WAITS))
        .lines()
        .forEach(line -> keys(JsonParser.parseString(line), printed));

    assertThat(printed).containsAll(tabled);
    assertThat(keys(page)).containsAll(printed);
  }

  private static Set<String> keys(String markdown) {
    return KEY.matcher(markdown)
        .results()
        .map(key -> key.group(1) == null ? key.group(2) : key.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String facts(Path program) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("facts", program.toString()));
    for (String kind : List.of("codegen", "errors")) {
      Path cases = ROOT.resolve("tests/src/test/resources/conformance").resolve(kind);
      try (Stream<Path> files = Files.walk(cases)) {
        files
            .filter(file -> file.endsWith("program.py"))
            .map(Path::toString)
            .sorted()
            .forEach(arguments::add);
      }
    }
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    assertThat(Main.run(arguments.toArray(String[]::new), out, out)).isZero();
    return printed.toString();
  }

  private static void keys(JsonElement json, Set<String> keys) {
    if (json instanceof JsonObject object) {
      for (String key : object.keySet()) {
        keys.add(key);
        JsonElement value = object.get(key);
        if (NAMED.contains(key)) {
          value.getAsJsonObject().asMap().values().forEach(named -> keys(named, keys));
        } else {
          keys(value, keys);
        }
      }
    } else if (json.isJsonArray()) {
      json.getAsJsonArray().forEach(each -> keys(each, keys));
    }
  }
}
