package dev.orchlens.cli;

import dev.orchlens.analysis.FactsJson;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code orchlens facts}: the facts of programs as JSON, one document a line, in the order of the
 * files.
 */
@Command(
    name = "facts",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the facts of each file as one line of JSON: tasks, edges, directions, scopes,"
          + " fallbacks.",
      "Exits with 2 when a file cannot be read; its line then holds the key \"load_error\"."
    })
final class FactsCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Programs.")
  private List<Path> files;

  @Mixin private Roots roots;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return JsonLines.print(spec, files, roots, FactsJson::of);
  }
}
