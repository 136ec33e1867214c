package dev.orchlens.tests.bench;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import java.io.IOException;
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
 * The time from an edit to fresh facts, under both settings of the option and with the generated
 * C++. Each edit gives the last launch of the program a text that was never seen, so that nothing
 * can be remembered.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 3)
public class EditToFactsBenchmark {
  /** The largest class-form program of the conformance cases, and a program made for this. */
  @Param({"combined-moe-layer", "generated-1000-tasks"})
  public String program;

  private static final String URI = "file:///bench/program.py";

  private Workspace workspace;
  private String launch;
  private String written;
  private int version;

  /** Opens the program. */
  @Setup
  public void open() throws IOException {
    workspace = new Workspace(Settings.defaults());
    String text = Programs.text(program);
    launch = Programs.lastLaunch(text);
    written = launch;
    workspace.open(URI, 1, text);
    version = 1;
  }

  /** Edits the last launch of the program, each time to another text, and analyses the program. */
  @Benchmark
  public FileAnalysis editToFacts() {
    version++;
    String next = launch + "  # edit " + version;
    Snapshot snapshot = Programs.edit(workspace, URI, version, written, next);
    written = next;
    return snapshot.analysis(URI, new Cancellation()).orElseThrow();
  }
}
