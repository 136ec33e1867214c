package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.module.value.Definition;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.Fingerprint;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Fingerprints tell what changed, and recorded reads whether work still holds. */
class FingerprintsTest {
  private static final String PROGRAM =
      """
      import config
      from config import N, helper
      import pypto.language as pl

      def local(n):
          return n * config.SIZE

      LIST = [N, {"k": (N, 1.5)}]

      @pl.jit
      def entry(x: pl.Tensor[[helper(N), local(2)], pl.FP32]):
          return x
      # file: config.py
      N = 4
      SIZE = 8
      UNUSED = 1
      def helper(n):
          return n + N
      """;

  private static List<String> changed(String before, String after) {
    ProgramWorld first = ProgramText.evaluate(before);
    ProgramWorld second = ProgramText.evaluate(after);
    return second.main().names().stream()
        .filter(name -> !first.main().fingerprint(name).equals(second.main().fingerprint(name)))
        .collect(Collectors.toList());
  }

  @Test
  void onlyWhatChangedHasAnotherFingerprint() {
    assertThat(changed(PROGRAM, PROGRAM)).isEmpty();
    assertThat(changed(PROGRAM, "\n\n# moved\n" + PROGRAM)).isEmpty();
    assertThat(changed(PROGRAM, PROGRAM.replace("UNUSED = 1", "UNUSED = 2"))).isEmpty();
    assertThat(changed(PROGRAM, PROGRAM.replace("N = 4", "N = 5"))).containsExactly("N", "LIST");
    assertThat(changed(PROGRAM, PROGRAM.replace("1.5", "2.5"))).containsExactly("LIST");
    assertThat(changed(PROGRAM, PROGRAM.replace("return x\n", "return x + x\n")))
        .containsExactly("entry");
    assertThat(changed(PROGRAM, PROGRAM.replace("n + N", "n - N"))).containsExactly("helper");
  }

  @Test
  void valuesThatEarlierDefinitionsSawCount() {
    String program =
        """
        import pypto.language as pl
        N = 4

        @pl.jit
        def entry(x: pl.Tensor[[N], pl.FP32]):
            return x

        N = 8
        """;
    assertThat(changed(program, program.replace("N = 4", "N = 5"))).containsExactly("N");
    assertThat(changed(program, program.replace("N = 8", "N = 9"))).containsExactly("N");
    assertThat(changed("M = 1\nM = 2\n", "M = 3\nM = 2\n")).isEmpty();
  }

  @Test
  void equalValuesOfOtherTypesDiffer() {
    ProgramWorld world = ProgramText.evaluate("a, b, c, d, e = 1, 1.0, True, '1', (1,)\nf = [1]\n");
    List<Fingerprint> all =
        world.main().names().stream()
            .filter(name -> !name.startsWith("__"))
            .map(world.main()::fingerprint)
            .toList();
    assertThat(all).doesNotHaveDuplicates().hasSize(6);
  }

  @Test
  void valuesThatHoldThemselvesHaveFingerprints() {
    ProgramWorld world = ProgramText.evaluate("a = [1]\na.append(a)\nb = {'me': a}\n");
    assertThat(world.main().fingerprint("a")).isNotEqualTo(world.main().fingerprint("b"));
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            a = [1, ...]
            b = {'me': [1, ...]}
            """);
  }

  @Test
  void readsNameWhatAnEvaluationDependsOn() {
    ProgramWorld world = ProgramText.evaluate(PROGRAM);
    Definition entry = world.main().definitions().getFirst();
    Expr annotation =
        ((Stmt.FunctionDef) entry.syntax()).parameters().getFirst().annotation().orElseThrow();
    Reads reads = new Reads();
    assertThat(ProgramText.show(world.evaluate(annotation, entry.environment(), reads)))
        .isEqualTo("pypto.language.Tensor[[8, 16], pypto.language.FP32]");
    assertThat(reads.all().keySet())
        .extracting(read -> read.path() + " " + read.name())
        .containsExactly(
            "/work/program.py pl",
            "/work/program.py helper",
            "/work/program.py N",
            "/work/config.py N",
            "/work/program.py local",
            "/work/program.py config",
            "/work/config.py SIZE");
    assertThat(reads.hold(ProgramText.evaluate(PROGRAM.replace("UNUSED = 1", "UNUSED = 2"))))
        .isTrue();
    assertThat(reads.hold(ProgramText.evaluate(PROGRAM.replace("SIZE = 8", "SIZE = 9")))).isFalse();
    assertThat(reads.hold(ProgramText.evaluate(PROGRAM.replace("n + N", "n - N")))).isFalse();
  }

  @Test
  void closuresCount() {
    String factory =
        """
        import pypto.language as pl

        def make(n):
            @pl.jit
            def entry(x: pl.Tensor[[n], pl.FP32]):
                return x
            return entry

        a, b, c = make(4), make(5), make(4)
        """;
    ProgramWorld world = ProgramText.evaluate(factory);
    Fingerprint a = world.main().fingerprint("a");
    assertThat(a)
        .isEqualTo(world.main().fingerprint("c"))
        .isNotEqualTo(world.main().fingerprint("b"));
  }
}
