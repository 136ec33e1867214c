package dev.orchlens.ir.arith;

/** Rules for minima and maxima. */
final class ExtremeRules {
  private ExtremeRules() {}

  static void add(Rules rules) {
    addFor(rules, "min", "max", -1);
    addFor(rules, "max", "min", 1);
  }

  /**
   * Adds the rules of one of the two operations; those of the other mirror them.
   *
   * @param sign -1 for the minimum, 1 for the maximum
   */
  private static void addFor(Rules rules, String self, String other, int sign) {
    rules.rewrite(
        named(
            """
            self(x, x) -> x
            self(self(x, c1), c2) -> self(x, self(c1, c2))
            self(c1, self(x, c2)) -> self(x, self(c1, c2))
            self(y - x, z - x) -> self(y, z) - x
            self(x - y, x - z) -> x - other(y, z)
            self(x + y, x + z) -> x + self(y, z)
            self(y + x, x + z) -> x + self(y, z)
            self(x + y, z + x) -> x + self(y, z)
            self(y + x, z + x) -> x + self(y, z)
            """,
            self,
            other));
    choices(rules, self, other, sign);
    rules.rewrite(
        named(
            """
            self(self(x, y), x) -> self(x, y)
            self(self(x, y), y) -> self(x, y)
            self(x, self(x, y)) -> self(x, y)
            self(y, self(x, y)) -> self(x, y)
            self(other(x, y), y) -> y
            self(other(y, x), x) -> x
            self(y, other(x, y)) -> y
            self(other(x, y), x) -> x
            self(x, other(x, y)) -> x
            self(x, other(y, x)) -> x
            self(other(x, y), other(x, z)) -> other(self(y, z), x)
            self(other(x, y), other(z, x)) -> other(self(y, z), x)
            self(other(y, x), other(x, z)) -> other(self(y, z), x)
            self(other(y, x), other(z, x)) -> other(self(y, z), x)
            self(self(x, y), self(x, z)) -> self(self(y, z), x)
            self(self(x, y), self(z, x)) -> self(self(y, z), x)
            self(self(y, x), self(x, z)) -> self(self(y, z), x)
            self(self(y, x), self(z, x)) -> self(self(y, z), x)
            """,
            self,
            other));
    scaled(rules, self, other);
    rules.rewrite(self + "(x, y) -> x", (m, facts) -> isFirst(m, facts, sign));
    rules.rewrite(self + "(x, y) -> y", (m, facts) -> isFirst(m, facts, -sign));
    rules.rewrite(
        named(
            """
            self(c1, x) -> self(x, c1)
            self(self(x, c1), y) -> self(self(x, y), c1)
            """,
            self,
            other));
  }

  private static boolean isFirst(Pattern.Match m, Rule.Facts facts, int sign) {
    return sign < 0 ? facts.isNotAbove(m.x(), m.y()) : facts.isNotBelow(m.x(), m.y());
  }

  /** Adds rules that choose by comparing constants. */
  private static void choices(Rules rules, String self, String other, int sign) {
    Rule.Condition first = (m, facts) -> Long.compare(m.c(1), m.c(2)) == sign;
    Rule.Condition second = (m, facts) -> Long.compare(m.c(1), m.c(2)) != sign;
    rules.rewrite(named("self(x + c1, x + c2) -> x + c1", self, other), first);
    rules.rewrite(named("self(x + c1, x + c2) -> x + c2", self, other), second);
    for (String form : new String[] {"self(x + c1, x)", "self(x, x + c1)"}) {
      rules.rewrite(
          named(form + " -> x + c1", self, other), (m, facts) -> Long.signum(m.c(1)) == sign);
      rules.become(named(form + " -> x", self, other), (m, facts) -> Long.signum(m.c(1)) != sign);
    }
    rules.rewrite(named("self(c1 - x, c2 - x) -> c1 - x", self, other), first);
    rules.rewrite(named("self(c1 - x, c2 - x) -> c2 - x", self, other), second);
  }

  /** Adds rules that take a common factor or divisor out. */
  private static void scaled(Rules rules, String self, String other) {
    rules.rewrite(
        named("self(x // c1, y // c1) -> self(x, y) // c1", self, other), (m, facts) -> m.c(1) > 0);
    rules.rewrite(
        named("self(x // c1, y // c1) -> other(x, y) // c1", self, other),
        (m, facts) -> m.c(1) < 0);
    rules.rewrite(
        named("self(x * c1, y * c1) -> self(x, y) * c1", self, other), (m, facts) -> m.c(1) > 0);
    rules.rewrite(
        named("self(x * c1, y * c1) -> other(x, y) * c1", self, other), (m, facts) -> m.c(1) < 0);
  }

  private static String named(String lines, String self, String other) {
    return lines.replace("self", self).replace("other", other);
  }
}
