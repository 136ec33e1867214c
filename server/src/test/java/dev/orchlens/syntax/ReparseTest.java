package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.text.CharacterUnit;
import dev.orchlens.text.Document;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextEdit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Edits: items that an edit cannot have touched are the same objects afterwards; the tree is that
 * of a fresh parse.
 */
class ReparseTest {
  private static final String PROGRAM =
      """
      import pypto.language as pl

      # the size
      N = 4

      @pl.program
      class P:
          @pl.function
          def main(self, x):
              for i in pl.range(N):
                  y = pl.add(x, 1)  # add
              return y

      def helper(a):
          if a:
              return f"{a}"
          else:
              return '''text
          over lines'''

      # the end
      RESULT = helper(P)
      """;

  private static SyntaxTree edit(SyntaxTree tree, int start, int end, String text) {
    Document old = tree.document();
    TextEdit edit = TextEdit.replace(old.lines().range(new SourceRange(start, end)), text);
    SyntaxTree edited =
        SyntaxTree.reparse(tree, old.apply(List.of(edit), old.version() + 1, CharacterUnit.UTF16));
    assertSameTree(edited, SyntaxTree.parse(edited.document()));
    return edited;
  }

  private static SyntaxTree replace(SyntaxTree tree, String old, String text) {
    int start = tree.document().text().indexOf(old);
    return edit(tree, start, start + old.length(), text);
  }

  private static void assertSameTree(SyntaxTree tree, SyntaxTree expected) {
    // Syntax is equal to itself alone; its text has all that is in it.
    assertThat(tree.items().toString()).isEqualTo(expected.items().toString());
    assertThat(tree.items().stream().map(tree::start))
        .isEqualTo(expected.items().stream().map(expected::start).toList());
    assertThat(tree.comments()).isEqualTo(expected.comments());
  }

  /**
   * For each item, whether it is an item of the tree before: {@code =} if so, {@code *} if it was
   * parsed.
   */
  private static String kept(SyntaxTree before, SyntaxTree after) {
    StringBuilder kept = new StringBuilder();
    for (TopLevel item : after.items()) {
      kept.append(before.items().stream().anyMatch(old -> old == item) ? '=' : '*');
    }
    return kept.toString();
  }

  @Test
  void onlyTheItemEditedIsParsed() {
    SyntaxTree before = Shape.parse(PROGRAM);
    SyntaxTree after = replace(before, "pl.add(x, 1)", "pl.mul(x,\n 2)");

    assertThat(kept(before, after)).isEqualTo("==*==");
    assertThat(after.start(after.items().getLast()))
        .isEqualTo(after.document().text().indexOf("RESULT"));
  }

  @Test
  void commentsAndBlankLinesBetweenItemsCostNothing() {
    SyntaxTree before = Shape.parse(PROGRAM);
    SyntaxTree after = replace(replace(before, "# the size", "\n# how many"), "# the end\n", "");

    assertThat(kept(before, after)).isEqualTo("=====");
    assertThat(after.comments()).extracting(Comment::text).containsExactly("# how many", "# add");
  }

  @Test
  void newAndRemovedItemsLeaveTheOthers() {
    SyntaxTree before = Shape.parse(PROGRAM);

    assertThat(kept(before, replace(before, "# the size", "M = 3"))).isEqualTo("=*====");
    assertThat(kept(before, replace(before, "N = 4\n", ""))).isEqualTo("====");
  }

  @Test
  void aChangeBackIsParsedAnewButAnEmptyOneIsNot() {
    SyntaxTree before = Shape.parse(PROGRAM);

    assertThat(kept(before, SyntaxTree.reparse(before, Document.of("file:///test.py", 9, PROGRAM))))
        .isEqualTo("=====");
    assertThat(kept(before, replace(replace(before, "N = 4", "N = 5"), "N = 5", "N = 4")))
        .isEqualTo("=*===");
  }

  @Test
  void whatTurnsOutToContinueAnItemIsParsedWithIt() {
    SyntaxTree before = Shape.parse("if a:\n    b\nc = 1\nd = 2\n");

    assertThat(kept(before, replace(before, "c = 1", "else: c"))).isEqualTo("*=");
    assertThat(kept(before, replace(before, "c = 1", "  c = 1"))).isEqualTo("*=");
    assertThat(kept(before, replace(before, "c = 1", "@x"))).isEqualTo("=*=");
    assertThat(kept(before, replace(before, "c = 1\nd = 2", "@x\ndef d(): pass"))).isEqualTo("=*");
  }

  @Test
  void aBracketClosedFarBelowReachesBackToWhereItOpened() {
    SyntaxTree before = Shape.parse("a = (1,\nb = 2\nc = 3\nd = 4\n");
    assertThat(before.items()).hasSize(4);

    SyntaxTree after = replace(before, "c = 3", "c = 3)");

    assertThat(after.items()).hasSize(2);
    assertThat(kept(before, after)).isEqualTo("*=");
  }

  @Test
  void openedAndClosedStringsGiveTheTreeOfAFreshParse() {
    SyntaxTree tree = Shape.parse(PROGRAM);

    tree = replace(tree, "N = 4", "N = '''4");
    tree = replace(tree, "RESULT", "'''\nRESULT");
    tree = replace(tree, "'''4", "4");
    replace(tree, "'''\nRESULT", "RESULT");
  }

  @Test
  void anySequenceOfEditsGivesTheTreeOfAFreshParse() {
    String[] texts = {
      "",
      "(",
      ")",
      "[",
      "}",
      "'",
      "\"\"\"",
      "f'{",
      "\n",
      "\n    ",
      "\t",
      "\r",
      "\r\n",
      "\\",
      "#",
      ":",
      ",",
      "=",
      "@",
      "def f(",
      "else:",
      "class A:\n",
      "x = 1\n",
      "match x:\n    case 1:\n",
      "😀",
      "中",
      "\uFEFF",
      "return ",
      "import "
    };
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      SyntaxTree tree = Shape.parse(PROGRAM);
      for (int i = 0; i < 25; i++) {
        int length = tree.document().text().length();
        int start = random.nextInt(length + 1);
        int end = Math.min(length, start + random.nextInt(random.nextInt(6) == 0 ? 40 : 3));
        tree = edit(tree, start, end, texts[random.nextInt(texts.length)]);
      }
    }
  }
}
