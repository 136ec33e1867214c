package dev.orchlens.tests.measure;

import dev.orchlens.tests.bench.GrowthPrograms;
import dev.orchlens.tests.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Prints how long the real server takes, measured from outside: from what is written to it to what
 * it answers.
 */
@Command(
    name = "latency",
    description =
        "Measures the server as its client does: from a message written to the answer read.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class LatencyCommand implements Callable<Integer> {
  /** What is measured. */
  enum Part {
    START,
    EDITS,
    TYPING,
    REQUESTS,
    FILES,
    GROWTH
  }

  @Option(
      names = "--checkout",
      required = true,
      paramLabel = "DIR",
      description = "A checkout of pypto-lib.")
  private Path checkout;

  @Option(
      names = "--files",
      split = ",",
      paramLabel = "FILE",
      description =
          "Programs, relative to the checkout; default: an example, a generated one, and two of the"
              + " checkout.")
  private List<String> files = List.of();

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "PART",
      description = "Some of ${COMPLETION-CANDIDATES}; default: all.")
  private Set<Part> parts = EnumSet.allOf(Part.class);

  @Option(
      names = "--shapes",
      split = ",",
      paramLabel = "SHAPE",
      description =
          "The programs whose growth is measured, of ${COMPLETION-CANDIDATES}; default: seven of"
              + " them.")
  private List<GrowthPrograms> shapes = Growth.SHAPES;

  @Option(
      names = "--quick",
      description = "A fifth of the repetitions: for a look, not for a figure to keep.")
  private boolean quick;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(paramLabel = "SERVER", description = "The command that starts the server.")
  private List<String> server;

  @Override
  public Integer call() throws IOException {
    Report report = new Report(System.out, json);
    Path folder = checkout.toRealPath();
    List<Program> programs = programs(folder);
    if (parts.contains(Part.START)) {
      for (Program program : programs) {
        new Start(server, report)
            .measure(program.name(), program.path(), program.folder(), quick ? 2 : 10);
      }
    }
    if (parts.contains(Part.EDITS)
        || parts.contains(Part.TYPING)
        || parts.contains(Part.REQUESTS)) {
      for (Program program : programs) {
        inside(report, program);
      }
    }
    if (parts.contains(Part.FILES)) {
      try (Client client = Client.start(server, folder)) {
        new ManyFiles(client, report).measure(folder);
      }
    }
    if (parts.contains(Part.GROWTH)) {
      new Growth(server, Files.createTempDirectory("orchlens-growth"), report).measure(shapes);
    }
    report.finish();
    return 0;
  }

  private void inside(Report report, Program program) throws IOException {
    var amounts = quick ? new Editing.Amounts(24, 20, 1) : new Editing.Amounts(200, 100, 10);
    try (Client client = Client.start(server, program.folder())) {
      new Editing(client, report, amounts, program.name(), program.path(), program.folder())
          .measure(
              parts.contains(Part.EDITS),
              parts.contains(Part.TYPING),
              parts.contains(Part.REQUESTS));
    }
  }

  /** A program and the folder that an editor would have open for it. */
  private record Program(String name, Path path, Path folder) {}

  private List<Program> programs(Path folder) throws IOException {
    List<Program> programs = new ArrayList<>();
    if (files.isEmpty()) {
      Path examples = Path.of(System.getProperty("orchlens.root"), "examples");
      programs.add(
          new Program(
              "examples/01_first_tasks.py", examples.resolve("01_first_tasks.py"), examples));
      Path generated = Files.createTempDirectory("orchlens-generated");
      Path text =
          Files.writeString(
              generated.resolve("tasks_1000.py"), Programs.text("generated-1000-tasks"));
      programs.add(new Program("class form, 1,000 tasks", text, generated));
    }
    List<String> named =
        files.isEmpty()
            ? List.of(
                "models/qwen3_14b/prefill_fwd.py", "models/deepseek_v4_flash_mtp/prefill_fwd.py")
            : files;
    named.forEach(file -> programs.add(new Program(file, folder.resolve(file), folder)));
    return programs;
  }
}
