package dev.orchlens.codegen.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CppNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.000000",
    "-0.0, -0.000000",
    "1.5, 1.500000",
    "-2.0000005, -2.000001",
    "0.0000005, 0.000000",
    "-0.0000001, -0.000000",
    "1e22, 10000000000000000000000.000000",
    "NaN, nan",
    "-Infinity, -inf"
  })
  void sixDigitsBehindThePoint(double value, String text) {
    assertThat(CppNumbers.fixed(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "-1.25, -1.25",
    "0.1, 0.10000000000000001",
    "0.0001, 0.0001",
    "0.00001, 1.0000000000000001e-05",
    "123456789012345680, 1.2345678901234568e+17",
    "1e-300, 1e-300",
    "100000, 100000"
  })
  void asManyDigitsAsItTakes(double value, String text) {
    assertThat(CppNumbers.roundTrip(value)).isEqualTo(text);
  }
}
