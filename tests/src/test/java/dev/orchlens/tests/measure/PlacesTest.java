package dev.orchlens.tests.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The kinds of edits that are measured are made where their names say. */
class PlacesTest {
  private static final String PROGRAM =
      """
      import pypto.language as pl

      SIZE = 64

      @pl.jit.inline
      def helper(x, y):
          '''Said first.'''
          n = SIZE
          with pl.at(level=pl.Level.CORE_GROUP):
              y[:] = pl.mul(x, 2.0)
          return y

      @pl.jit
      def entry(x, out):
          out = helper(x, out)
          return out
      """;

  @Test
  void anEditPutsALineBeforeAStatementOfTheKindOfCodeThatItIsNamedAfter() {
    String places =
        Places.of(PROGRAM).all().stream()
            .map(place -> place.action() + ":\n" + place.line(7) + following(place.offset()))
            .collect(Collectors.joining());
    assertThat(places)
        .isEqualTo(
            """
            helper:
                edited = 7
                return y
            entry:
                edited = 7
                return out
            kernel:
                    edited = 7
                    y[:] = pl.mul(x, 2.0)
            module:
            edited = 7
            SIZE = 64
            comment:
                # edited 7
                return out
            """);
  }

  private static String following(int offset) {
    return PROGRAM.substring(offset, PROGRAM.indexOf('\n', offset) + 1);
  }
}
