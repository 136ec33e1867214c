package dev.orchlens.cli;

import dev.orchlens.cli.report.Plain;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code orchlens}; each of its commands is a class of its own. */
@Command(
    name = "orchlens",
    description = "Shows what the compiler makes of PyPTO orchestration programs.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      FactsCommand.class,
      OrderCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      GenerateCommand.class,
      LspCommand.class,
      ParseCommand.class,
      TrainCommand.class
    })
public final class Main implements Runnable {
  /** Exit code when the arguments are wrong, or name something that cannot be read. */
  static final int EXIT_USAGE = 2;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /**
   * Runs the command that the arguments name, and exits: 0 for success, 1 for errors found, 2 for
   * wrong use.
   */
  public static void main(String[] args) {
    System.exit(
        run(
            args,
            new PrintWriter(System.out, false, java.nio.charset.StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, java.nio.charset.StandardCharsets.UTF_8)));
  }

  /**
   * Runs the command that the arguments name, printing to {@code out} and {@code err}, and returns
   * its exit code.
   */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new Main());
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (failure instanceof UserError) {
            err.println("orchlens: " + Plain.line(failure.getMessage()));
            return EXIT_USAGE;
          }
          throw failure;
        });
    int code = line.execute(args);
    out.flush();
    err.flush();
    return code;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The version, as the build stamped it into the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    static String number() {
      String version = Main.class.getPackage().getImplementationVersion();
      return version == null ? "(unpacked)" : version;
    }

    @Override
    public String[] getVersion() {
      return new String[] {"orchlens " + number()};
    }
  }
}
