package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Branches on values of the program and on constants. */
class BranchLoweringTest {
  @Test
  void onValues() {
    LoweringTable.bodies(
        """
        if n > 0:
            y = self.copy(x, y)
        -----
        if pl.cast(n, pl.INDEX) > 0:
            y = self.copy(x, y)
        =====
        if n > 0:
            y = self.copy(x, y)
        else:
            y = self.copy(y, y)
        -----
        if pl.cast(n, pl.INDEX) > 0:
            y = self.copy(x, y)
        else:
            y = self.copy(y, y)
        =====
        if n > 0 and n < 8:
            y = self.copy(x, y)
        elif not n == 9:
            y = self.copy(y, y)
        -----
        if pl.cast(n, pl.INDEX) > 0 and pl.cast(n, pl.INDEX) < 8:
            y = self.copy(x, y)
        else:
            if not pl.cast(n, pl.INDEX) == 9:
                y = self.copy(y, y)
        =====
        if n > 0:
            a = pl.yield_(x)
        else:
            a = pl.yield_(y)
        y = self.copy(a, y)
        -----
        if pl.cast(n, pl.INDEX) > 0:
            a = pl.yield_(x)
        else:
            a = pl.yield_(y)
        y = self.copy(a, y)
        """);
  }

  @Test
  void onConstants() {
    LoweringTable.bodies(
        """
        if FAST:
            y = self.copy(x, y)
        else:
            y = self.copy(y, y)
        -----
        if True:
            y = self.copy(x, y)
        else:
            y = self.copy(y, y)
        =====
        if ROWS % 16 == 0:
            y = self.copy(x, y)
        -----
        if 0 == 0:
            y = self.copy(x, y)
        """);
  }

  @Test
  void mistakes() {
    LoweringTable.bodies(
        """
        if n:
            y = self.copy(x, y)
        -----
        if n:
            y = self.copy(x, y)
        1 condition/not-bool The condition of 'if' must be a truth value, but it is pl.Scalar[pl.INT32]. Write a
            comparison, such as 'if x != 0:'.
        =====
        if x > 0:
            y = self.copy(x, y)
        -----
        if ...:
            y = self.copy(x, y)
        def op/not-a-scalar 'gt' works on scalars, but an operand is a tensor.
        =====
        if 0 < n < 4:
            y = self.copy(x, y)
        -----
        if ...:
            y = self.copy(x, y)
        1 expression/chained-comparison Comparisons cannot be chained. Compare two values at a time.
        =====
        if n is None:
            y = self.copy(x, y)
        -----
        if ...:
            y = self.copy(x, y)
        1 expression/operator The comparison 'is' does not exist. Use ==, !=, <, <=, > or >=.
        """);
  }
}
