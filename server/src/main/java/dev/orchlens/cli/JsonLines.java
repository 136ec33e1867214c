package dev.orchlens.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.cli.report.Plain;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what is known of files as JSON, one document a line, in the order of the files. */
final class JsonLines {
  private JsonLines() {}

  /**
   * Analyses and prints files; of one that cannot be read, the document holds why as {@code
   * load_error}.
   *
   * @param spec where to print
   * @param roots where imported modules are looked for
   * @param document makes the document of a file from its name and its analysis
   * @return the exit code of the command
   */
  static int print(
      CommandSpec spec,
      List<Path> files,
      Roots roots,
      BiFunction<String, FileAnalysis, JsonObject> document) {
    PrintWriter out = spec.commandLine().getOut();
    Gson gson = new GsonBuilder().disableHtmlEscaping().create();
    int code = 0;
    for (Path file : files) {
      JsonObject line;
      try {
        Sources.read(file);
        FileAnalysis analysis =
            roots
                .workspace(file)
                .snapshot()
                .analysis(file.toUri().toString(), new Cancellation())
                .orElseThrow();
        line = document.apply(file.getFileName().toString(), analysis);
      } catch (UserError unreadable) {
        spec.commandLine().getErr().println("orchlens: " + Plain.line(unreadable.getMessage()));
        line = new JsonObject();
        line.addProperty("file", file.toString());
        line.addProperty("load_error", unreadable.getMessage());
        code = Main.EXIT_USAGE;
      }
      out.println(Plain.json(gson.toJson(line)));
    }
    return code;
  }
}
