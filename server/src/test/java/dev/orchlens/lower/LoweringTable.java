package dev.orchlens.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.lower.jit.ScalarDefaults;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.ProgramText;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks a table of programs. Each is followed by a line of dashes and what it is lowered to: the
 * functions that are asked for, then the problems with the line, the code and the message. A line
 * of equals signs separates programs.
 */
final class LoweringTable {
  private static final OperatorCatalog OPERATORS = OperatorCatalog.load();
  private static final String RESULT = "-----";
  private static final String NEXT = "=====";
  private static final int WIDTH = 104;
  private static final String IMPORT = "import pypto.language as pl\n";

  /** A program with two kernels, in front of the body of the function that a table is about. */
  private static final String AROUND =
      """
      import pypto.language as pl

      ROWS = 32
      FAST = True
      HALF = 0.5
      DEPTHS = [1, 2, 4]


      @pl.program
      class Program:
          @pl.function(type=pl.FunctionType.InCore)
          def copy(
              self, a: pl.Tensor[[32, 64], pl.FP32], o: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
          ) -> pl.Tensor[[32, 64], pl.FP32]:
              t = pl.load(a, [0, 0], [32, 64])
              o = pl.store(t, [0, 0], o)
              return o

          @pl.function(type=pl.FunctionType.InCore)
          def split(
              self,
              a: pl.Tensor[[32, 64], pl.FP32],
              o: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
              p: pl.InOut[pl.Tensor[[32, 64], pl.FP32]],
              f: pl.Scalar[pl.FP32],
          ) -> tuple[pl.Tensor[[32, 64], pl.FP32], pl.Tensor[[32, 64], pl.FP32]]:
              t = pl.load(a, [0, 0], [32, 64])
              o = pl.store(pl.mul(t, f), [0, 0], o)
              p = pl.store(t, [0, 0], p)
              return o, p

          @pl.function(type=pl.FunctionType.Orchestration%s)
          def run(
              self,
              x: pl.Tensor[[32, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
              idx: pl.Tensor[[8], pl.INT32],
              n: pl.Scalar[pl.INT32],
          ):
      """;

  private LoweringTable() {}

  /**
   * Checks whole programs, in which the import of the language is left out; all functions are
   * shown.
   */
  static void programs(String table) {
    check(table, text -> show(IMPORT + text, 1, List.of()));
  }

  /**
   * Checks bodies of an Orchestration function; {@code x}, {@code y}, {@code idx} and {@code n} are
   * its parameters.
   */
  static void bodies(String table) {
    check(table, text -> body(text, ""));
  }

  /** Checks bodies of an Orchestration function whose scopes are placed by hand. */
  static void bodiesWithOwnScopes(String table) {
    check(table, text -> body(text, ", auto_scope=False"));
  }

  private static String body(String text, String option) {
    String around = AROUND.formatted(option);
    int before = (int) around.lines().count();
    return show(around + text.indent(8), before, List.of("run"));
  }

  private static void check(String table, java.util.function.UnaryOperator<String> meaning) {
    StringBuilder actual = new StringBuilder();
    for (String row : table.split("(?m)^" + NEXT + "\n")) {
      String program = row.split("(?m)^" + RESULT + "\n", 2)[0];
      actual.append(actual.isEmpty() ? "" : NEXT + "\n");
      actual.append(program).append(RESULT).append('\n').append(meaning.apply(program));
    }
    assertEquals(table, actual.toString());
  }

  private static String show(String text, int linesBefore, List<String> functions) {
    ProgramWorld world = ProgramText.evaluate(text);
    EntryLowering lowering =
        new EntryLowering(
            OPERATORS, world, new LoweringMemory(), ScalarDefaults.SPECIALIZED, List.of());
    StringBuilder out = new StringBuilder();
    List<Problem> problems = new ArrayList<>(lowering.decoratorProblems());
    world
        .problems()
        .forEach(p -> problems.add(new Problem(p.code(), p.message(), origin(p.site()))));
    for (LowerableEntry entry : lowering.entries()) {
      LoweredProgram lowered = lowering.lower(entry);
      out.append(functions(lowered.ir(), functions));
      problems.addAll(lowered.problems());
    }
    for (Problem problem : problems) {
      out.append(
          wrapped(
              place(world, problem.origin(), linesBefore)
                  + " "
                  + problem.code()
                  + " "
                  + problem.message()));
    }
    return out.toString();
  }

  private static Origin origin(dev.orchlens.module.value.Site site) {
    return new Origin(
        site.file(),
        site.item(),
        site.range().start(),
        site.range().end(),
        java.util.Optional.empty());
  }

  /** Returns the functions as text; of one function that is asked for, the body only. */
  private static String functions(Program program, List<String> names) {
    String all = Printer.print(program);
    List<String> lines = all.substring(all.indexOf("class ")).lines().skip(1).toList();
    if (names.isEmpty()) {
      return lines.stream()
              .map(l -> l.isEmpty() ? l : l.substring(4))
              .collect(Collectors.joining("\n", "", "\n"))
              .strip()
          + "\n";
    }
    StringBuilder out = new StringBuilder();
    boolean inside = false;
    for (String line : lines) {
      if (line.startsWith("    def ")) {
        inside = names.stream().anyMatch(n -> line.startsWith("    def " + n + "("));
      } else if (inside && line.startsWith("        ")) {
        out.append(line.substring(8)).append('\n');
      }
    }
    return out.toString();
  }

  private static String place(ProgramWorld world, Origin origin, int linesBefore) {
    ModuleEnvironment module = world.module(origin.file()).orElseThrow();
    SyntaxTree tree = module.tree().orElseThrow();
    SourceRange range = new SourceRange(origin.start(), origin.end());
    int line = tree.absolute(tree.item(origin.item()).orElseThrow(), range).start().line() + 1;
    String shown = line > linesBefore ? String.valueOf(line - linesBefore) : "def";
    return module == world.main() ? shown : module.name() + ":" + line;
  }

  private static String wrapped(String text) {
    StringBuilder out = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        out.append(line).append('\n');
        line = new StringBuilder("   ");
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    return out.append(line).append('\n').toString();
  }
}
