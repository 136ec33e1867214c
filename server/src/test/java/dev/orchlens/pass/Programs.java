package dev.orchlens.pass;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.lower.EntryDiscovery;
import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweredProgram;
import dev.orchlens.lower.LoweringMemory;
import dev.orchlens.lower.ProgramLowering;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.NoModules;
import dev.orchlens.module.ProgramEvaluator;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.pass.deps.DeriveCallDirections;
import dev.orchlens.pass.deps.FuseCreateAssembleToSlice;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.front.Simplify;
import dev.orchlens.pass.front.UnrollLoops;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.List;
import java.util.stream.Collectors;

/** Makes programs of the texts of tests, and texts of the programs that passes make. */
public final class Programs {
  /**
   * The kernels that the programs of tests launch: each reads {@code x}; {@code copy} overwrites
   * {@code y}, {@code add} updates it, {@code both} does one of either, {@code row} works on a
   * window of 4 rows, {@code at} takes a position.
   */
  private static final String KERNELS =
      """
          @pl.function(type=pl.FunctionType.InCore)
          def look(self, x: TENSOR) -> TENSOR:
              return x

          @pl.function(type=pl.FunctionType.InCore)
          def copy(self, x: TENSOR, y: pl.Out[TENSOR]) -> TENSOR:
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def add(self, x: TENSOR, y: pl.InOut[TENSOR]) -> TENSOR:
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def both(self, x: TENSOR, y: pl.Out[TENSOR], z: pl.InOut[TENSOR]) -> tuple[TENSOR, TENSOR]:
              return y, z

          @pl.function(type=pl.FunctionType.InCore)
          def row(self, x: ROWS, y: pl.Out[ROWS]) -> ROWS:
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def at(self, x: TENSOR, i: pl.Scalar[pl.INDEX], y: pl.InOut[TENSOR]) -> TENSOR:
              return y

      """
          .replace("TENSOR", "pl.Tensor[[8, 16], pl.FP32]")
          .replace("ROWS", "pl.Tensor[[4, 16], pl.FP32]");

  private static final String PARAMETERS =
      "a: TENSOR, b: pl.InOut[TENSOR], c: pl.Out[TENSOR], d: pl.Out[TENSOR], "
          .concat("n: pl.Scalar[pl.INDEX], flag: pl.Scalar[pl.BOOL]")
          .replace("TENSOR", "pl.Tensor[[8, 16], pl.FP32]");

  private Programs() {}

  /**
   * Returns the program whose orchestration function {@code run} has the given body, before any
   * pass. Its parameters are the tensors {@code a} (In), {@code b} (InOut), {@code c} and {@code d}
   * (Out), the number {@code n} and {@code flag}.
   */
  public static Program lowered(String body) {
    return lowered("", body);
  }

  /** Returns the program of {@link #lowered(String)} whose function places its scopes by hand. */
  public static Program loweredWithPlacedScopes(String body) {
    return lowered(", auto_scope=False", body);
  }

  private static Program lowered(String options, String body) {
    String text =
        "import pypto.language as pl\n\n\n@pl.program\nclass P:\n"
            + KERNELS.indent(4)
            + "    @pl.function(type=pl.FunctionType.Orchestration"
            + options
            + ")\n"
            + "    def run(self, "
            + PARAMETERS
            + "):\n"
            + body.indent(8);
    ProgramWorld world =
        new ProgramEvaluator(new NoModules(), List.of())
            .evaluate(SyntaxTree.parse(Document.of("file:///p.py", 1, text)), "/p.py");
    LowerableEntry entry = EntryDiscovery.entries(world).getFirst();
    if (!(entry instanceof LowerableEntry.ClassForm form)) {
      throw new IllegalArgumentException("not a class: " + entry.name());
    }
    LoweredProgram lowered =
        new ProgramLowering(OperatorCatalog.load(), world, new LoweringMemory())
            .lower(form.program());
    if (!lowered.problems().isEmpty()) {
      throw new IllegalArgumentException(lowered.problems().toString());
    }
    return lowered.ir();
  }

  /** Returns the program as it stands before FuseCreateAssembleToSlice. */
  public static Program beforeFusion(Program program) {
    Program current = program;
    for (ProgramPass pass :
        List.of(new UnrollLoops(), new ConvertToSSA(), new Simplify(), new FlattenCallExpr())) {
      current =
          pass.run(
              current,
              problem -> {
                throw new IllegalArgumentException(problem.toString());
              });
    }
    return current;
  }

  /** Returns the program as it stands before AutoDeriveTaskDependencies. */
  public static Program beforeDerivation(Program program) {
    return DeriveCallDirections.run(FuseCreateAssembleToSlice.run(beforeFusion(program))).program();
  }

  /** Returns the statements of the orchestration function, without type annotations. */
  public static String body(Program program) {
    Function run = program.function("run").orElseThrow();
    return Printer.print(run)
        .lines()
        .dropWhile(line -> !line.startsWith("def "))
        .skip(1)
        .map(
            line -> line.replaceFirst("^    ", "").replaceAll("^( *\\w+): pl\\.\\S.*? = ", "$1 = "))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
