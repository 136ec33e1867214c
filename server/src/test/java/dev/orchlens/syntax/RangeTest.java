package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import org.junit.jupiter.api.Test;

/** Where nodes are. */
class RangeTest {
  @Test
  void everyNodeCoversItsText() {
    TopLevel item =
        Shape.parse(
                """
                @d(1)
                def f(x: int = 2, *a) -> T:
                    y = (x + 1) * -a[0:n].b  # comment
                    if (y): pass
                    elif z: g(k=y, *a)
                """)
            .items()
            .getFirst();

    assertThat(
            String.join("\n", Shape.covered(item.text(), item.statements().getFirst().children())))
        .isEqualTo(
            """
            Decorator @d(1)
            Call d(1)
            Name d
            IntLiteral 1
            Identifier f
            Parameter x: int = 2
            Identifier x
            Name int
            IntLiteral 2
            Parameter *a
            Identifier a
            Name T
            Assign y = (x + 1) * -a[0:n].b
            Name y
            BinaryOp (x + 1) * -a[0:n].b
            BinaryOp x + 1
            Name x
            IntLiteral 1
            UnaryOp -a[0:n].b
            Attribute a[0:n].b
            Subscript a[0:n]
            Name a
            Slice 0:n
            IntLiteral 0
            Name n
            Identifier b
            If if (y): pass
                elif z: g(k=y, *a)
            Name y
            Pass pass
            If elif z: g(k=y, *a)
            Name z
            ExprStmt g(k=y, *a)
            Call g(k=y, *a)
            Name g
            Keyword k=y
            Identifier k
            Name y
            Starred *a
            Name a\
            """);
  }

  @Test
  void headersRunFromTheKeywordToTheColon() {
    TopLevel item =
        Shape.parse(
                """
                @d
                async def f(a,
                            b): return 1
                """)
            .items()
            .getFirst();
    Stmt.FunctionDef def = (Stmt.FunctionDef) item.statements().getFirst();

    assertThat(def.header().of(item.text())).isEqualTo("async def f(a,\n            b):");
    assertThat(def.range().of(item.text())).isEqualTo(item.text());
  }

  @Test
  void expressionsInsideFormattedStringsAreWhereTheyStand() {
    TopLevel item = Shape.parse("x = 'a' f'😀{b + 1:{w}}'\n").items().getFirst();
    Stmt.Assign assign = (Stmt.Assign) item.statements().getFirst();

    assertThat(Shape.covered(item.text(), assign.value().children()))
        .containsExactly(
            "FStringText a",
            "FStringText 😀",
            "FStringField {b + 1:{w}}",
            "BinaryOp b + 1",
            "Name b",
            "IntLiteral 1",
            "FStringField {w}",
            "Name w");
  }

  @Test
  void placesInTheDocumentCountUtf16CodeUnits() {
    SyntaxTree tree = Shape.parse("# 😀\r\n\r\ndef 函数():\r\n\t'😀'; x = 1\r\n");
    TopLevel item = tree.items().getFirst();
    Stmt last = ((Stmt.FunctionDef) item.statements().getFirst()).body().getLast();

    assertThat(tree.start(item)).isEqualTo(8);
    assertThat(tree.absolute(item, last.range()))
        .isEqualTo(new TextRange(new TextPosition(3, 7), new TextPosition(3, 12)));
    assertThat(tree.offsets(item, last.range()).of(tree.document().text())).isEqualTo("x = 1");
  }

  @Test
  void thePathToAPlaceRunsFromTheStatementToTheInnermostNode() {
    String text = "a = 1\n\ndef f():\n    return g(x.y, z)\n";
    SyntaxTree tree = Shape.parse(text);

    assertThat(tree.path(text.indexOf("y")))
        .extracting(node -> node.getClass().getSimpleName())
        .containsExactly("FunctionDef", "Return", "Call", "Attribute", "Identifier");
    assertThat(tree.path(text.indexOf("z)") + 1)).last().isInstanceOf(Expr.Name.class);
    assertThat(tree.path(text.indexOf("(x")))
        .extracting(node -> node.getClass().getSimpleName())
        .containsExactly("FunctionDef", "Return", "Call", "Name");
    assertThat(tree.path(6)).isEmpty();
  }

  @Test
  void itemsAreFoundByPlaceAndByKey() {
    SyntaxTree tree =
        Shape.parse(
            """
            N = 4
            def f(): pass
            class A: pass
            def f(): pass
            g()
            g()
            """);

    assertThat(tree.items())
        .extracting(tree::key)
        .startsWith("N", "f", "A", "f#2")
        .doesNotHaveDuplicates();
    assertThat(tree.items())
        .allSatisfy(
            item -> {
              assertThat(tree.item(tree.key(item)).orElseThrow()).isSameAs(item);
              assertThat(tree.itemAt(tree.start(item)).orElseThrow()).isSameAs(item);
            });
    assertThat(tree.item("unknown")).isEmpty();
  }
}
