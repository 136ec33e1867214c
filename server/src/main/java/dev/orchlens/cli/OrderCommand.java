package dev.orchlens.cli;

import com.google.gson.JsonObject;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code orchlens order}: what holds the tasks of programs apart as JSON, one document a line, in
 * the order of the files.
 */
@Command(
    name = "order",
    mixinStandardHelpOptions = true,
    description = {
      "Prints for each file, as one line of JSON, which tasks wait for which, and which accesses"
          + " nothing orders.",
      "Exits with 2 when a file cannot be read; its line then holds the key \"load_error\"."
    })
final class OrderCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Programs.")
  private List<Path> files;

  @Mixin private Roots roots;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return JsonLines.print(spec, files, roots, this::document);
  }

  private JsonObject document(String file, FileAnalysis analysis) {
    Set<Throwable> defects = new LinkedHashSet<>();
    for (boolean setting : new boolean[] {false, true}) {
      defects.addAll(analysis.facts(setting).order(new Cancellation()));
    }
    defects.forEach(defect -> defect.printStackTrace(spec.commandLine().getErr()));
    return OrderJson.of(file, analysis);
  }
}
