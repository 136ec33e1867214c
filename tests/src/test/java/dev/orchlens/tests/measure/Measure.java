package dev.orchlens.tests.measure;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The tools that look at the real server process from outside; {@code scripts/bench.sh} starts
 * them.
 */
@Command(
    name = "bench",
    description = "Measures the real server process from outside.",
    mixinStandardHelpOptions = true,
    subcommands = {LatencyCommand.class, SoakCommand.class, EditsCommand.class})
public final class Measure {
  private Measure() {}

  /**
   * Runs the command that the arguments name; exits with 0, with 1 when it found what must not be,
   * else with 2.
   */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Measure());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(line.execute(args));
  }
}
