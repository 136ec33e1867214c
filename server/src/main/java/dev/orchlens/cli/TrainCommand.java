package dev.orchlens.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code orchlens train}: a short life of the language server, for a JVM that watches how it runs.
 */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the language server on a program of its own: opens it, edits it, asks about it, and"
          + " says goodbye.",
      "A JVM started with -XX:AOTCacheOutput=FILE learns from it what makes the next start quick."
    })
final class TrainCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    try (TrainingClient client = new TrainingClient()) {
      client.work();
    }
    return 0;
  }
}
