package dev.orchlens.tests.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks orchestration code with g++ against the declarations in {@code
 * cpp/pto_orchestration_api.h}. Many texts go to one process, each with entry functions of its own
 * name, so that a header is read once for all of them.
 */
final class CppCompiler {
  private static final int TEXTS_PER_PROCESS = 60;
  private static final int PROCESSES = 2;
  private static final Pattern ERROR =
      Pattern.compile("(?m)^.*?(\\d+)\\.cpp:\\d+:\\d+: (?:fatal )?error: ");

  private final Path headers;
  private final Path folder;

  /**
   * Makes a compiler.
   *
   * @param headers the folder of the declarations
   * @param folder an empty folder for what is compiled
   */
  CppCompiler(Path headers, Path folder) {
    this.headers = headers;
    this.folder = folder;
  }

  /** Returns the names of the texts that do not compile; {@code texts} is C++ by name. */
  Set<String> failing(Map<String, String> texts)
      throws IOException, InterruptedException, ExecutionException {
    List<String> names = new ArrayList<>(texts.keySet());
    for (int i = 0; i < names.size(); i++) {
      Files.writeString(folder.resolve(i + ".cpp"), texts.get(names.get(i)));
    }
    Set<String> failing = new TreeSet<>();
    try (ExecutorService processes = Executors.newFixedThreadPool(PROCESSES)) {
      List<Future<String>> outputs = new ArrayList<>();
      for (int first = 0; first < names.size(); first += TEXTS_PER_PROCESS) {
        int from = first;
        int to = Math.min(first + TEXTS_PER_PROCESS, names.size());
        outputs.add(processes.submit(() -> compile(from, to)));
      }
      for (Future<String> output : outputs) {
        Matcher matcher = ERROR.matcher(output.get());
        while (matcher.find()) {
          failing.add(names.get(Integer.parseInt(matcher.group(1))));
        }
      }
    }
    return failing;
  }

  private String compile(int from, int to) throws IOException, InterruptedException {
    StringBuilder unit =
        new StringBuilder("#include <vector>\n#include \"pto_orchestration_api.h\"\n");
    for (int i = from; i < to; i++) {
      unit.append("#define aicpu_orchestration_entry entry_")
          .append(i)
          .append('\n')
          .append("#define aicpu_orchestration_config config_")
          .append(i)
          .append('\n')
          .append("#include \"")
          .append(i)
          .append(".cpp\"\n")
          .append("#undef aicpu_orchestration_entry\n#undef aicpu_orchestration_config\n");
    }
    Path source = folder.resolve("unit" + from + ".cc");
    Path output = folder.resolve("unit" + from + ".log");
    Files.writeString(source, unit);
    ProcessBuilder command =
        new ProcessBuilder(
                "g++",
                "-std=c++20",
                "-fsyntax-only",
                "-fmax-errors=0",
                "-I",
                headers.toString(),
                source.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    command.environment().put("LC_ALL", "C");
    int exit = command.start().waitFor();
    String log = Files.readString(output, StandardCharsets.UTF_8);
    if (exit != 0 && !ERROR.matcher(log).find()) {
      throw new IllegalStateException("g++ failed without an error in the code: " + log);
    }
    return log;
  }
}
