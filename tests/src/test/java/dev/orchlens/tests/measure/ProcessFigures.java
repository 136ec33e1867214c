package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the operating system and the JVM say of a running server. */
final class ProcessFigures {
  private static final double TICKS_PER_SECOND = 100;
  private static final Pattern RESIDENT =
      Pattern.compile("^VmRSS:\\s+(\\d+) kB", Pattern.MULTILINE);
  private static final Pattern LIVE =
      Pattern.compile("^Total\\s+\\d+\\s+(\\d+)", Pattern.MULTILINE);

  private ProcessFigures() {}

  /**
   * The processor time, in seconds, that all threads of a process have used, those that ended
   * included.
   *
   * @throws IOException where there is no {@code /proc}, or no such process
   */
  static double cpuSeconds(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    // The name, in parentheses, may hold spaces; utime and stime are fields 14 and 15 (proc(5)).
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** The memory, in MB of 2^20 bytes, that a process holds in RAM. */
  static double residentMegabytes(long pid) throws IOException {
    Matcher found =
        RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
    if (!found.find()) {
      throw new IOException("the system does not say what process " + pid + " holds in memory");
    }
    return Long.parseLong(found.group(1)) / 1024.0;
  }

  /**
   * The bytes, in MB of 2^20, of the objects that are reachable after a full collection. The
   * histogram of classes makes that collection itself and reads the same under each collector.
   */
  static double liveMegabytes(long pid) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asking =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String histogram =
        new String(asking.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    Matcher found = LIVE.matcher(histogram);
    if (!found.find()) {
      throw new IOException(
          "jcmd does not say what process " + pid + " has on its heap: " + histogram);
    }
    return Long.parseLong(found.group(1)) / (1024.0 * 1024.0);
  }
}
