package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Loops of all kinds. */
class LoopLoweringTest {
  @Test
  void counted() {
    LoweringTable.bodies(
        """
        for i in pl.range(4):
            y = self.copy(x, y)
        -----
        for i in pl.range(4):
            y = self.copy(x, y)
        =====
        for i in pl.range(2, n):
            y = self.copy(x, y)
        -----
        for i in pl.range(2, n):
            y = self.copy(x, y)
        =====
        for i in pl.parallel(0, 8, 2):
            y = self.copy(x, y)
        -----
        for i in pl.parallel(0, 8, 2):
            y = self.copy(x, y)
        =====
        for i in pl.pipeline(8, stage=2):
            y = self.copy(x, y)
        -----
        for i in pl.pipeline(8, stage=2):
            y = self.copy(x, y)
        =====
        for i in pl.unroll(ROWS // 16):
            y = self.copy(x, y)
        -----
        for i in pl.unroll(2):
            y = self.copy(x, y)
        =====
        for i in pl.range(4):
            for j in pl.range(i):
                y = self.copy(x, y)
        -----
        for i in pl.range(4):
            for j in pl.range(i):
                y = self.copy(x, y)
        """);
  }

  @Test
  void carried() {
    LoweringTable.bodies(
        """
        for i, (acc,) in pl.range(4, init_values=(y,)):
            acc_next = self.copy(x, acc)
            last = pl.yield_(acc_next)
        y = self.copy(last, y)
        -----
        for i, (acc,) in pl.range(4, init_values=(y,)):
            acc_next = self.copy(x, acc)
            last = pl.yield_(acc_next)
        y = self.copy(last, y)
        =====
        for i, (a, b) in pl.range(4, init_values=(x, y)):
            c = self.copy(a, b)
            a_out, b_out = pl.yield_(c, a)
        -----
        for i, (a, b) in pl.range(4, init_values=(x, y)):
            c = self.copy(a, b)
            a_out, b_out = pl.yield_(c, a)
        """);
  }

  @Test
  void whileLoops() {
    LoweringTable.bodies(
        """
        i = 0
        while i < n:
            y = self.copy(x, y)
            i = i + 1
        -----
        i = 0
        while i < pl.cast(n, pl.INDEX):
            y = self.copy(x, y)
            i = i + 1
        =====
        for (i, acc) in pl.while_(init_values=(0, y)):
            pl.cond(i < n)
            acc = self.copy(x, acc)
            i, acc = pl.yield_(i + 1, acc)
        -----
        for (i, acc) in pl.while_(init_values=(0, y)):
            pl.cond(i < pl.cast(n, pl.INDEX))
            acc_2 = self.copy(x, acc)
            i_1, acc_1 = pl.yield_(i + 1, acc_2)
        """);
  }

  @Test
  void breakAndContinue() {
    LoweringTable.bodies(
        """
        for i in pl.range(4):
            if i == n:
                continue
            y = self.copy(x, y)
            if n > 3:
                break
        -----
        for i in pl.range(4):
            if i == pl.cast(n, pl.INDEX):
                continue
            y = self.copy(x, y)
            if pl.cast(n, pl.INDEX) > 3:
                break
        """);
  }

