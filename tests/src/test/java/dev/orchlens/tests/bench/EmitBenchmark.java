package dev.orchlens.tests.bench;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.OrchestrationCodegen;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Program;
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

/** The time to write the C++ of a final program, with its source map. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class EmitBenchmark {
  /** The largest class-form program of the conformance cases, and a program made for this. */
  @Param({"combined-moe-layer", "generated-1000-tasks"})
  public String program;

  private Program compiled;
  private Function orchestration;

  /** Compiles the program with the analysis of AUTO scopes on, which gives the most to write. */
  @Setup
  public void compile() throws IOException {
    String uri = "file:///bench/program.py";
    Workspace workspace = new Workspace(Settings.defaults());
    workspace.open(uri, 1, Programs.text(program));
    Outcome.Compiled outcome =
        workspace
            .snapshot()
            .analysis(uri, new Cancellation())
            .orElseThrow()
            .entries()
            .getFirst()
            .facts(true)
            .orElseThrow();
    compiled = outcome.result().program();
    orchestration =
        compiled.functions().values().stream()
            .filter(f -> f.type() == FunctionType.ORCHESTRATION)
            .findFirst()
            .orElseThrow();
  }

  /** Writes the C++. */
  @Benchmark
  public CodegenOutcome emit() {
    return OrchestrationCodegen.attempt(compiled, orchestration);
  }
}
