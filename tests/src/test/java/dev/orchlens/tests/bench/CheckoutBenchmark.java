package dev.orchlens.tests.bench;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Real programs of a checkout of pypto-lib, which {@code -Dorchlens.checkout=DIR} names: everything
 * anew, and an edit inside one helper.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 16, time = 5)
@Measurement(iterations = 5, time = 5)
public class CheckoutBenchmark {
  /** A program with 40 tasks, and one with 370 after inlining. */
  @Param({"models/qwen3_14b/prefill_fwd.py", "models/deepseek_v4_flash_mtp/prefill_fwd.py"})
  public String file;

  private Settings settings;
  private String uri;
  private String text;
  private Workspace editing;
  private String helperUri;
  private String line;
  private String written;
  private int version;

  /** Opens the program, and the file of the helper that is edited. */
  @Setup
  public void open() throws IOException {
    Path checkout = Path.of(System.getProperty("orchlens.checkout")).toAbsolutePath();
    settings = Settings.defaults().withRoots(List.of(checkout));
    Path path = checkout.resolve(file);
    uri = path.toUri().toString();
    text = Files.readString(path);
    editing = new Workspace(settings);
    editing.open(uri, 1, text);
    Path helper = file.contains("qwen") ? path : path.resolveSibling("rmsnorm.py");
    helperUri = helper.toUri().toString();
    if (!helperUri.equals(uri)) {
      editing.open(helperUri, 1, Files.readString(helper));
    }
    version = 1;
    line =
        Programs.lastLine(
            editing.snapshot().tree(helperUri).orElseThrow().document().text(), " = pl.");
    written = line;
    editing.snapshot().analysis(uri, new Cancellation());
  }

  /** Analyses the program with nothing remembered but the syntax of files on disk. */
  @Benchmark
  public FileAnalysis everythingAnew() {
    Workspace workspace = new Workspace(settings);
    return workspace.open(uri, 1, text).analysis(uri, new Cancellation()).orElseThrow();
  }

  /**
   * Edits a statement in the body of an inlined helper, each time to another one, and analyses the
   * program.
   */
  @Benchmark
  public FileAnalysis editInsideHelper() {
    version++;
    String next =
        line.substring(0, line.length() - line.stripLeading().length())
            + "edit = "
            + version
            + "\n"
            + line;
    Snapshot snapshot = Programs.edit(editing, helperUri, version, written, next);
    written = next;
    return snapshot.analysis(uri, new Cancellation()).orElseThrow();
  }
}