  @Test
  void mistakesInHeads() {
    LoweringTable.bodies(
        """
        for i in range(4):
            y = self.copy(x, y)
        -----
        for i in pl.range(...):
            y = self.copy(x, y)
        1 loop/iterator A loop of the language runs over pl.range, pl.parallel, pl.unroll, pl.pipeline,
            pl.while_, pl.spmd or pl.split_aiv, not over 'range(4)'.
        =====
        for i in pl.range():
            y = self.copy(x, y)
        -----
        for i in pl.range(...):
            y = self.copy(x, y)
        1 loop/bounds pl.range needs at least the end: pl.range(10).
        =====
        for i, j in pl.range(4):
            y = self.copy(x, y)
        -----
        for i in pl.range(4):
            y = self.copy(x, y)
        1 loop/target The carried names stand in parentheses, also a single one: (value,).
        =====
        for i in pl.range(4, stage=2):
            y = self.copy(x, y)
        -----
        for i in pl.range(4):
            y = self.copy(x, y)
        1 loop/stage pl.range has no stages; 'stage=' belongs to pl.pipeline.
        =====
        for i in pl.pipeline(4):
            y = self.copy(x, y)
        -----
        for i in pl.pipeline(4, stage=1):
            y = self.copy(x, y)
        1 loop/stage pl.pipeline needs the number of its stages, a constant of at least 1: pl.pipeline(n,
            stage=2).
        =====
        for i in pl.pipeline(4, stage=0):
            y = self.copy(x, y)
        -----
        for i in pl.pipeline(4, stage=1):
            y = self.copy(x, y)
        1 loop/stage pl.pipeline needs the number of its stages, a constant of at least 1: pl.pipeline(n,
            stage=2).
        =====
        for i in pl.unroll(n):
            y = self.copy(x, y)
        -----
        for i in pl.unroll(n):
            y = self.copy(x, y)
        1 loop/unroll pl.unroll needs bounds that are known while compiling. Use pl.range for bounds of the
            device.
        =====
        for i in pl.unroll(0, 4, 0):
            y = self.copy(x, y)
        -----
        for i in pl.unroll(0, 4, 0):
            y = self.copy(x, y)
        1 loop/unroll The step of pl.unroll is 0, so the loop would never end.
        =====
        for i in pl.range(4, steps=2):
            y = self.copy(x, y)
        -----
        for i in pl.range(4):
            y = self.copy(x, y)
        1 loop/keyword pl.range has no keyword 'steps'. It takes init_values.
        =====
        for i in pl.range(x):
            y = self.copy(x, y)
        -----
        for i in pl.range(x):
            y = self.copy(x, y)
        """);
  }

  @Test
  void mistakesInCarries() {
    LoweringTable.bodies(
        """
        for i, (a, b) in pl.range(4, init_values=(x,)):
            a_out, b_out = pl.yield_(b, a)
        -----
        for i, (a,) in pl.range(4, init_values=(x,)):
            a_out = pl.yield_(..., a)
        1 loop/init-values The loop carries 2 names, but init_values has 1 value.
        2 name/undefined 'b' is not defined at this point.
        def loop/yield-count The loop carries 1 value, but its body yields 2.
        =====
        for i, (a,) in pl.range(4, init_values=(y,)):
            a = self.copy(x, a)
            pl.yield_(a)
        -----
        for i, (a,) in pl.range(4, init_values=(y,)):
            a_1 = self.copy(x, a)
            a_out = pl.yield_(a_1)
        3 loop/yield-target A loop that carries values names them when it yields: x = pl.yield_(...). Behind the
            loop, x is the last value.
        =====
        for i, (a,) in pl.range(4, init_values=(y,)):
            b = missing
            a_out = pl.yield_(a)
        -----
        for i, (a,) in pl.range(4, init_values=(y,)):
            b = ...
            a_out = pl.yield_(a)
        2 name/undefined 'missing' is not defined at this point.
        def loop/yield-count A loop with init_values has a mistake in its body. The compiler reports it here, as
            a loop that carries 1 value but gives no results.
        =====
        for i in pl.range(4, attrs={"rows": x}):
            y = self.copy(x, y)
        -----
        for i in pl.range(4):
            y = self.copy(x, y)
        1 loop/keyword The values of a loop's attrs are numbers, truth values or strings that are written in
            place.
        =====
        for (i,) in pl.while_(init_values=(0,)):
            i = pl.yield_(i + 1)
        -----
        for (i,) in pl.while_(init_values=(0,)):
            pl.cond(...)
            i_1 = pl.yield_(i + 1)
        2 loop/condition The first statement of a pl.while_ loop is its condition: pl.cond(x < n).
        =====
        while n:
            y = self.copy(x, y)
        -----
        while n:
            y = self.copy(x, y)
        1 condition/not-bool The condition of 'while' must be a truth value, but it is pl.Scalar[pl.INT32].
            Write a comparison, such as 'while x != 0:'.
        =====
        for i in pl.parallel(4):
            if i > n:
                break
            y = self.copy(x, y)
        -----
        for i in pl.parallel(4):
            if i > pl.cast(n, pl.INDEX):
                pass
            y = self.copy(x, y)
        3 loop/control 'break' cannot stand in a parallel loop, whose iterations have no order. It works in
            pl.range and while loops.
        =====
        continue
        -----
        pass
        1 loop/control 'continue' cannot stand outside of a loop. It works in pl.range and while loops.
        """);
  }
}
