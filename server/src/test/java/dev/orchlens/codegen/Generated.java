package dev.orchlens.codegen;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
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
import dev.orchlens.pass.Pipeline;
import dev.orchlens.pass.deps.Derivation;
import dev.orchlens.rule.Severity;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The code generated for the programs of tests. */
final class Generated {
  /**
   * The kernels that the programs of tests launch. {@code copy} overwrites {@code y}, {@code add}
   * updates it, {@code both} writes two, {@code row} works on a window of 4 rows, {@code at} takes
   * a position, {@code matmul} runs on the cube, {@code scaled} takes scalars of several types.
   * {@code pair} runs a cube and a vector kernel together; {@code twice} is expanded where it is
   * called.
   */
  private static final String KERNELS =
      """
      @pl.function(type=pl.FunctionType.AIV)
      def copy(self, x: TENSOR, y: pl.Out[TENSOR]) -> TENSOR:
          return y

      @pl.function(type=pl.FunctionType.AIV)
      def add(self, x: TENSOR, y: pl.InOut[TENSOR]) -> TENSOR:
          return y

      @pl.function(type=pl.FunctionType.AIV)
      def both(self, x: TENSOR, y: pl.Out[TENSOR], z: pl.Out[TENSOR]) -> tuple[TENSOR, TENSOR]:
          return y, z

      @pl.function(type=pl.FunctionType.AIV)
      def row(self, x: ROWS, y: pl.Out[ROWS]) -> ROWS:
          return y

      @pl.function(type=pl.FunctionType.AIV)
      def at(self, x: TENSOR, i: pl.Scalar[pl.INDEX], y: pl.InOut[TENSOR]) -> TENSOR:
          return y

      @pl.function(type=pl.FunctionType.AIC)
      def matmul(self, x: TENSOR, y: pl.Out[TENSOR]) -> TENSOR:
          return y

      @pl.function(type=pl.FunctionType.AIV)
      def scaled(self, f: pl.Scalar[pl.FP32], x: TENSOR, k: pl.Scalar[pl.INT32], on: pl.Scalar[pl.BOOL],
                 y: pl.Out[TENSOR]) -> TENSOR:
          return y

      @pl.function(type=pl.FunctionType.Group)
      def pair(self, x: TENSOR, y: pl.Out[TENSOR]) -> TENSOR:
          y = self.matmul(x, y)
          y = self.copy(x, y)
          return y

      @pl.function(type=pl.FunctionType.Spmd, attrs={"core_num": 4, "sync_start": True})
      def blocks(self, x: TENSOR, y: pl.Out[TENSOR]) -> TENSOR:
          y = self.copy(x, y)
          return y

      @pl.function(type=pl.FunctionType.Inline)
      def twice(self, x: TENSOR, y: TENSOR) -> TENSOR:
          y = self.add(x, y)
          y = self.add(x, y)
          return y

      """
          .replace("TENSOR", "pl.Tensor[[8, 16], pl.FP32]")
          .replace("ROWS", "pl.Tensor[[4, 16], pl.FP32]");

  private static final String PARAMETERS =
      "a: TENSOR, b: pl.InOut[TENSOR], c: pl.Out[TENSOR], t: pl.Tensor[[4, 2], pl.INT32], n: pl.Scalar[pl.INDEX]"
          .replace("TENSOR", "pl.Tensor[[8, 16], pl.FP32]");

  private static final String FILE = "file:///p.py";

  private final String text;
  private final int bodyLine;
  private final CodegenOutcome outcome;

  private Generated(String text, int bodyLine, CodegenOutcome outcome) {
    this.text = text;
    this.bodyLine = bodyLine;
    this.outcome = outcome;
  }

  /**
   * Generates the code of the function {@code run} with the given body. Its parameters are the
   * tensors {@code a} (In), {@code b} (InOut), {@code c} (Out), the table {@code t} and the number
   * {@code n}.
   */
  static Generated of(String body) {
    return of("", PARAMETERS, body, false);
  }

  /** Generates the code of {@link #of} with {@code analyze_auto_scopes_for_deps} on. */
  static Generated analyzed(String body) {
    return of("", PARAMETERS, body, true);
  }

  /** Generates the code of a function that places its scopes by hand. */
  static Generated withPlacedScopes(String body) {
    return of(", auto_scope=False", PARAMETERS, body, false);
  }

  /**
   * Generates the code of {@link #withPlacedScopes} with {@code analyze_auto_scopes_for_deps} on.
   */
  static Generated withPlacedScopesAnalyzed(String body) {
    return of(", auto_scope=False", PARAMETERS, body, true);
  }

  /** Generates the code of a function with the given parameters. */
  static Generated withParameters(String parameters, String body) {
    return of("", parameters, body, false);
  }

  private static Generated of(String options, String parameters, String body, boolean analyze) {
    String head =
        "import pypto.language as pl\n\nM = pl.dynamic(\"M\")\n\n\n@pl.program\nclass P:\n"
            + KERNELS.indent(4)
            + "    @pl.function(type=pl.FunctionType.Orchestration"
            + options
            + ")\n"
            + "    def run(self, "
            + parameters
            + "):\n";
    return of(head, head + body.indent(8), analyze);
  }

