package dev.orchlens.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.lower.EntryDiscovery;
import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweredProgram;
import dev.orchlens.lower.LoweringMemory;
import dev.orchlens.lower.ProgramLowering;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.NoModules;
import dev.orchlens.module.ProgramEvaluator;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.rule.Severity;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.ArrayList;
import java.util.List;

/** Programs in text form, and what passes make of them. */
public final class PassText {
  private static final OperatorCatalog OPERATORS = OperatorCatalog.load();

  /** The kernels that {@link #withBody} puts beside a body. */
  private static final String KERNELS =
      """
          @pl.function(type=pl.FunctionType.InCore)
          def copy(
              self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]
          ) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [0], [64]), [0], o)

          @pl.function(type=pl.FunctionType.InCore)
          def step(self, s: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.exp(pl.load(s, [0], [64])), [0], s)

      """;

  private static final String SIGNATURE =
      """
          @pl.function(type=pl.FunctionType.Orchestration)
          def run(
              self,
              x: pl.Tensor[[64], pl.FP32],
              o: pl.Out[pl.Tensor[[64], pl.FP32]],
              n: pl.Scalar[pl.INDEX],
              m: pl.Scalar[pl.INDEX],
          ) -> pl.Tensor[[64], pl.FP32]:
      """;

  private PassText() {}

  /** Returns a program whose orchestration function {@code run(x, o, n, m)} has the given body. */
  public static String withBody(String body) {
    return "import pypto.language as pl\n\n\n@pl.program\nclass P:\n"
        + KERNELS
        + SIGNATURE
        + body.indent(8);
  }

  /** Returns the one program of a module. */
  public static Program lower(String text) {
    SyntaxTree tree = SyntaxTree.parse(Document.of("file:///program.py", 1, text));
    assertThat(tree.problems()).isEmpty();
    ProgramWorld world =
        new ProgramEvaluator(new NoModules(), List.of()).evaluate(tree, "/program.py");
    LowerableEntry.ClassForm entry =
        (LowerableEntry.ClassForm) EntryDiscovery.entries(world).getFirst();
    LoweredProgram lowered =
        new ProgramLowering(OPERATORS, world, new LoweringMemory()).lower(entry.program());
    assertThat(lowered.problems()).isEmpty();
    return lowered.ir();
  }

  /** Returns {@code program} after passes that must accept it. */
  public static Program run(Program program, ProgramPass... passes) {
    Program current = program;
    for (ProgramPass pass : passes) {
      current = pass.run(current, p -> assertThat(p.severity()).isNotEqualTo(Severity.ERROR));
    }
    return current;
  }

  /** Returns the body of {@code run} after passes, for the body it had before them. */
  public static String body(String body, ProgramPass... passes) {
    return bodyOf(run(lower(withBody(body)), passes), "run");
  }

  /** Returns the printed body of a function. */
  public static String bodyOf(Program program, String function) {
    Function f = program.function(function).orElseThrow();
    String text = Printer.print(f);
    return text.substring(text.indexOf(":\n", text.indexOf("def ")) + 2).indent(-4);
  }

  /**
   * Returns the code, line and message of the problem for which a pass rejects a body of {@code
   * run}.
   */
  public static String rejection(String body, ProgramPass... passes) {
    String text = withBody(body);
    Program current = lower(text);
    List<Problem> told = new ArrayList<>();
    try {
      for (ProgramPass pass : passes) {
        current = pass.run(current, told::add);
      }
    } catch (Rejection rejection) {
      return place(text, rejection.problem());
    }
    List<String> warnings =
        told.stream()
            .filter(p -> p.severity() == Severity.WARNING)
            .map(p -> place(text, p))
            .toList();
    return warnings.isEmpty() ? "accepted" : "accepted, " + String.join(", ", warnings);
  }

  private static String place(String text, Problem problem) {
    int program = text.indexOf("@pl.program");
    int line = (int) text.substring(0, program + problem.origin().start()).lines().count();
    return problem.code()
        + " at: "
        + text.lines().skip(line - 1L).findFirst().orElseThrow().strip();
  }
}
