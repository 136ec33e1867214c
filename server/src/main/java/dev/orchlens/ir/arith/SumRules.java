package dev.orchlens.ir.arith;

/** Rules for sums, differences and negation. */
final class SumRules {
  private SumRules() {}

  static void add(Rules rules) {
    sums(rules);
    differences(rules);
    differencesOfExtremes(rules);
    rules.rewrite(
        """
        neg(neg(x)) -> x
        neg(x - y) -> y - x
        """);
  }

  private static void sums(Rules rules) {
    rules.rewrite(
        """
        (x + c1) + c2 -> x + (c1 + c2)
        (c1 + x) + c2 -> x + (c1 + c2)
        (x - y) + y -> x
        x + (y - x) -> y
        (x - y) + (y - z) -> x - z
        (x - y) + (z - x) -> z - y
        x + x -> x * 2
        x * y + x -> (y + 1) * x
        x + x * y -> (y + 1) * x
        x * y + x * z -> (y + z) * x
        y * x + x * z -> (y + z) * x
        x * y + z * x -> (y + z) * x
        y * x + z * x -> (y + z) * x
        x // y * y + x % y -> x
        x % y + x // y * y -> x
        y * (x // y) + x % y -> x
        x % y + y * (x // y) -> x
        min(x, y - z) + z -> min(x + z, y)
        min(x - z, y) + z -> min(x, y + z)
        z + min(x, y - z) -> min(x + z, y)
        max(x, y - z) + z -> max(x + z, y)
        max(x - z, y) + z -> max(x, y + z)
        z + max(x, y - z) -> max(x + z, y)
        max(x, y) + min(x, y) -> x + y
        min(x, y) + max(x, y) -> x + y
        max(x, y) + min(y, x) -> x + y
        min(x, y) + max(y, x) -> x + y
        c1 + x -> x + c1
        x + (c1 - y) -> (x - y) + c1
        (c1 - y) + x -> (x - y) + c1
        (x + c1) + y -> (x + y) + c1
        """);
  }

  private static void differences(Rules rules) {
    rules.rewrite(
        """
        x - x -> zero
        (x + y) - y -> x
        (x + y) - x -> y
        (y + x) - x -> y
        x - (x + y) -> neg(y)
        x - (y + x) -> neg(y)
        (x + c1) - c2 -> x + (c1 - c2)
        (c1 + x) - c2 -> x + (c1 - c2)
        c1 - (c2 - x) -> x + (c1 - c2)
        c1 - (x + c2) -> (c1 - c2) - x
        c1 - (c2 + x) -> (c1 - c2) - x
        (c1 - x) - (c2 - y) -> (y - x) + (c1 - c2)
        (x - y) - (x - z) -> z - y
        (x + y) - (x + z) -> y - z
        (y + x) - (x + z) -> y - z
        (x + y) - (z + x) -> y - z
        (y + x) - (z + x) -> y - z
        x * y - x -> (y - 1) * x
        x - x * y -> (1 - y) * x
        x * y - x * z -> (y - z) * x
        y * x - x * z -> (y - z) * x
        x * y - z * x -> (y - z) * x
        y * x - z * x -> (y - z) * x
        """);
    rules.rewrite(
        """
        x - x // c1 * c1 -> x % c1
        x - c1 * (x // c1) -> x % c1
        x // c1 * c1 - x -> zero - x % c1
        x - (x + y) // c1 * c1 -> (x + y) % c1 - y
        (x + y) // c1 * c1 - x -> y - (x + y) % c1
        x - (x - y) // c1 * c1 -> (x - y) % c1 + y
        (x - y) // c1 * c1 - x -> zero - (x - y) % c1 - y
        """,
        (m, facts) -> m.c(1) != 0);
  }

  private static void differencesOfExtremes(Rules rules) {
    rules.rewrite(
        """
        min(x, y) - x -> min(zero, y - x)
        min(x, y) - y -> min(x - y, zero)
        max(x, y) - x -> max(zero, y - x)
        max(x, y) - y -> max(x - y, zero)
        x - min(x, y) -> max(zero, x - y)
        x - max(x, y) -> min(zero, x - y)
        min(x + y, z) - x -> min(y, z - x)
        min(y + x, z) - x -> min(y, z - x)
        min(z, x + y) - x -> min(z - x, y)
        min(z, y + x) - x -> min(z - x, y)
        max(x + y, z) - x -> max(y, z - x)
        max(y + x, z) - x -> max(y, z - x)
        max(z, x + y) - x -> max(z - x, y)
        max(z, y + x) - x -> max(z - x, y)
        x - min(x + y, z) -> max(zero - y, x - z)
        x - min(y + x, z) -> max(zero - y, x - z)
        x - min(z, x + y) -> max(x - z, zero - y)
        x - min(z, y + x) -> max(x - z, zero - y)
        x - max(x + y, z) -> min(zero - y, x - z)
        x - max(y + x, z) -> min(zero - y, x - z)
        x - max(z, x + y) -> min(x - z, zero - y)
        x - max(z, y + x) -> min(x - z, zero - y)
        min(x, y) - min(y, x) -> zero
        max(x, y) - max(y, x) -> zero
        x - (y + c1) -> (x - y) + (0 - c1)
        (x + c1) - y -> (x - y) + c1
        x - (y - z) -> (x + z) - y
        """);
  }
}
