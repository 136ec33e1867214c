package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.module.eval.ModuleLoader;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fault of our own costs, and how work is left that nobody waits for. */
class DefectsTest {
  private static final String PATH = "/work/program.py";

  /** Files that are not there, of which one makes its reader fail. */
  private record Files(String failing) implements ModuleLoader {
    @Override
    public Optional<SyntaxTree> load(String path) {
      if (path.endsWith("/" + failing + ".py")) {
        throw new IllegalStateException("the reader failed");
      }
      return Optional.empty();
    }

    @Override
    public boolean isFolder(String path) {
      return false;
    }
  }

  private static ProgramWorld evaluate(String text, Runnable poll) {
    SyntaxTree tree = SyntaxTree.parse(Document.of("file://" + PATH, 1, text));
    return new ProgramEvaluator(new Files("broken"), List.of()).evaluate(tree, PATH, poll);
  }

  @Test
  void aFaultOfOursCostsTheStatementAlone() {
    ProgramWorld world =
        evaluate(
            """
            before = 1
            import broken
            after = before + 1
            """,
            () -> {});

    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            before = 1
            broken = <unknown: Orchlens failed on it>
            after = 2
            program.py:2:1 orchlens/defect
              Orchlens failed on this statement, so what it does is not known. That is a defect of Orchlens, not of the \
            program; the log has the details.
            """);
    assertThat(world.defects()).singleElement().isInstanceOf(IllegalStateException.class);
  }

  /** Each of these is one statement that works for a while, in ways that have nothing in common. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while True:\n    pass\n",
        "x = ('a' * 900_000 + 'b').find('a' * 400_000 + 'c')\n",
        "x = ('a' * 900_000 + 'b').count('a')\n",
        "x = 'ab' * 300_000 == 'ab' * 300_000\n",
        "x = str(list(range(100_000)))\n",
        "x = sorted(range(100_000), key=lambda i: -i)\n",
        "x = [i for i in range(100_000)]\n",
        "x = {(i, i): i for i in range(30_000)}\n",
        "x = (1 << 60_000) ** 1 * 3 // 7 % 1_000_003\n"
            + "x = [x * (1 << 60_000) for _ in range(500)]\n",
        "import copy\nx = copy.deepcopy([[i] for i in range(50_000)])\n",
        "x = ' '.join(['ab'] * 90_000).split()\n",
        "x = '%100000d' % 1, f'{1:200000}', '{:.200000f}'.format(0.1)\n",
        "import os.path\nx = os.path.join(*['a'] * 100_000)\n",
      })
  void whatNobodyWaitsForIsLeft(String text) {
    AtomicInteger polls = new AtomicInteger();
    evaluate(text.replace("while True", "for _ in range(100_000)"), polls::incrementAndGet);
    assertThat(polls).hasPositiveValue();

    assertThatThrownBy(
            () ->
                evaluate(
                    text,
                    () -> {
                      throw new CancellationException();
                    }))
        .isInstanceOf(CancellationException.class);
  }
}
