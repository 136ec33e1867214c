package dev.orchlens.tests.bench;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Annotations;
import dev.orchlens.feature.Diagnostics;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How the time from a text to its annotations and diagnostics grows with the number of tasks, both
 * settings of the option analysed. With {@code -prof gc} it prints what is allocated.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 3)
public class GrowthBenchmark {
  private static final String URI = "file:///bench/growth.py";

  /** The shape of the program. */
  @Param({
    "OVERWRITE",
    "UPDATE",
    "READERS",
    "READERS_THEN_WRITER",
    "WRITE_AND_READ",
    "DISTINCT",
    "WINDOWS",
    "OVERLAPPING_WINDOWS",
    "MANUAL_CHAIN",
    "MANUAL_RACES",
    "MANUAL_JOIN",
    "ONE_LINE",
    "LOOPS",
    "IN_LOOP",
    "SCOPES",
    "BRANCHES"
  })
  public GrowthPrograms shape;

  /** The number of tasks. */
  @Param({"500", "1000", "2000"})
  public int tasks;

  /** Analyses the program with nothing remembered, and renders what is published. */
  @Benchmark
  public void textToAnnotations(Blackhole sink) {
    Workspace workspace = new Workspace(Settings.defaults());
    workspace.open(URI, 1, shape.text(tasks));
    FileAnalysis analysis = workspace.snapshot().analysis(URI, new Cancellation()).orElseThrow();
    for (boolean analyzeAutoScopes : new boolean[] {false, true}) {
      sink.consume(Diagnostics.of(analysis.facts(analyzeAutoScopes)));
      sink.consume(Annotations.of(analysis.facts(analyzeAutoScopes)));
    }
  }
}
