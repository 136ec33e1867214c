package dev.orchlens.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lists that share their beginnings: what they hold, and what is not done twice. */
class SharedListTest {
  private static SharedList.Grown<String> grown(String... items) {
    SharedList.Grown<String> grown = new SharedList.Grown<>();
    List.of(items).forEach(grown::add);
    return grown;
  }

  private static List<String> list(SharedList.Grown<String> of, int from, int to) {
    return SharedList.of(List.of(new SharedList.Piece<>(of, from, to)));
  }

  private static SharedUnion.Distinct<String> distinct(String... items) {
    SharedUnion.Distinct<String> distinct = new SharedUnion.Distinct<>();
    List.of(items).forEach(distinct::add);
    return distinct;
  }

  @Test
  void staysAsItIsWhenTheListBehindItGrows() {
    SharedList.Grown<String> all = grown("a", "b");
    List<String> two =
        SharedList.of(
            List.of(
                new SharedList.Piece<>(all, 0, 2),
                new SharedList.Piece<>(grown("x", "y", "z"), 1, 3)));
    all.add("c");

    assertThat(two).containsExactly("a", "b", "y", "z");
    assertThat(two.get(3)).isEqualTo("z");
    assertThat(SharedList.copyOf(two)).isSameAs(two);
  }

  @Test
  void mapsEachItemOnceAndKeepsListsInWhichNothingChanges() {
    SharedList.Grown<String> all = grown("a", "b", "c", "d");
    List<String> asked = new ArrayList<>();
    SharedList.Mapping<String, String> mapping =
        new SharedList.Mapping<>(
            item -> {
              asked.add(item);
              return item.equals("c") ? "C" : item;
            });
    List<String> beginning = list(all, 0, 2);

    assertThat(mapping.apply(beginning)).isSameAs(beginning);
    assertThat(mapping.apply(list(all, 0, 3))).containsExactly("a", "b", "C");
    assertThat(mapping.apply(list(all, 1, 4))).containsExactly("b", "C", "d");
    assertThat(asked).containsExactly("a", "b", "c", "d");
  }

  @Test
  void visitsWhatListsShareOnce() {
    SharedList.Grown<String> all = grown("a", "b", "c", "d");
    SharedList.Once<String> once = new SharedList.Once<>();
    List<String> visited = new ArrayList<>();

    once.each(list(all, 0, 2), visited::add);
    once.each(list(all, 0, 2), visited::add);
    once.each(list(all, 1, 3), visited::add);
    once.each(List.of("a"), visited::add);
    once.each(list(all, 0, 4), visited::add);

    assertThat(visited).containsExactly("a", "b", "c", "a", "d");
  }

  @Test
  void unitesListsInTheOrderOfTheFirstMention() {
    SharedUnion.Distinct<String> left = distinct("a", "b", "c", "d");
    SharedUnion.Distinct<String> right = distinct("d", "x", "b", "y");
    SharedUnion<String> union = new SharedUnion<>();

    union.add("c");
    union.add(left, 0, 3, Set.of());
    union.add(right, 0, 4, Set.of("y"));
    union.add("x");
    union.add("z");

    assertThat(union.list()).containsExactly("c", "a", "b", "d", "x", "z");
  }

  @Test
  void unitesListsThatMixInManyPieces() {
    SharedUnion.Distinct<String> all = new SharedUnion.Distinct<>();
    SharedUnion.Distinct<String> even = new SharedUnion.Distinct<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i += 2) {
      even.add("n" + i);
      expected.add("n" + i);
    }
    for (int i = 0; i < 100; i++) {
      all.add("n" + i);
      if (i % 2 == 1) {
        expected.add("n" + i);
      }
    }
    SharedUnion<String> union = new SharedUnion<>();

    union.add(even, 0, 50, Set.of());
    union.add(all, 0, 100, Set.of());

    assertThat(union.list()).isEqualTo(expected);
  }
}
