package dev.orchlens.analysis;

import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import java.util.List;
import java.util.Map;

/**
 * One program of a file under both settings of the option {@code analyze_auto_scopes_for_deps}.
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

    /**
     * The compiler rejects the program.
     *
     * @param problems all reasons that were found; at least one
     */
    record Rejected(List<Problem> problems) implements Outcome {
      public Rejected {
        problems = List.copyOf(problems);
      }
    }

    /**
     * The pipeline ran to its end.
     *
     * @param result the final program and what the passes learned
     * @param functions the facts of each Orchestration function
     * @param code what the code generator makes of each of them
     */
    record Compiled(
        dev.orchlens.pass.PipelineResult result,
        Map<String, FunctionFacts> functions,
        Map<String, CodegenOutcome> code,
        List<Problem> problems)
        implements Outcome {
      public Compiled {
        problems = List.copyOf(problems);
      }
    }
  }

  /** Returns what the compiler makes of the program under a setting. */
  public Outcome outcome(boolean analyzeAutoScopes) {
    return analyzeAutoScopes ? on : off;
  }
}
