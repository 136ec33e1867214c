package dev.orchlens.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orchlens order}: what holds the tasks of programs apart as JSON, one document a line, in the order of the files. */
@Command(
    name = "order",
    mixinStandardHelpOptions = true,
    description = {
      "Prints for each file, as one line of JSON, which tasks wait for which, and which accesses nothing orders.",
      "Exits with 2 when a file cannot be read; its line then holds the key \"load_error\"."
    })
final class OrderCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Programs.")
  private List<Path> files;

  @Option(names = "--root", paramLabel = "DIR", description = "A folder in which imported modules are looked for.")
  private List<Path> roots = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    List<Path> absolute = roots.stream().map(Path::toAbsolutePath).toList();
    Workspace workspace = new Workspace(Settings.defaults().withRoots(absolute));
    int code = 0;
    for (Path file : files) {
      JsonObject document;
      try {
        Sources.read(file);
        FileAnalysis analysis =
            workspace.snapshot().analysis(file.toUri().toString(), new Cancellation()).orElseThrow();
        List<Throwable> defects = new ArrayList<>();
        for (boolean setting : new boolean[] {false, true}) {
          defects.addAll(analysis.order(setting, new Cancellation()));
        }
        defects.stream().distinct().forEach(defect -> defect.printStackTrace(spec.commandLine().getErr()));
        document = OrderJson.of(file.getFileName().toString(), analysis);
      } catch (UserError unreadable) {
        spec.commandLine().getErr().println("orchlens: " + unreadable.getMessage());
        document = new JsonObject();
        document.addProperty("file", file.toString());
        document.addProperty("load_error", unreadable.getMessage());
        code = Main.EXIT_USAGE;
      }
      out.println(gson.toJson(document));
    }
    return code;
  }
}