  /**
   * Generates the code of the only Orchestration function of a program; {@code head} is the text
   * before its body.
   */
  static Generated of(String head, String text, boolean analyze) {
    ProgramWorld world =
        new ProgramEvaluator(new NoModules(), List.of())
            .evaluate(SyntaxTree.parse(Document.of(FILE, 1, text)), "/p.py");
    LowerableEntry entry = EntryDiscovery.entries(world).getFirst();
    if (!(entry instanceof LowerableEntry.ClassForm form)) {
      throw new IllegalArgumentException("not a class: " + entry.name());
    }
    LoweredProgram lowered =
        new ProgramLowering(OperatorCatalog.load(), world, new LoweringMemory())
            .lower(form.program());
    if (lowered.problems().stream().anyMatch(p -> p.severity() == Severity.ERROR)) {
      throw new IllegalArgumentException(lowered.problems().toString());
    }
    Pipeline.Prepared prepared = Pipeline.prepare(lowered.ir(), () -> {});
    Derivation derivation = Pipeline.derive(prepared, analyze, () -> {});
    Pipeline.Unplaced unplaced = Pipeline.fence(prepared, derivation, () -> {});
    Program program = Pipeline.place(prepared, derivation, unplaced, analyze).program();
    int bodyLine = (int) head.chars().filter(c -> c == '\n').count();
    return new Generated(
        text,
        bodyLine,
        OrchestrationCodegen.attempt(program, program.function("run").orElseThrow()));
  }

  /** Returns what was generated. */
  GeneratedOrchestration orchestration() {
    return switch (outcome) {
      case CodegenOutcome.Generated(GeneratedOrchestration generated) -> generated;
      case CodegenOutcome.Refused(Problem problem) ->
          throw new IllegalArgumentException(problem.toString());
    };
  }

  /** Returns why nothing was generated: the code, the line of the body, the message. */
  String refusal() {
    return switch (outcome) {
      case CodegenOutcome.Refused(Problem problem) -> describe(problem);
      case CodegenOutcome.Generated _ -> throw new IllegalStateException("the code was generated");
    };
  }

  /** Returns the problems found, one a line: the code, the line of the body, the message. */
  String problems() {
    return orchestration().problems().stream()
        .map(p -> describe(p) + "\n")
        .collect(Collectors.joining());
  }

  /** Returns the text of the program. */
  String program() {
    return text;
  }

  private String describe(Problem problem) {
    return problem.code() + " at line " + line(problem.origin()).strip() + ": " + problem.message();
  }

  /**
   * Returns the figures of the compressed loops, one a line, and the sizes of all dependency
   * arrays.
   */
  String loops() {
    StringBuilder out = new StringBuilder();
    for (CompressedLoop loop : orchestration().compressedLoops()) {
      out.append("loop at line ")
          .append(line(loop.loop()).strip())
          .append(", ")
          .append(loop.trips())
          .append(" trips: ")
          .append(loop.before())
          .append(" -> ")
          .append(loop.after())
          .append('\n');
      for (Compression c : loop.compressions()) {
        out.append("  ")
            .append(c.array())
            .append(": ")
            .append(c.producers())
            .append(" producers, ")
            .append(c.consumers())
            .append(" consumers: ")
            .append(c.before())
            .append(" -> ")
            .append(c.after())
            .append('\n');
      }
    }
    return out
        + "arrays of tasks "
        + orchestration().taskDepArrays()
        + ", of barriers "
        + orchestration().barrierDepArrays()
        + "\n";
  }

  /** Returns the whole text. */
  String text() {
    return orchestration().text();
  }

  /**
   * Returns the statements of the entry function behind its parameters, without the outermost
   * indentation.
   */
  String code() {
    return String.join("\n", body(false)) + "\n";
  }

  /**
   * Returns {@link #code} with the line of the body, from 1, that each line came from, or {@code -}
   * for other sources. What a call of an expanded function brought shows the line of the call, and
   * {@code >}.
   */
  String codeWithSources() {
    return String.join("\n", body(true)) + "\n";
  }

  private List<String> body(boolean withSources) {
    List<String> lines = text().lines().toList();
    int first = 0;
    while (!lines.get(first).startsWith(EntryPoint.HEAD)) {
      first++;
    }
    do {
      first++;
    } while (lines.get(first).isEmpty() || lines.get(first).matches(" {4}(//.*|.*orch_args.*)"));
    List<String> body = new ArrayList<>();
    for (int i = first; i < lines.lastIndexOf("}"); i++) {
      String code = lines.get(i).replaceFirst("^ {4}", "");
      String source = withSources ? source(orchestration().sourceMap().origin(i)) : "";
      body.add((source + code).stripTrailing());
    }
    return body;
  }

  private String source(Origin origin) {
    return line(origin.outermost()) + (origin.inlinedAt().isPresent() ? "> " : "| ");
  }

  private String line(Origin origin) {
    if (!origin.isKnown()) {
      return " -";
    }
    int start = text.indexOf("@pl.program") + origin.start();
    int line = (int) text.substring(0, start).chars().filter(c -> c == '\n').count() - bodyLine + 1;
    return line < 1 ? " -" : "%2d".formatted(line);
  }
}
