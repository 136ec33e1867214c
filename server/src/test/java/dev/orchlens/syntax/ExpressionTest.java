package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions, each beside the nodes it stands for. */
class ExpressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          a + b * c                  => (a + (b * c))
          a - b - c                  => ((a - b) - c)
          (a + b) * c                => ((a + b) * c)
          a ** b ** c                => (a ** (b ** c))
          -a ** -b                   => (- (a ** (- b)))
          2 ** -x ** 3               => (2 ** (- (x ** 3)))
          ~a + -b                    => ((~ a) + (- b))
          a @ b // c % d             => (((a @ b) // c) % d)
          a << b + c                 => (a << (b + c))
          a & b ^ c | d              => (((a & b) ^ c) | d)
          a | b < c                  => Compare((a | b), [<], [c])
          a < b <= c != d            => Compare(a, [<, <=, !=], [b, c, d])
          a is not b                 => Compare(a, [is not], [b])
          a is b                     => Compare(a, [is], [b])
          a not in b in c            => Compare(a, [not in, in], [b, c])
          not a == b                 => (not Compare(a, [==], [b]))
          not not a                  => (not (not a))
          a and b and c or d         => BoolOp(or, [BoolOp(and, [a, b, c]), d])
          a or b and not c           => BoolOp(or, [a, BoolOp(and, [b, (not c)])])
          a and (b and c)            => BoolOp(and, [a, BoolOp(and, [b, c])])
          x if a else y if b else z  => Conditional(x, a, Conditional(y, b, z))
          await f() + 1              => (Await(Call(f, [], [])) + 1)
          await a ** b               => (Await(a) ** b)
          """)
  void operatorsBindByPrecedence(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          a.b.c                      => Attribute(Attribute(a, b), c)
          f(1, *a, k=2, **d)         => Call(f, [1, Starred(a)], [Keyword(k, 2), Keyword(-, d)])
          f(*a if b else c)          => Call(f, [Starred(Conditional(a, b, c))], [])
          f(k=1, *a)                 => Call(f, [Starred(a)], [Keyword(k, 1)])
          f(x := 1,)                 => Call(f, [NamedExpr(x, 1)], [])
          f(i for i in a)            => Call(f, [GeneratorExpr(i, [ComprehensionClause(false, i, a, [])])], [])
          a[0]                       => Subscript(a, 0)
          a[1:2, ::s, ...]           => Subscript(a, TupleExpr([Slice(1, 2, -), Slice(-, -, s), ...]))
          a[:]                       => Subscript(a, Slice(-, -, -))
          a[1,]                      => Subscript(a, TupleExpr([1]))
          a[*b]                      => Subscript(a, TupleExpr([Starred(b)]))
          a[lambda x,: x]            => Subscript(a, Lambda([Parameter(POSITIONAL_OR_KEYWORD, x, -, -)], x))
          f(a)[0].b                  => Attribute(Subscript(Call(f, [a], []), 0), b)
          pl.Tensor[[N, 4], pl.FP32] => Subscript(Attribute(pl, Tensor), TupleExpr([ListExpr([N, 4]), Attribute(pl, FP32)]))
          """)
  void suffixesFollowTheirValue(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          ()                         => TupleExpr([])
          (a)                        => a
          (a,)                       => TupleExpr([a])
          a, *b                      => TupleExpr([a, Starred(b)])
          [a, b,]                    => ListExpr([a, b])
          {a, *b}                    => SetExpr([a, Starred(b)])
          {}                         => DictExpr([])
          {a: b, **c}                => DictExpr([DictEntry(a, b), DictEntry(-, c)])
          [a for a in b if c if d]   => ListComp(a, [ComprehensionClause(false, a, b, [c, d])])
          {a for a, b in c}          => SetComp(a, [ComprehensionClause(false, TupleExpr([a, b]), c, [])])
          {a: b for a in c}          => DictComp(a, b, [ComprehensionClause(false, a, c, [])])
          (a async for x in y)       => GeneratorExpr(a, [ComprehensionClause(true, x, y, [])])
          (yield)                    => Yield(-)
          (yield a, b)               => Yield(TupleExpr([a, b]))
          (yield from a)             => YieldFrom(a)
          (n := 10)                  => NamedExpr(n, 10)
          lambda: 0                  => Lambda([], 0)
          """)
  void displaysHoldTheirElements(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          1_000                      => 1000
          0xFF_ff                    => 65535
          0o17                       => 15
          0b1_01                     => 5
          00                         => 0
          123456789012345678901234567890 => 123456789012345678901234567890
          1.5e3                      => 1500.0
          .5                         => 0.5
          1_0.                       => 10.0
          1e-3                       => 0.001
          2.5J                       => ImaginaryLiteral(2.5J, 2.5)
          True                       => True
          None                       => None
          ...                        => ...
          """)
  void numbersAndConstantsHaveTheirValues(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          lambda a, /, b=1: 0             => [POSITIONAL_ONLY a, POSITIONAL_OR_KEYWORD b]
          lambda *c, d, **e: 0            => [VAR_POSITIONAL c, KEYWORD_ONLY d, VAR_KEYWORD e]
          lambda *, a, b=2: 0             => [KEYWORD_ONLY a, KEYWORD_ONLY b]
          lambda a, b, : 0                => [POSITIONAL_OR_KEYWORD a, POSITIONAL_OR_KEYWORD b]
          """)
  void parametersKnowHowArgumentsReachThem(String text, String kinds) {
    Stmt.ExprStmt statement = (Stmt.ExprStmt) Shape.parse(text).statements().getFirst();

    assertThat(((Expr.Lambda) statement.value()).parameters())
        .extracting(parameter -> parameter.kind() + " " + parameter.name().text())
        .hasToString(kinds);
  }
}
