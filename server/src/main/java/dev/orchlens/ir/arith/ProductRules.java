package dev.orchlens.ir.arith;

/** Rules for products, floor division and remainders. */
final class ProductRules {
  private static final Rule.Condition C1_IS_MULTIPLE_OF_C2 =
      (m, facts) -> m.c(2) > 0 && m.c(1) % m.c(2) == 0;

  private ProductRules() {}

  static void add(Rules rules) {
    rules.rewrite(
        """
        (x * c1) * c2 -> x * (c1 * c2)
        (c1 * x) * c2 -> x * (c1 * c2)
        min(x, y) * max(x, y) -> x * y
        max(x, y) * min(x, y) -> x * y
        c1 * x -> x * c1
        x * (c1 * y) -> (x * y) * c1
        (x + c1) * c2 -> x * c2 + c1 * c2
        """);
    rules.rewrite("(x - y) * c1 -> (y - x) * (0 - c1)", (m, facts) -> m.c(1) < 0);
    quotients(rules);
    remainders(rules);
  }

  private static void quotients(Rules rules) {
    rules.rewrite(
        """
        x * c1 // c2 -> x * (c1 // c2)
        c1 * x // c2 -> x * (c1 // c2)
        """,
        C1_IS_MULTIPLE_OF_C2);
    rules.rewrite(
        "x * c1 // c2 -> x // (c2 // c1)",
        (m, facts) -> m.c(1) > 0 && m.c(2) % m.c(1) == 0 && m.c(2) / m.c(1) > 0);
    rules.rewrite("x // c1 // c2 -> x // (c1 * c2)", (m, facts) -> m.c(1) > 0 && m.c(2) > 0);
    rules.rewrite(
        "(x // c1 + c2) // c3 -> (x + c1 * c2) // (c1 * c3)",
        (m, facts) -> m.c(1) > 0 && m.c(3) > 0);
    rules.rewrite("x // x -> 1", (m, facts) -> facts.isNotZero(m.x()));
    rules.rewrite(
        """
        x * c1 // x -> c1
        c1 * x // x -> c1
        """,
        (m, facts) -> facts.isNotZero(m.x()));
    rules.rewrite(
        """
        (x + c1) // c2 -> x // c2 + c1 // c2
        (c1 + x) // c2 -> x // c2 + c1 // c2
        (x * c1 + y) // c2 -> x * (c1 // c2) + y // c2
        (c1 * x + y) // c2 -> x * (c1 // c2) + y // c2
        (y + x * c1) // c2 -> y // c2 + x * (c1 // c2)
        (y + c1 * x) // c2 -> y // c2 + x * (c1 // c2)
        min(x * c1, y) // c2 -> min(x * (c1 // c2), y // c2)
        max(x * c1, y) // c2 -> max(x * (c1 // c2), y // c2)
        min(y, x * c1) // c2 -> min(y // c2, x * (c1 // c2))
        max(y, x * c1) // c2 -> max(y // c2, x * (c1 // c2))
        """,
        C1_IS_MULTIPLE_OF_C2);
    rules.rewrite("(x - x % c1) // c1 -> x // c1", (m, facts) -> m.c(1) != 0);
    rules.rewrite(
        """
        x * y // y -> x
        y * x // y -> x
        """,
        (m, facts) -> facts.isNotZero(m.y()));
    rules.rewrite(
        """
        (x * z + y) // z -> x + y // z
        (z * x + y) // z -> x + y // z
        (y + x * z) // z -> y // z + x
        (y + z * x) // z -> y // z + x
        """,
        (m, facts) -> facts.isAtLeast(m.z(), 0));
    rules.rewrite("x // c1 -> zero", ProductRules::isBelowC1);
  }

  private static void remainders(Rules rules) {
    rules.rewrite(
        """
        x * c1 % c2 -> zero
        c1 * x % c2 -> zero
        (x + c1) % c2 -> x % c2
        (c1 + x) % c2 -> x % c2
        (x * c1 + y) % c2 -> y % c2
        (c1 * x + y) % c2 -> y % c2
        (y + x * c1) % c2 -> y % c2
        (y + c1 * x) % c2 -> y % c2
        """,
        C1_IS_MULTIPLE_OF_C2);
    rules.rewrite("x * c1 % c2 -> x * (c1 % c2) % c2", (m, facts) -> m.c(2) != 0 && isReduced(m));
    rules.rewrite(
        """
        x * y % y -> zero
        y * x % y -> zero
        """,
        (m, facts) -> facts.isNotZero(m.y()));
    rules.rewrite(
        "(x + y * c1) % c2 -> (x + y * (c1 % c2)) % c2", (m, facts) -> m.c(2) > 0 && isReduced(m));
    rules.rewrite(
        "x * c1 % (x * c2) -> x * (c1 % c2)", (m, facts) -> m.c(2) != 0 && facts.isNotZero(m.x()));
    rules.rewrite(
        "(x + c1) % c2 -> (x + c1 % c2) % c2",
        (m, facts) -> m.c(2) > 0 && m.c(1) % m.c(2) != 0 && (m.c(1) >= m.c(2) || m.c(1) < 0));
    rules.rewrite("x % c1 -> x", ProductRules::isBelowC1);
  }

  private static boolean isReduced(Pattern.Match m) {
    return Math.floorMod(m.c(1), m.c(2)) != m.c(1);
  }

  private static boolean isBelowC1(Pattern.Match m, Rule.Facts facts) {
    return m.c(1) > 0 && facts.isAtLeast(m.x(), 0) && facts.isAtMost(m.x(), m.c(1) - 1);
  }
}
