package dev.orchlens.cli;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.GeneratedFile;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.cli.report.Plain;
import dev.orchlens.feature.GeneratedCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orchlens generate}: the orchestration C++ of a program. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the orchestration C++ of a program.",
      "Exits with 1 when the compiler makes none, with 2 when the file cannot be read or the entry"
          + " is not there."
    })
final class GenerateCommand implements Callable<Integer> {
  @Parameters(arity = "1", paramLabel = "FILE", description = "A program.")
  private Path file;

  @Option(
      names = "--entry",
      paramLabel = "NAME",
      description =
          "The entry, or ENTRY.FUNCTION where it has several; needed when the file has more than"
              + " one.")
  private String entry;

  @Mixin private AutoScopes option;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file instead of printing; it is marked as generated.")
  private Path output;

  @Option(names = "--force", description = "Overwrite a file that was not written by this command.")
  private boolean force;

  @Mixin private Roots roots;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Sources.read(file);
    Workspace workspace = roots.workspace(file);
    FileFacts facts =
        workspace
            .snapshot()
            .analysis(file.toUri().toString(), new Cancellation())
            .orElseThrow()
            .facts(option.in(roots.project(file)));
    String name = name(facts);
    GeneratedCode code = GeneratedCode.named(facts, name).orElseThrow();
    if (!code.complete()) {
      code.text()
          .replaceAll("(?m)^// ?", "")
          .lines()
          .map(Plain::line)
          .forEach(spec.commandLine().getErr()::println);
      return 1;
    }
    if (output == null) {
      spec.commandLine().getOut().print(code.text());
    } else {
      write(GeneratedFile.text(file.getFileName().toString(), name, code.text()));
    }
    return 0;
  }

  private String name(FileFacts facts) {
    List<String> names = GeneratedCode.names(facts);
    String known = String.join(", ", names);
    if (names.isEmpty()) {
      throw new UserError(
          file
              + facts
                  .analysis()
                  .loadError()
                  .map(why -> ": the file does not load, so there is no C++: " + why.message())
                  .orElse(": there is no Orchestration function in this file."));
    }
    if (entry == null && names.size() > 1) {
      throw new UserError(
          file + ": there are several functions; choose one with --entry: " + known + ".");
    }
    if (entry != null && !names.contains(entry)) {
      throw new UserError(file + ": there is no entry '" + entry + "'; there is: " + known + ".");
    }
    return entry == null ? names.getFirst() : entry;
  }

  private boolean isProgram() {
    try {
      return Files.isSameFile(output, file);
    } catch (IOException gone) {
      return false; // One of them is not there, so they are not the same.
    }
  }

  private void write(String text) {
    GeneratedFile.State found = GeneratedFile.state(output);
    if (found == GeneratedFile.State.LINK) {
      throw new UserError(
          output + ": this is a link, and nothing is written through links; name the file itself.");
    }
    if (found == GeneratedFile.State.FOREIGN && (!force || isProgram())) {
      throw new UserError(
          output
              + ": this is there already and was not written by this command; "
              + (isProgram() ? "it is the program itself." : "add --force to overwrite it."));
    }
    try {
      GeneratedFile.write(output, found, text);
    } catch (IOException unwritable) {
      throw new UserError(output + ": cannot be written: " + unwritable.getMessage());
    }
  }
}
