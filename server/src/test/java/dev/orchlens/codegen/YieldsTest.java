package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YieldsTest {

  @Test
  void aValueThatIsHandedOnBehindItsChangeIsWarnedOf() {
    assertThat(
            Generated.of(
                    """
                    for i, (b, c) in pl.range(4, init_values=(b, c)):
                        c = self.add(b, c)
                        b, c = pl.yield_(c, b)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/carry-overwritten at line 1: The generated code gives 'b' its new value first, and then hands that \
            on to 'c' in place of the value of this iteration. Carry 'c' in front of 'b'; where two values change \
            places, write two iterations into the body, so that each value keeps its place.
            """);
  }

  @Test
  void aValueThatIsReadFirstIsNot() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        last = None
                        older = None
                        for i, (b, older, last) in pl.range(4, init_values=(b, older, last)):
                            b, made = pl.submit(self.add, a, b, deps=[older])
                            b, older, last = pl.yield_(b, last, made)
                    """)
                .problems())
        .isEmpty();
  }
}
