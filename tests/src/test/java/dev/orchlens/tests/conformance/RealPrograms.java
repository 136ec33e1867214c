package dev.orchlens.tests.conformance;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FactsJson;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the facts of the programs of a checkout against measured ones, and prints the differences
 * and the score; started by {@code scripts/score-real.sh}. It is no test: the checkout and the
 * measured facts are not part of this project.
 */
final class RealPrograms {
  private RealPrograms() {}

  /**
   * Prints the score.
   *
   * @param args the folder of measured facts, which holds {@code a/b.json} for {@code a/b.py}; the
   *     checkout; and optionally a part of the path of the files that count
   * @throws IOException when a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    Path measured = Path.of(args[0]);
    Path checkout = Path.of(args[1]).toAbsolutePath();
    String wanted = args.length > 2 ? args[2] : "";
    List<Path> documents;
    try (Stream<Path> files = Files.walk(measured)) {
      documents =
          files
              .filter(f -> f.toString().endsWith(".json") && f.toString().contains(wanted))
              .sorted()
              .toList();
    }
    Score score = new Score();
    Workspace workspace = new Workspace(Settings.defaults().withRoots(List.of(checkout)));
    for (Path document : documents) {
      Path relative = measured.relativize(document);
      Path program = checkout.resolve(relative.toString().replaceFirst("\\.json$", ".py"));
      JsonObject expected = JsonParser.parseString(Files.readString(document)).getAsJsonObject();
      List<Comparison.Row> rows = Comparison.compare(facts(workspace, program), expected);
      score.add(relative.getParent().toString(), rows);
      rows.stream().filter(row -> !row.equal()).forEach(row -> print(relative, row));
    }
    System.out.println(score.table());
    System.out.println(score.totals());
  }

  private static void print(Path program, Comparison.Row row) {
    System.out.printf(
        "%s %s %s %s: %s%n", program, row.entry(), row.option(), row.section(), row.difference());
  }

  private static JsonObject facts(Workspace workspace, Path program) {
    return workspace
        .snapshot()
        .analysis(program.toUri().toString(), new Cancellation())
        .map(analysis -> FactsJson.of(program.getFileName().toString(), analysis))
        .orElseGet(JsonObject::new);
  }
}
