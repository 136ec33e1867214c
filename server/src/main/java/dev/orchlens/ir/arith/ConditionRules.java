package dev.orchlens.ir.arith;

/**
 * Rules for comparisons and truth values. {@code a > b} and {@code a >= b} are turned round before
 * rules are tried.
 */
final class ConditionRules {
  private ConditionRules() {}

  static void add(Rules rules) {
    equalities(rules);
    strictOrder(rules);
    order(rules);
    negations(rules);
    conjunctions(rules);
    disjunctions(rules);
  }

  private static void equalities(Rules rules) {
    rules.rewrite(
        """
        x == x -> true
        x + y == x + z -> y == z
        y + x == x + z -> y == z
        x + y == z + x -> y == z
        y + x == z + x -> y == z
        x - c1 == c2 -> x == c1 + c2
        x + c1 == c2 -> x == c2 - c1
        c1 - x == c2 -> x == c1 - c2
        c1 == x -> x == c1
        x != x -> false
        x + y != x + z -> y != z
        y + x != x + z -> y != z
        x + y != z + x -> y != z
        y + x != z + x -> y != z
        x - c1 != c2 -> x != c1 + c2
        x + c1 != c2 -> x != c2 - c1
        c1 != x -> x != c1
        """);
  }

  private static void strictOrder(Rules rules) {
    rules.rewrite(
        """
        x < x -> false
        x + y < x + z -> y < z
        y + x < x + z -> y < z
        x + y < z + x -> y < z
        y + x < z + x -> y < z
        y - x < z - x -> y < z
        x - y < x - z -> z < y
        x < x + z -> zero < z
        x < z + x -> zero < z
        x < x - z -> z < zero
        x + c1 < c2 -> x < c2 - c1
        x - c1 < c2 -> x < c2 + c1
        c1 - x < c2 -> c1 - c2 < x
        c1 < x + c2 -> c1 - c2 < x
        c1 < x - c2 -> c1 + c2 < x
        """);
    rules.rewrite("x * c1 < y * c1 -> x < y", (m, facts) -> m.c(1) > 0);
    rules.rewrite("x * c1 < y * c1 -> y < x", (m, facts) -> m.c(1) < 0);
    rules.rewrite("x // c1 < c2 -> x < c1 * c2", (m, facts) -> m.c(1) > 0);
    rules.rewrite("c1 < x // c2 -> (c1 + 1) * c2 - 1 < x", (m, facts) -> m.c(2) > 0);
    rules.rewrite(
        """
        x // c1 * c1 < x -> zero < x % c1
        x // c1 * c1 < x + y -> zero < x % c1 + y
        x // c1 * c1 < x - y -> y < x % c1
        """,
        (m, facts) -> m.c(1) > 0);
    rules.rewrite(
        """
        min(x, y) < z -> x < z or y < z
        max(x, y) < z -> x < z and y < z
        z < min(x, y) -> z < x and z < y
        z < max(x, y) -> z < x or z < y
        """);
  }

  private static void order(Rules rules) {
    rules.rewrite(
        """
        x <= x -> true
        x + y <= x + z -> y <= z
        y + x <= x + z -> y <= z
        x + y <= z + x -> y <= z
        y + x <= z + x -> y <= z
        y - x <= z - x -> y <= z
        x - y <= x - z -> z <= y
        x + c1 <= c2 -> x <= c2 - c1
        x - c1 <= c2 -> x <= c2 + c1
        c1 <= x + c2 -> c1 - c2 <= x
        c1 <= x - c2 -> c1 + c2 <= x
        c1 - x <= c2 -> c1 - c2 <= x
        """);
    rules.rewrite("x * c1 <= y * c1 -> x <= y", (m, facts) -> m.c(1) > 0);
    rules.rewrite("x * c1 <= y * c1 -> y <= x", (m, facts) -> m.c(1) < 0);
  }

  private static void negations(Rules rules) {
    rules.rewrite(
        """
        not (not x) -> x
        not (x < y) -> y <= x
        not (x <= y) -> y < x
        not (x > y) -> y >= x
        not (x >= y) -> y > x
        not (x == y) -> x != y
        not (x != y) -> x == y
        not (x or y) -> (not x) and (not y)
        not (x and y) -> (not x) or (not y)
        """);
  }

  private static void conjunctions(Rules rules) {
    rules.rewrite(
        """
        x and x -> x
        x and (not x) -> false
        (not x) and x -> false
        (x == y) and (x != y) -> false
        (x != y) and (x == y) -> false
        (x <= y) and (y < x) -> false
        (y < x) and (x <= y) -> false
        """);
    rules.rewrite(
        """
        (x < c1) and (c2 < x) -> false
        (c2 < x) and (x < c1) -> false
        """,
        (m, facts) -> m.c(2) + 1 >= m.c(1));
    rules.rewrite(
        """
        (x <= c1) and (c2 <= x) -> false
        (c2 <= x) and (x <= c1) -> false
        """,
        (m, facts) -> m.c(2) > m.c(1));
    rules.rewrite("x and (y and z) -> (x and y) and z");
  }

  private static void disjunctions(Rules rules) {
    rules.rewrite(
        """
        x or x -> x
        x or (not x) -> true
        (not x) or x -> true
        (x == y) or (x != y) -> true
        (x != y) or (x == y) -> true
        (x <= y) or (y < x) -> true
        (y < x) or (x <= y) -> true
        (x < y) or (y < x) -> x != y
        """);
    rules.rewrite(
        """
        (x < c1) or (c2 < x) -> true
        (c2 < x) or (x < c1) -> true
        """,
        (m, facts) -> m.c(2) < m.c(1));
    rules.rewrite(
        """
        (x <= c1) or (c2 <= x) -> true
        (c2 <= x) or (x <= c1) -> true
        """,
        (m, facts) -> m.c(2) <= m.c(1) + 1);
    rules.rewrite(
        """
        (x < y) or (x == y) -> x <= y
        (x < y) or (y == x) -> x <= y
        (x == y) or (x < y) -> x <= y
        (y == x) or (x < y) -> x <= y
        x or (y or z) -> (x or y) or z
        """);
  }
}
