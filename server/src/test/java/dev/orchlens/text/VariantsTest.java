package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VariantsTest {
  private final Variants<List<String>, Integer> variants = new Variants<>(2, 3);

  @Test
  void equalObjectsHaveResultsOfTheirOwn() {
    List<String> first = new ArrayList<>(List.of("a"));
    List<String> second = new ArrayList<>(List.of("a"));
    variants.add(first, 1);
    assertThat(variants.find(first, _ -> true)).contains(1);
    assertThat(variants.find(second, _ -> true)).isEmpty();
    first.add("b");
    assertThat(variants.find(first, _ -> true)).contains(1);
  }

  @Test
  void objectsThatNobodyAskedForForLongAreForgotten() {
    List<List<String>> objects = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      objects.add(new ArrayList<>());
      variants.add(objects.get(i), i);
      variants.find(objects.getFirst(), _ -> true);
    }

    assertThat(objects.stream().map(object -> variants.find(object, _ -> true)).toList())
        .containsExactly(Optional.of(0), Optional.empty(), Optional.of(2), Optional.of(3));
  }

  @Test
  void theLatestResultThatFitsIsFoundAndTheOldestForgotten() {
    List<String> object = new ArrayList<>();
    variants.add(object, 1);
    variants.add(object, 2);
    assertThat(variants.find(object, _ -> true)).contains(2);
    assertThat(variants.find(object, n -> n < 2)).contains(1);
    variants.add(object, 3);
    assertThat(variants.find(object, n -> n < 2)).isEmpty();
    assertThat(variants.find(object, n -> n < 3)).contains(2);
  }
}
