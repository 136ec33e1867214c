package dev.orchlens.analysis.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FactNamesTest {

  @Test
  void versionsAndMarksOfInliningAreLeftOut() {
    assertThat(
            List.of(
                    "a",
                    "a_1",
                    "a__ssa_v12",
                    "a__phi_v1_2",
                    "a_inline3_inline40",
                    "a_inline3__iter_v0",
                    "a__rv_v2_inline5",
                    "a___out_v1")
                .stream()
                .map(FactNamesTest::fact)
                .collect(Collectors.joining(" ")))
        .isEqualTo("a a_1 a a a a a__rv_v2 a_");
  }

  @Test
  void whatOnlyLooksLikeAVersionStays() {
    assertThat(
            List.of(
                    "a_v1",
                    "a__v1",
                    "a__new_v1",
                    "a__ssa_v",
                    "a__ssa_v_1",
                    "a__ssa_v1_",
                    "a__ssa_1",
                    "_v1",
                    "1",
                    "_1")
                .stream()
                .map(FactNamesTest::fact)
                .collect(Collectors.joining(" ")))
        .isEqualTo("a_v1 a__v1 a__new_v1 a__ssa_v a__ssa_v_1 a__ssa_v1_ a__ssa_1 _v1 1 _1");
  }

  private static String fact(String name) {
    return FactNames.of(new Var(name, new Type.None(), Origin.none()));
  }
}
