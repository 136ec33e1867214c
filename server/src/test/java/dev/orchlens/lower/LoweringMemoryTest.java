package dev.orchlens.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.lower.jit.ScalarDefaults;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.NoModules;
import dev.orchlens.module.ProgramEvaluator;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which functions are lowered again after an edit, and which are the same objects as before. */
class LoweringMemoryTest {
  private static final String PROGRAM =
      """
      import pypto.language as pl
      SIZE = 16

      @pl.jit.inline
      def first(a: pl.Tensor[[SIZE, 64], pl.FP32], b: pl.Tensor[[SIZE, 64], pl.FP32]):
          with pl.at(level=pl.Level.CORE_GROUP):
              b[:] = pl.mul(a, 2.0)
          return b

      @pl.jit.inline
      def second(a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP32]):
          with pl.at(level=pl.Level.CORE_GROUP):
              b[:] = pl.sqrt(a)
          return b

      @pl.jit
      def entry(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
          t = pl.create_tensor([16, 64], dtype=pl.FP32)
          t = first(x, t)
          out = second(t, out)
          return out
      """;

  private final LoweringMemory memory = new LoweringMemory();
  private SyntaxTree tree = SyntaxTree.parse(Document.of("file:///work/program.py", 1, PROGRAM));
  private Map<String, Function> known = lowered();

  private Map<String, Function> lowered() {
    var world =
        new ProgramEvaluator(new NoModules(), List.of("/work")).evaluate(tree, "/work/program.py");
    var lowering =
        new EntryLowering(
            OperatorCatalog.load(), world, memory, ScalarDefaults.SPECIALIZED, List.of());
    return lowering.lower(lowering.entries().getFirst()).functions().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, e -> e.getValue().function(), (a, _) -> a, TreeMap::new));
  }

  /** Edits the program and returns the functions that are other objects than before. */
  private List<String> loweredAgain(String from, String to) {
    String text = tree.document().text();
    tree =
        SyntaxTree.reparse(tree, Document.of("file:///work/program.py", 2, text.replace(from, to)));
    Map<String, Function> before = known;
    known = lowered();
    return known.keySet().stream().filter(name -> known.get(name) != before.get(name)).toList();
  }

  @Test
  void anEditInsideAFunctionLowersThatFunctionAlone() {
    assertThat(loweredAgain("pl.mul(a, 2.0)", "pl.mul(a, 3.0)")).containsExactly("first");
    assertThat(loweredAgain("pl.sqrt(a)", "pl.exp(a)")).containsExactly("second");
    assertThat(loweredAgain("second(t, out)", "second(x, out)")).containsExactly("entry");
  }

  @Test
  void anEditOfASignatureLowersTheCallersToo() {
    assertThat(loweredAgain("def second(a:", "def second(c:")).containsExactly("entry", "second");
  }

  @Test
  void anEditOfAConstantLowersWhoReadsIt() {
    assertThat(loweredAgain("SIZE = 16", "SIZE = 8 + 8")).isEmpty();
    assertThat(loweredAgain("SIZE = 8 + 8", "SIZE = 16  # rows")).isEmpty();
  }

  @Test
  void anEditElsewhereLowersNothing() {
    assertThat(loweredAgain("import pypto", "# A program.\n\nimport pypto")).isEmpty();
    assertThat(loweredAgain("SIZE = 16", "SIZE = 16\nOTHER = 2")).isEmpty();
  }
}
