package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Edits real programs at random on one server, and compares it with servers that were started for
 * the same state.
 */
@Command(
    name = "edits",
    description =
        "Edits real programs at random; compares with servers started for the state. Exits with 1"
            + " on a difference.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class EditsCommand implements Callable<Integer> {
  private static final List<String> ALWAYS =
      List.of("models/deepseek_v4_flash_mtp/prefill_fwd.py", "models/qwen3_14b/prefill_fwd.py");
  private static final int AMONG_LARGEST = 80;

  /** Every how many comparisons the other server is a process of its own. */
  private static final int PROCESS_EVERY = 25;

  @Option(
      names = "--checkout",
      required = true,
      paramLabel = "DIR",
      description = "A checkout of pypto-lib.")
  private Path checkout;

  @Option(
      names = "--steps",
      defaultValue = "300000",
      paramLabel = "N",
      description = "Default: 300000.")
  private int steps;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Which edits; default: 1.")
  private long seed;

  @Option(
      names = "--files",
      defaultValue = "20",
      paramLabel = "K",
      description = "How many programs; default: 20.")
  private int files;

  @Option(
      names = "--batch",
      defaultValue = "100",
      paramLabel = "M",
      description = "Steps in a program before its answer is waited for; default: 100.")
  private int batch;

  @Option(
      names = "--compare-every",
      defaultValue = "5",
      paramLabel = "B",
      description = "Batches from one comparison to the next; default: 5.")
  private int every;

  @Parameters(paramLabel = "SERVER", description = "The command that starts the server.")
  private List<String> server;

  @Override
  public Integer call() throws IOException {
    Path folder = checkout.toRealPath();
    Path evidence = Files.createTempDirectory("orchlens-edits");
    Path errors = evidence.resolve("server-stderr.txt");
    long began = System.nanoTime();
    try (Client live =
        Client.startShowingAll(server, folder, ProcessBuilder.Redirect.to(errors.toFile()))) {
      RandomEditing.Fresh fresh =
          number ->
              number % PROCESS_EVERY == 0
                  ? Client.startShowingAll(server, folder, ProcessBuilder.Redirect.INHERIT)
                  : Client.startHere(folder);
      RandomEditing.Outcome outcome =
          new RandomEditing(live, fresh, documents(folder), seed, evidence)
              .run(steps, batch, every, EditsCommand::tellProgress);
      System.err.println();
      double minutes = (System.nanoTime() - began) / 60e9;
      System.out.printf(
          "%,d steps in %.1f minutes over %d files, seed %d; %,d comparisons (%d of broken"
              + " texts)%n",
          outcome.steps(), minutes, files, seed, outcome.comparisons(), outcome.stale());
      System.out.printf(
          "slowest answer %.0f ms (%s); slowest to take 50 changes %.0f ms%n",
          outcome.slowestAnswer(), outcome.slowestAnswerOf(), outcome.slowestTaking());
      System.out.printf(
          "server: %.0f CPU s, RSS %.0f MB, heap after GC %.1f MB%n",
          ProcessFigures.cpuSeconds(live.pid()),
          ProcessFigures.residentMegabytes(live.pid()),
          ProcessFigures.liveMegabytes(live.pid()));
      long printed = Files.readAllLines(errors).size();
      tell("differences", outcome.differences());
      tell("exceptions", outcome.complaints());
      System.out.printf(
          "lines on standard error: %d%s%n", printed, printed == 0 ? "" : " (" + errors + ")");
      return outcome.differences().isEmpty() && outcome.complaints().isEmpty() && printed == 0
          ? 0
          : 1;
    }
  }

  private static void tellProgress(String how) {
    System.err.print("\r" + how);
  }

  private static void tell(String what, List<String> found) {
    System.out.printf("%s: %d%n", what, found.size());
    found.stream()
        .limit(20)
        .forEach(one -> System.out.println("  " + one.lines().limit(12).toList()));
  }

  /** Two large programs, and others of all sizes. */
  private Map<String, String> documents(Path folder) throws IOException {
    List<Path> chosen = new ArrayList<>();
    ALWAYS.stream().map(folder::resolve).filter(Files::exists).limit(files).forEach(chosen::add);
    List<Path> others = ManyFiles.largest(folder, AMONG_LARGEST);
    double stride = (double) others.size() / files;
    for (double at = 0; at < others.size() && chosen.size() < files; at += stride) {
      if (!chosen.contains(others.get((int) at))) {
        chosen.add(others.get((int) at));
      }
    }
    Map<String, String> documents = new LinkedHashMap<>();
    for (Path file : chosen) {
      documents.put(file.toUri().toString(), Files.readString(file));
    }
    return documents;
  }
}
