package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** A mistake costs one statement: what stands around it is lowered. */
class RecoveryTest {
  @Test
  void independentMistakes() {
    LoweringTable.bodies(
        """
        y = self.copy(x, z)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="a b"):
            y[:] = pl.exp(x)
        for i in pl.range(4):
            y = self.paste(x, y)
            y = self.copy(x, y)
        y = self.copy(x, y)
        -----
        y = self.copy(x, ...)
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        for i in pl.range(4):
            y = self.copy(x, y)
        y = self.copy(x, y)
        1 name/undefined 'z' is not defined at this point.
        2 region/name-hint 'a b' cannot name a kernel. Use letters, digits and underscores, as in a variable's
            name.
        5 call/undefined-function The program has no function 'paste' that could be called.
        =====
        a = late
        b = a + 1
        if b > 3:
            y = self.copy(x, y)
        -----
        a = ...
        b = ...
        if ...:
            y = self.copy(x, y)
        1 name/undefined 'late' is not defined at this point.
        =====
        for i in range(4):
            y, tid = pl.submit(self.copy, x, y)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
            y[:] = pl.exp(x)
        -----
        for i in pl.range(...):
            _submit_tmp = pl.submit(self.copy, x, y)
            y = _submit_tmp[0]
            tid = _submit_tmp[1]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 loop/iterator A loop of the language runs over pl.range, pl.parallel, pl.unroll, pl.pipeline,
            pl.while_, pl.spmd or pl.split_aiv, not over 'range(4)'.
        =====
        y = self.copy(x, y
        y = self.copy(x, y)
        -----
        y = self.copy(x, y)
        =====
        y = self.copy(x, )) + y
        for i in pl.range(4:
            y = self.copy(x, y)
        y = self.copy(x, y)
        -----
        y = self.copy(x, y)
        y = self.copy(x, y)
        """);
  }
}
