package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppText;
import dev.orchlens.codegen.cpp.SourceMap;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Var;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The C++ of one Orchestration function and what was decided while it was written. It is equal to
 * itself alone.
 *
 * @param code the C++ text with the source of each of its lines
 * @param taskDepArrays the sizes of the dependency arrays of tasks, in the order of the text
 * @param barrierDepArrays the sizes of the dependency arrays of barriers, in the order of the text
 * @param kernels the kernels it submits, in the order of their numbers
 * @param compressedLoops the loops in front of which barriers compress derived dependencies, in the
 *     order of the text
 * @param standIns tensors that the text knows under the name of another one, each with that one
 * @param overwritten results of loops that get the new value of another result of the same loop,
 *     each with that one
 * @param submissions what the text submits, in its order and blocks
 * @param problems defects of the generated text that the user should know of;
 *     docs/reference-defects.md describes them
 */
public record GeneratedOrchestration(
    CppText code,
    List<Long> taskDepArrays,
    List<Long> barrierDepArrays,
    List<Kernel> kernels,
    List<CompressedLoop> compressedLoops,
    Map<Var, Var> standIns,
    Map<Var, Var> overwritten,
    List<Submission> submissions,
    List<Problem> problems) {
  public GeneratedOrchestration {
    taskDepArrays = List.copyOf(taskDepArrays);
    barrierDepArrays = List.copyOf(barrierDepArrays);
    kernels = List.copyOf(kernels);
    compressedLoops = List.copyOf(compressedLoops);
    standIns = Collections.unmodifiableMap(new LinkedHashMap<>(standIns));
    overwritten = Map.copyOf(overwritten);
    submissions = List.copyOf(submissions);
    problems = List.copyOf(problems);
  }

  /** Returns the C++ text, put together anew; every line ends with a newline. */
  public String text() {
    return code.text();
  }

  /** Returns the source of each line of the text, put together anew. */
  public SourceMap sourceMap() {
    return code.sourceMap();
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** Returns the derived dependencies that barriers compress, in the order of the barriers. */
  public List<Compression> compressions() {
    return compressedLoops.stream().flatMap(loop -> loop.compressions().stream()).toList();
  }
}
