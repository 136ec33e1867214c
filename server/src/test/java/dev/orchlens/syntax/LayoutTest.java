package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lines, indentation, comments. */
class LayoutTest {
  @Test
  void linesMayEndInAnyWayAndNeedNoEnd() {
    String shape =
        """
        If(a)
          ExprStmt(b)
        ExprStmt(c)
        """;

    assertThat(Shape.of("if a:\r\n  b\r\nc")).isEqualTo(shape);
    assertThat(Shape.of("if a:\r  b\rc\r")).isEqualTo(shape);
    assertThat(Shape.of("\n\nif a:\n\n  b\n   \n\nc  ")).isEqualTo(shape);
  }

  @Test
  void aTabReachesToTheNextMultipleOfEight() {
    assertThat(Shape.of("if a:\n\tb\n\tif c:\n\t  d\n\te\n"))
        .isEqualTo(
            """
            If(a)
              ExprStmt(b)
              If(c)
                ExprStmt(d)
              ExprStmt(e)
            """);
  }

  @Test
  void mixedTabsAndBlanksAreReported() {
    assertThat(Shape.of("if a:\n        b\n\tc\n"))
        .isEqualTo(
            """
            If(a)
              ExprStmt(b)
              ExprStmt(c)
            ! 3:2 'c' tabs and blanks are mixed here, so that the depth depends on the width of a tab
            """);
  }

  @Test
  void bracketsAndBackslashesJoinLines() {
    assertThat(
            Shape.of(
                """
                x = [1,  # one
                  2,

                3]
                y = 1 + \\
                    2
                \\

                z
                """))
        .isEqualTo(
            """
            Assign([x], ListExpr([1, 2, 3]))
            Assign([y], (1 + 2))
            ExprStmt(z)
            """);
  }

  @Test
  void aByteOrderMarkIsNoCharacterOfTheProgram() {
    assertThat(Shape.of("\uFEFFx = 1\n")).isEqualTo("Assign([x], 1)\n");
  }

  @Test
  void namesMayUseAllLettersAndAreNormalised() {
    assertThat(Shape.of("变量 = é + ﬁ + 𝔘\n")).isEqualTo("Assign([变量], ((é + fi) + U))\n");
    assertThat(Shape.of("a€ = 1\n"))
        .isEqualTo(
            """
            Assign([a€], 1)
            ! 1:2 '€' '€' (U+20AC) cannot stand in a name
            """);
  }

  @Test
  void commentsAreKeptWithTheirPlaces() {
    SyntaxTree tree =
        Shape.parse(
            """
            # top
            def f():  # head
                # inside
                x = (1,  # one
                )

                # behind the last statement
            # between
            y = 2  # end
            """);

    assertThat(tree.comments())
        .extracting(Comment::text)
        .containsExactly(
            "# top",
            "# head",
            "# inside",
            "# one",
            "# behind the last statement",
            "# between",
            "# end");
    assertThat(tree.comments())
        .allSatisfy(
            comment ->
                assertThat(comment.range().of(tree.document().text())).isEqualTo(comment.text()));
    assertThat(tree.items())
        .extracting(TopLevel::text)
        .containsExactly(
            "def f():  # head\n    # inside\n    x = (1,  # one\n    )", "y = 2  # end");
    assertThat(tree.items().getFirst().comments())
        .extracting(Comment::text)
        .containsExactly("# head", "# inside", "# one");
  }

  @Test
  void clausesAndDecoratorsBelongToTheItemOfTheirStatement() {
    assertThat(
            Shape.parse(
                    """
                    if a:
                        b
                    # why
                    else:
                        c
                    @d

                    @e
                    def f(): pass
                    x = 1; y = 2
                    """)
                .items())
        .extracting(TopLevel::text)
        .containsExactly(
            "if a:\n    b\n# why\nelse:\n    c", "@d\n\n@e\ndef f(): pass", "x = 1; y = 2");
  }

  @Test
  void textWithoutStatementsHasNoItems() {
    assertThat(Shape.parse("").items()).isEmpty();
    assertThat(Shape.parse("\n  # only a comment\n").items()).isEmpty();
    assertThat(Shape.parse("\n  # only a comment\n").comments()).hasSize(1);
  }
}
