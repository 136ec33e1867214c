package dev.orchlens.pass.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoNameTest {

  @ParameterizedTest
  @CsvSource({
    "x, x, '', '', ''",
    "x__ssa_v1, x, '', ssa, 1",
    "x__rv, x, '', rv, ''",
    "x__v12, x, '', '', 12",
    "x__l0_rv_v3, x, l0, rv, 3",
    "x__mine, x, mine, '', ''",
    "x_y__a_b_tile_v0, x_y, a_b, tile, 0",
    "x__v, x, v, '', ''",
  })
  void aNameIsTakenApart(String name, String base, String qualifier, String role, String version) {
    AutoName parsed = AutoName.parse(name);
    assertThat(parsed.base()).isEqualTo(base);
    assertThat(parsed.qualifier()).isEqualTo(qualifier);
    assertThat(parsed.role().orElse("")).isEqualTo(role);
    assertThat(parsed.version().isPresent() ? "" + parsed.version().getAsInt() : "")
        .isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource({
    "x, x__phi_v2",
    "x__ssa_v7, x__phi_v2",
    "x__l0_ssa_v7, x__l0_phi_v2",
    "x_1, x_1__phi_v2"
  })
  void aVersionKeepsTheBaseAndTheQualifier(String name, String expected) {
    assertThat(AutoName.versioned(name, "phi", 2)).isEqualTo(expected);
  }
}
