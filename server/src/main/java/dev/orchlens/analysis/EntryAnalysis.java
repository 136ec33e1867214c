package dev.orchlens.analysis;

import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.device.FunctionBudget;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One program of a file under both settings of the option {@code analyze_auto_scopes_for_deps}. It
 * is equal to itself alone: comparing what two hold would walk all of their IR.
 *
 * @param name the module variable that holds it, or its class's name
 * @param form how it is written
 * @param origin where it is defined
 * @param off what the compiler makes of it with the option off, its default
 * @param on what it makes of it with the option on
 */
public record EntryAnalysis(String name, Form form, Origin origin, Outcome off, Outcome on) {

  /** How a program is written. */
  public enum Form {
    /** A {@code @pl.program} class. */
    PROGRAM("program"),
    /** A {@code @pl.jit} function. */
    JIT("jit");

    private final String label;

    Form(String label) {
      this.label = label;
    }

    /** Returns the name the facts use. */
    public String label() {
      return label;
    }
  }

  /** What the compiler makes of a program under one setting. */
  public sealed interface Outcome {
    /** Returns what the user should know, most of it without consequence for the program. */
    List<Problem> problems();

    /** Returns what can be shown: of a program that is rejected, what holds for the rest of it. */
    Optional<Compiled> facts();

    /**
     * The compiler rejects the program.
     *
     * @param problems all reasons that were found; at least one
     * @param facts what holds for the parts of the program that are not broken
     */
    record Rejected(List<Problem> problems, Optional<Compiled> facts) implements Outcome {
      public Rejected {
        problems = List.copyOf(problems);
      }

      /** Returns whether a rule of the language is broken, rather than a limit of a pass met. */
      public boolean breaksRules() {
        return problems.stream()
            .anyMatch(p -> p.stops() && p.code() != Code.COMPILER_INTERNAL_ERROR);
      }
    }

    /**
     * The pipeline ran to its end.
     *
     * @param result the final program and what the passes learned
     * @param functions the facts of each Orchestration function
     * @param cpp what the code generator makes of each of them, and what that takes of the runtime
     * @param order what holds the tasks of each of them apart when the program runs
     * @param found what the user should know, beside what is found while the C++ is written
     */
    record Compiled(
        dev.orchlens.pass.PipelineResult result,
        Map<String, FunctionFacts> functions,
        ProgramCode cpp,
        ProgramOrder order,
        List<Problem> found)
        implements Outcome {
      public Compiled {
        found = List.copyOf(found);
      }

      @Override
      public List<Problem> problems() {
        List<Problem> written = cpp.problems();
        return written.isEmpty() ? found : Stream.concat(found.stream(), written.stream()).toList();
      }

      /** Returns what the code generator makes of each function; nothing before it was written. */
      public Map<String, CodegenOutcome> code() {
        return cpp.known();
      }

      /** Returns what each function takes of the runtime; nothing before its C++ was written. */
      public Map<String, FunctionBudget> budgets() {
        return cpp.budgets();
      }

      @Override
      public Optional<Compiled> facts() {
        return Optional.of(this);
      }

      @Override
      public boolean equals(Object other) {
        return this == other;
      }

      @Override
      public int hashCode() {
        return System.identityHashCode(this);
      }
    }
  }

  /** Returns what the compiler makes of the program under a setting. */
  public Outcome outcome(boolean analyzeAutoScopes) {
    return analyzeAutoScopes ? on : off;
  }

  /** Returns what can be shown of the program under a setting. */
  public Optional<Outcome.Compiled> facts(boolean analyzeAutoScopes) {
    return outcome(analyzeAutoScopes).facts();
  }

  /**
   * Returns whether it is known what holds its tasks apart under a setting, and its C++ under both,
   * where anything can be shown of it.
   */
  public boolean isOrdered(boolean analyzeAutoScopes) {
    return codes().allMatch(ProgramCode::isKnown)
        && facts(analyzeAutoScopes).stream().allMatch(compiled -> compiled.order().isKnown());
  }

  /** Returns the C++ under both settings, be it written or not. */
  Stream<ProgramCode> codes() {
    return Stream.of(off, on)
        .flatMap(outcome -> outcome.facts().stream())
        .map(Outcome.Compiled::cpp);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
