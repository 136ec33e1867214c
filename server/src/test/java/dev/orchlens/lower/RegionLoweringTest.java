package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Regions that become kernels. */
class RegionLoweringTest {
  @Test
  void regions() {
    LoweringTable.bodies(
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        =====
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="double") as tid:
            y[:] = pl.add(x, x)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid], no_dep_args=[x], dumps=[y], allow_early_resolve=True):
            y[:] = pl.add(y, x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="double") as tid:
            y = pl.tensor.assemble(y, pl.tensor.add(x, x), [0, 0])
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tid], no_dep_args=[x], dumps=[y], allow_early_resolve=True):
            y = pl.tensor.assemble(y, pl.tensor.add(y, x), [0, 0])
        =====
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        """);
  }

  @Test
  void blocks() {
    LoweringTable.bodies(
        """
        with pl.spmd(4) as tid:
            i = pl.tile.get_block_idx()
            y[i * 8 : i * 8 + 8, :] = pl.exp(x[i * 8 : i * 8 + 8, :])
        -----
        with pl.spmd(4) as tid:
            with pl.at(level=pl.Level.CORE_GROUP):
                i = pl.tile.get_block_idx()
                y = pl.tensor.assemble(y, pl.tensor.exp(pl.tensor.slice(x, [8, 64], [i * 8, 0])), [i * 8, 0])
        =====
        for i in pl.spmd(4, name_hint="rows"):
            y[i * 8 : i * 8 + 8, :] = pl.exp(x[i * 8 : i * 8 + 8, :])
        -----
        with pl.spmd(4, name_hint="rows_spmd"):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="rows"):
                i = pl.tile.get_block_idx()
                y = pl.tensor.assemble(y, pl.tensor.exp(pl.tensor.slice(x, [8, 64], [i * 8, 0])), [i * 8, 0])
        =====
        with pl.spmd(4):
            y = self.copy(x, y)
        -----
        with pl.spmd(4):
            y = self.copy(x, y)
        =====
        with pl.cluster():
            y = self.copy(x, y)
        -----
        with pl.cluster():
            y = self.copy(x, y)
        """);
  }

  @Test
  void mistakesInRegions() {
    LoweringTable.bodies(
        """
        with pl.at():
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/level pl.at needs its level: pl.at(level=pl.Level.CORE_GROUP) for a kernel.
        =====
        with pl.at(level=pl.Level.CORE_GRUP):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/level 'pl.Level.CORE_GRUP' is no level. Write one in place, such as pl.Level.CORE_GROUP or
            pl.Level.HOST.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, windowize=True):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/windowize With windowize=True the compiler may launch a copy of the kernel named '..__windowed'
            with windows of its tensors instead of whole ones. Orchlens does not follow that: what it shows of
            the launches is what holds without windowize.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, windowize=False):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        =====
        with pl.at(level=pl.Level.CORE_GROUP, depends=[]):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/argument pl.at has no keyword 'depends'. It takes level, role, optimizations, deps,
            no_dep_args, dumps, allow_early_resolve, name_hint and windowize.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="two words"):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/name-hint 'two words' cannot name a kernel. Use letters, digits and underscores, as in a
            variable's name.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="a" + "b"):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/name-hint 'name_hint=' of pl.at must be a string, written in place.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=n > 0):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/flag 'allow_early_resolve=' of pl.at must be True or False, written in place.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x, x]):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x]):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/no-dep-args 'no_dep_args=' lists 'x' twice.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[cache]):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/no-dep-args 'no_dep_args=' lists 'cache', which is not defined at this point.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[n]):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/no-dep-args 'no_dep_args=' lists 'n', which is pl.Scalar[pl.INT32] and no tensor.
        =====
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=DEPTHS):
            y[:] = pl.exp(x)
        -----
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 region/optimizations 'optimizations=' of pl.at must be a list, written in place:
            [pl.split(pl.SplitMode.UP_DOWN)].
        =====
        with open("file"):
            y = self.copy(x, y)
        -----
        y = self.copy(x, y)
        1 region/unknown 'open("file")' opens no region. There are pl.at, pl.spmd, pl.cluster, pl.scope and
            pl.manual_scope.
        """);
  }

  @Test
  void mistakesInBlocks() {
    LoweringTable.bodies(
        """
        with pl.spmd():
            y = self.copy(x, y)
        -----
        with pl.spmd(...):
            y = self.copy(x, y)
        1 spmd/core-num pl.spmd needs the number of blocks first: pl.spmd(4).
        =====
        with pl.spmd(-1):
            y = self.copy(x, y)
        -----
        with pl.spmd(-1):
            y = self.copy(x, y)
        1 spmd/core-num The number of blocks must be positive, but it is -1.
        =====
        with pl.spmd(4):
            y[:] = pl.exp(x)
        -----
        with pl.spmd(4):
            y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
        1 spmd/same-work The body neither reads its block's index (pl.tile.get_block_idx()) nor launches a
            kernel, so every block would do the same work. Use 'for i in pl.spmd(n)' to get the index.
        =====
        with pl.spmd(4, deps=[]):
            y = self.copy(x, y)
        -----
        with pl.spmd(4):
            y = self.copy(x, y)
        1 spmd/deps-need-task-id This form of pl.spmd takes no 'deps='. Write: with pl.spmd(n, deps=[...]) as
            tid.
        =====
        with pl.spmd(4):
            y = self.copy(x, y)
            y = self.copy(y, y)
        -----
        with pl.spmd(4):
            y = self.copy(x, y)
            y = self.copy(y, y)
        1 spmd/several-kernels The body launches 2 kernels, but a pl.spmd region launches one. Use one region
            for each.
        =====
        with pl.cluster() as tid:
            y = self.copy(x, y)
        -----
        with pl.cluster():
            y = self.copy(x, y)
        1 region/as-clause 'as' names the task of a region, and pl.cluster is none. Drop it, or use pl.at or
            pl.spmd.
        """);
  }

  @Test
  void scopesOfTheCompiler() {
    LoweringTable.bodies(
        """
        with pl.manual_scope():
            y = self.copy(x, y)
        -----
        with pl.manual_scope():
            y = self.copy(x, y)
        =====
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            y = self.copy(x, y)
        -----
        with pl.manual_scope():
            y = self.copy(x, y)
        =====
        with pl.scope():
            y = self.copy(x, y)
        -----
        with pl.scope():
            y = self.copy(x, y)
        1 scope/auto-needs-auto-scope-false The compiler places the AUTO scopes of this function, so pl.scope()
            cannot be placed by hand. Write auto_scope=False in the function's decorator to place them all
            yourself, or use pl.manual_scope().
        =====
        with pl.manual_scope() as tid:
            y = self.copy(x, y)
        -----
        with pl.manual_scope():
            y = self.copy(x, y)
        1 region/as-clause 'as' names the task of a region, and pl.manual_scope is none. Drop it, or use pl.at
            or pl.spmd.
        =====
        with pl.manual_scope():
            with pl.manual_scope():
                y = self.copy(x, y)
        -----
        with pl.manual_scope():
            with pl.manual_scope():
                y = self.copy(x, y)
        2 scope/manual-in-manual A MANUAL scope cannot stand inside another one. Drop the inner one: its tasks
            are ordered by hand already.
        =====
        with pl.manual_scope(n):
            y = self.copy(x, y)
        -----
        with pl.manual_scope():
            y = self.copy(x, y)
        1 scope/argument pl.manual_scope takes no arguments.
        """);
  }

  @Test
  void scopesPlacedByHand() {
    LoweringTable.bodiesWithOwnScopes(
        """
        with pl.scope():
            y = self.copy(x, y)
            with pl.manual_scope():
                y = self.copy(y, y)
        -----
        with pl.scope():
            y = self.copy(x, y)
            with pl.manual_scope():
                y = self.copy(y, y)
        =====
        with pl.manual_scope():
            with pl.scope():
                y = self.copy(x, y)
        -----
        with pl.manual_scope():
            with pl.scope():
                y = self.copy(x, y)
        2 scope/auto-in-manual An AUTO scope cannot stand inside a MANUAL one, where the runtime tracks nothing.
            Move it outside.
        """);
  }
}
