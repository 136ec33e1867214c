package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** String literals of all kinds. */
class StringTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          'a'                  => 'a'
          "it's"               => 'it's'
          'a' "b" '''c'''      => 'abc'
          ''                   => ''
          'a\\'b'              => 'a'b'
          '\\\\ \\x41 \\101'   => '\\ A A'
          '\\u4e2d\\U0001F600' => '中😀'
          '\\N{EM DASH}'       => '—'
          '\\N{CJK UNIFIED IDEOGRAPH-6574}' => '整'
          r'\\d\\''            => '\\d\\''
          '\\d'                => '\\d'
          b'\\xff'             => b'\u00ff'
          Rb'\\n'              => b'\\n'
          b'a' b'b'            => b'ab'
          u'a'                 => 'a'
          """)
  void stringsAreDecoded(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @Test
  void lineBreaksInsideStringsBecomeLineFeedsAndJoinedLinesVanish() {
    assertThat(Shape.ofExpression("'''a\r\nb\rc\\\r\nd'''")).isEqualTo("'a\nb\ncd'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          f'a{b}c'             => FString([FStringText(a), FStringField(b, false, -, []), FStringText(c)])
          f'{{{a}}}'           => FString([FStringText({), FStringField(a, false, -, []), FStringText(})])
          f'{a!r:>{w}}'        => FString([FStringField(a, false, r, [FStringText(>), FStringField(w, false, -, [])])])
          f'{a = }'            => FString([FStringField(a, true, -, [])])
          f'{a=!s:x}'          => FString([FStringField(a, true, s, [FStringText(x)])])
          f'{a == b}'          => FString([FStringField(Compare(a, [==], [b]), false, -, [])])
          f'{a != b}'          => FString([FStringField(Compare(a, [!=], [b]), false, -, [])])
          f'{d['k']}'          => FString([FStringField(Subscript(d, 'k'), false, -, [])])
          f'{f'{a}'}'          => FString([FStringField(FString([FStringField(a, false, -, [])]), false, -, [])])
          f'{(lambda: 0)()}'   => FString([FStringField(Call(Lambda([], 0), [], []), false, -, [])])
          f'{x:%H:%M}'         => FString([FStringField(x, false, -, [FStringText(%H:%M)])])
          'a' f'{b}'           => FString([FStringText(a), FStringField(b, false, -, [])])
          rf'\\{a}'            => FString([FStringText(\\), FStringField(a, false, -, [])])
          f'\\N{EM DASH}{a,}'  => FString([FStringText(—), FStringField(TupleExpr([a]), false, -, [])])
          """)
  void formattedStringsHoldTheirExpressions(String text, String shape) {
    assertThat(Shape.ofExpression(text)).isEqualTo(shape);
  }

  @Test
  void fieldsMaySpanLinesAndHoldComments() {
    assertThat(Shape.ofExpression("f'''{\na  # one\n+ b}'''"))
        .isEqualTo("FString([FStringField((a + b), false, -, [])])");
  }

  @Test
  void whatIsWrongInsideAStringIsSaidWhereItIs() {
    assertThat(
            Shape.of(
                """
                a = '\\x4'
                b = '\\N{no such}'
                c = 'a' b'b'
                d = f'{}' f'{a b}' f'{a!q}' f'}'
                e = b'é'
                """))
        .isEqualTo(
            """
            Assign([a], '\\x4')
            Assign([b], '\\N{no such}')
            Assign([c], ErrorExpr)
            Assign([d], FString([FStringField(ErrorExpr, false, -, []), FStringField(ErrorExpr, false, -, []), \
            FStringField(a, false, -, []), FStringText(})]))
            Assign([e], b'é')
            ! 1:6 '\\x4' \\x needs 2 hexadecimal digits
            ! 2:6 '\\N{no such}' there is no character with this name
            ! 3:5 ''a' b'b'' text and bytes cannot be joined
            ! 4:8 '' an expression is expected in this replacement field
            ! 4:14 'a b' an expression is expected in this replacement field
            ! 4:24 '!' '!' must be followed by 'r', 's' or 'a' in a formatted string
            ! 4:25 'q' this does not belong into a replacement field
            ! 4:31 '}' a single '}' must be written '}}' in a formatted string
            ! 5:7 'é' bytes can be written with ASCII characters only
            """);
  }
}
