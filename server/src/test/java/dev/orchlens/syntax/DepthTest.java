package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text that nests without end must be refused, not exhaust the stack of whoever parses or walks it.
 */
class DepthTest {
  private static final int MANY = 10_000;
  private static final long DEFAULT_STACK = 1 << 20;

  private static SyntaxTree parseOnSmallStack(String text) throws Exception {
    FutureTask<SyntaxTree> task =
        new FutureTask<>(
            () -> {
              SyntaxTree tree = Shape.parse(text);
              assertThat(tree.statements().hashCode()).isNotZero();
              return tree;
            });
    new Thread(null, task, "parser", DEFAULT_STACK).start();
    return task.get();
  }

  private static int depth(List<? extends Node> nodes) {
    record Level(Node node, int depth) {}
    Deque<Level> open = new ArrayDeque<>();
    nodes.forEach(node -> open.add(new Level(node, 1)));
    int deepest = 0;
    while (!open.isEmpty()) {
      Level level = open.pop();
      deepest = Math.max(deepest, level.depth());
      level.node().children().forEach(child -> open.push(new Level(child, level.depth() + 1)));
    }
    return deepest;
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "..",
      quoteCharacter = '`',
      textBlock =
          """
          (                .. )
          [                .. ]
          {1:              .. }
          f(               .. )
          a[               .. ]
          `not `           .. ``
          -                .. ``
          `1 + `           .. ``
          `1 ** `          .. ``
          `1 < `           .. ``
          `lambda: `       .. ``
          `a if b else `   .. ``
          `(a := `         .. )
          """)
  void nestedExpressionsBecomeAnErrorAndLeaveTheNextStatement(String open, String close)
      throws Exception {
    SyntaxTree tree =
        parseOnSmallStack("x = " + open.repeat(MANY) + "1" + close.repeat(MANY) + "\ny = 2\n");

    assertThat(tree.problems())
        .extracting(SyntaxProblem::message)
        .containsExactly("this is nested too deeply to be understood");
    assertThat(tree.statements()).hasSize(2);
    assertThat(Shape.covered(tree.items().getLast().text(), tree.items().getLast().statements()))
        .containsExactly("Assign y = 2", "Name y", "IntLiteral 2");
    assertThat(depth(tree.statements())).isLessThan(1_100);
  }

  @ParameterizedTest
  @ValueSource(strings = {".b", "()", "[0]"})
  void suffixesWithoutEndBecomeAnError(String suffix) throws Exception {
    SyntaxTree tree = parseOnSmallStack("x = a" + suffix.repeat(MANY) + "\n");

    assertThat(tree.problems())
        .extracting(SyntaxProblem::message)
        .containsExactly("this is nested too deeply to be understood");
    assertThat(Shape.covered("x = a", List.of(tree.statements().getFirst().children().getFirst())))
        .containsExactly("Name x");
  }

  @Test
  void asManyBracketsAndBlocksAsPythonAllowsAreUnderstood() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int depth = 0; depth < 99; depth++) {
      text.append(" ".repeat(depth)).append("for a in b:\n");
    }
    text.append(" ".repeat(99)).append("(".repeat(199)).append(")".repeat(199)).append('\n');

    assertThat(parseOnSmallStack(text.toString()).problems()).isEmpty();
  }

  @Test
  void endlessBlocksAndClausesAreCutOff() throws Exception {
    StringBuilder blocks = new StringBuilder();
    for (int depth = 0; depth < 500; depth++) {
      blocks.append(" ".repeat(depth)).append("if a b:\n");
    }

    assertThat(depth(parseOnSmallStack(blocks.toString()).statements())).isLessThan(200);
    assertThat(depth(parseOnSmallStack("if a: b\n" + "elif c: d\n".repeat(MANY)).statements()))
        .isLessThan(1_100);
  }

  @Test
  void blocksNestedTooDeeplyAreOneErrorAndLeaveTheNextStatement() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int depth = 0; depth < 2_000; depth++) {
      text.append(" ".repeat(depth)).append("if a:\n");
    }
    text.append(" ".repeat(2_000))
        .append("x = 1\n")
        .append(" ".repeat(150))
        .append("z = (\n")
        .append("y = 2\n");

    SyntaxTree tree = parseOnSmallStack(text.toString());

    assertThat(tree.problems())
        .extracting(SyntaxProblem::message)
        .containsExactly("blocks are nested more than 100 deep here");
    assertThat(Shape.covered(tree.items().getLast().text(), tree.items().getLast().statements()))
        .containsExactly("Assign y = 2", "Name y", "IntLiteral 2");
  }

  @Test
  void formattedStringsInsideFormattedStringsAreCutOff() throws Exception {
    String nested = "f'{".repeat(MANY) + "1" + "}'".repeat(MANY);
    String formats = "f'" + "{a:".repeat(MANY) + "}".repeat(MANY) + "'";

    assertThat(parseOnSmallStack(nested + "\ny = 2\n").statements()).hasSize(2);
    assertThat(parseOnSmallStack(formats + "\ny = 2\n").statements()).hasSize(2);
  }

  @Test
  void longListsAreNoDepth() throws Exception {
    String text =
        "x = [" + "1, ".repeat(MANY) + "]\n" + "a = ".repeat(MANY) + "1\n" + "'s' ".repeat(MANY);

    assertThat(parseOnSmallStack(text).problems()).isEmpty();
  }
}
