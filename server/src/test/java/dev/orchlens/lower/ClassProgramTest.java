package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Classes with functions of the language. */
class ClassProgramTest {
  @Test
  void signatures() {
    LoweringTable.programs(
        """
        K = pl.dynamic("K")


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, a: pl.Tensor[[K, 64], pl.FP32], o: pl.Out[pl.Tensor[[K, 64], pl.FP32]]) -> \
        pl.Tensor[[K, 64], pl.FP32]:
                t = pl.load(a, [0, 0], [16, 64])
                o = pl.store(t, [0, 0], o)
                return o

            @pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)
            def run(self, a: pl.Tensor[[32, 64], pl.FP32], o: pl.InOut[pl.Tensor[[32, 64], pl.FP32]], s: \
        pl.Scalar[pl.INDEX]):
                \"""Runs it.\"""
                o = self.kernel(a, o)
        -----
        @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
        def kernel(self, a: pl.Tensor[[K, 64], pl.FP32], o: pl.Out[pl.Tensor[[K, 64], pl.FP32]]) -> pl.Tensor[[K, \
        64], pl.FP32]:
            t = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.MemorySpace.Vec)
            o = pl.tile.store(t, [0, 0], o)
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, \
        auto_scope=False)
        def run(self, a: pl.Tensor[[32, 64], pl.FP32], o: pl.InOut[pl.Tensor[[32, 64], pl.FP32]], s: \
        pl.Scalar[pl.INDEX]):
            o = self.kernel(a, o)
        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.AIV, attrs={"split": pl.SplitMode.UP_DOWN})
            def kernel(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
                pl.add(t, t)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, ids: pl.Array[4, pl.TASK_ID], v: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, \
        16], layout=pl.TensorLayout.ND)]):
                pl.func_attr({"split": pl.SplitMode.NONE})
        -----
        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def kernel(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
            pl.tile.add(t, t)

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, ids: pl.Array[4, pl.TASK_ID], v: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, 16], \
        layout=pl.TensorLayout.ND)]):
            pass
        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.AIV, external_source="add.cpp")
            def add(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], \
        pl.FP32]: ...

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def run(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
                o = self.add(a, o)
        -----
        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def add(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
            pass

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
            o = self.add(a, o)
        """);
  }

  @Test
  void functionsFromOutside() {
    LoweringTable.programs(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def outside(a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
            t = pl.load(a, [0], [64])
            o = pl.store(t, [0], o)
            return o


        @pl.inline
        def twice(v):
            w = pl.mul(v, 2.0)
            return w


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
                o = outside(a, o)
                with pl.at(level=pl.Level.CORE_GROUP):
                    o[:] = twice(o)
        -----
        @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
        def outside(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], \
        pl.FP32]:
            t = pl.tile.load(a, [0], [64], [64], target_memory=pl.MemorySpace.Vec)
            o = pl.tile.store(t, [0], o)
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
            o = self.outside(a, o)
            with pl.at(level=pl.Level.CORE_GROUP):
                w = pl.tensor.muls(o, 2.0)
                o = pl.tensor.assemble(o, w, [0])
        """);
  }

  @Test
  void attributes() {
    LoweringTable.programs(
        """
        LANES = pl.SplitMode.UP_DOWN
        ATTRS = {"split": LANES, "note": 7}


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.AIV, attrs=ATTRS)
            def named(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
                pl.add(t, t)

            @pl.function(type=pl.FunctionType.AIV, attrs={"split": LANES})
            def both(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
                pl.func_attr({"split": pl.SplitMode.LEFT_RIGHT})

            @pl.function(type=pl.FunctionType.AIV, attrs={"split": pl.SplitMode.NONE})
            def twice(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
                "Doc."
                pl.func_attr({"split": pl.SplitMode.LEFT_RIGHT, "note": 1, "note": 2})
                pl.func_attr({"split": pl.SplitMode.UP_DOWN})
                pl.func_attr({"auto_scope": False})

            @pl.function(type=pl.FunctionType.AIV, attrs=[])
            def listed(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
                pass
        -----
        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def both(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
            pass

        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def listed(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
            pass

        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def named(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
            pl.tile.add(t, t)

        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def twice(self, t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]):
            pass
        13 function/attribute The function attribute 'split' is given twice. Keep one of the two.
        18 function/attribute The function attribute 'note' is given twice. Keep one of the two.
        19 function/attribute The function attribute 'split' is given twice. Keep one of the two.
        20 function/attribute 'auto_scope' decides how the body is read, so pl.func_attr comes too late for it.
            Write it as 'auto_scope=' of @pl.function.
        22 function/attribute The attributes of a function are a dictionary with strings as keys, but '[]' is a
            list.
        """);
  }

  @Test
  void factories() {
    LoweringTable.programs(
        """
        def make(rows=16):
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, a: pl.Tensor[[rows, 64], pl.FP32]):
                    t = pl.create_tensor([rows * 2, 64], dtype=pl.FP32)

            return P
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[16, 64], pl.FP32]):
            t = pl.tensor.create([32, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        =====
        def make(rows):
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, a: pl.Tensor[[rows, 64], pl.FP32]):
                    t = pl.create_tensor([rows * 2, 64], dtype=pl.FP32)

            return P


        small = make(8)
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[8, 64], pl.FP32]):
            t = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        """);
  }

  @Test
  void dimensionsOfCalls() {
    LoweringTable.programs(
        """
        N = pl.dynamic("N")


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def half(self, a: pl.Tensor[[N, 64], pl.FP32], o: pl.Out[pl.Tensor[[N, 32], pl.FP32]]) -> \
        pl.Tensor[[N, 32], pl.FP32]:
                return o

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, a: pl.Tensor[[8, 64], pl.FP32], o: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
                o = self.half(a, o)

            @pl.function(type=pl.FunctionType.Orchestration)
            def bad(self, a: pl.Tensor[[8, 64], pl.FP32], o: pl.Out[pl.Tensor[[4, 32], pl.FP32]]):
                o = self.half(a, o)
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def half(self, a: pl.Tensor[[N, 64], pl.FP32], o: pl.Out[pl.Tensor[[N, 32], pl.FP32]]) -> pl.Tensor[[N, \
        32], pl.FP32]:
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def bad(self, a: pl.Tensor[[8, 64], pl.FP32], o: pl.Out[pl.Tensor[[4, 32], pl.FP32]]):
            o = self.half(a, o)

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[8, 64], pl.FP32], o: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
            o = self.half(a, o)
        15 call/dimensions Two arguments of 'half' give one of its dimensions different extents.
        """);
  }

  @Test
  void mistakesInSignatures() {
    LoweringTable.programs(
        """
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, a, b: pl.Tensor[[16]], c: int, d: pl.Tensor[[WIDTH, 4], pl.FP32]):
                pass
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: ..., b: ..., c: ..., d: pl.Tensor[[..., 4], pl.FP32]):
            pass
        4 annotation/missing The parameter 'a' has no type. Annotate it: a: pl.Tensor[[16, 64], pl.FP32].
        4 annotation/invalid A tensor type has a shape, a dtype and, if wanted, a layout or view and a MemRef:
            pl.Tensor[[16, 64], pl.FP32].
        4 annotation/invalid 'int' is no complete type. Write pl.Tensor[[16, 64], pl.FP32], pl.Tile[...] or
            pl.Scalar[pl.INT32].
        4 annotation/invalid 'WIDTH' is not defined, so it is no dimension.
        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Kernel, fast=True)
            def run(self, a: pl.InOut[pl.Scalar[pl.INT32]]):
                pass
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def run(self, a: pl.InOut[pl.Scalar[pl.INT32]]):
            pass
        3 decorator/argument 'type=' cannot be read: 'pl.FunctionType.Kernel'. Write the value in place.
        3 decorator/argument @pl.function takes type, level, role, auto_scope, strict_ssa and external_source.
        4 annotation/invalid A scalar cannot be pl.InOut: only tensors and tiles are written in place.
        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore, level=pl.Level.HOST)
            def run(self):
                pass
        -----
        @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
        def run(self):
            pass
        4 decorator/level A function of type InCore runs at level CHIP_DIE as SubWorker. Drop 'level=' and
            'role='.
        =====
        @pl.program
        class P:
            def helper(self):
                pass
        -----

        2 program/empty The class 'P' has no @pl.function, so it is no program.
        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore
            def broken(self):
                pass
        -----

        =====
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def run(self):
                pass

            @pl.function(type=pl.FunctionType.Opaque)
            def run(self):
                pass
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def run(self):
            pass
        8 program/name-conflict The program has two functions called 'run'. Rename one.
        """);
  }

  @Test
  void dimensionsThatComeTooLate() {
    LoweringTable.programs(
        """
        VALID = pl.dynamic("VALID")


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def late(self, a: pl.Tensor[[64], pl.FP32, pl.TensorView(valid_shape=[VALID], \
        layout=pl.TensorLayout.ND)], VALID: pl.Scalar[pl.INDEX]):
                pass

            @pl.function(type=pl.FunctionType.Opaque)
            def early(self, VALID: pl.Scalar[pl.INDEX], a: pl.Tensor[[64], pl.FP32, \
        pl.TensorView(valid_shape=[VALID], layout=pl.TensorLayout.ND)]):
                pass
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def early(self, VALID: pl.Scalar[pl.INDEX], a: pl.Tensor[[64], pl.FP32, \
        pl.TensorView(layout=pl.TensorLayout.ND, valid_shape=[VALID])]):
            pass

        @pl.function(type=pl.FunctionType.Opaque)
        def late(self, a: pl.Tensor[[64], pl.FP32, pl.TensorView(layout=pl.TensorLayout.ND, valid_shape=[VALID])], \
        VALID: pl.Scalar[pl.INDEX]):
            pass
        7 annotation/invalid The parameter 'VALID' is the dimension 'VALID', which an earlier parameter uses
            already. Put 'VALID' in front of it.
        """);
  }

  @Test
  void transfersBetweenCores() {
    LoweringTable.programs(
        """
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, a: pl.Tensor[[64, 64], pl.FP32], d: pld.DistributedTensor[[64, 64], pl.FP32]):
                for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                    b = pl.aiv_shard(a)
                    c = pl.aiv_shard(d)
                with pl.at(level=pl.Level.CORE_GROUP):
                    e = pl.tile.aiv_shard(a, split=1)
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: pl.Tensor[[64, 64], pl.FP32], d: pld.DistributedTensor[[64, 64], pl.FP32]):
            with pl.at(level=pl.Level.CORE_GROUP):
                with pl.split_aiv(pl.SplitMode.UP_DOWN):
                    lane = pl.tile.get_subblock_idx()
                    b = pl.tensor.aiv_shard(a, split=1)
                    c = ...
            with pl.at(level=pl.Level.CORE_GROUP):
                e = ...
        7 split-aiv/form pl.aiv_shard splits a tensor over the vector lanes of this device, so it takes no
            distributed one.
        9 split-aiv/form pl.aiv_shard with 'split=' takes a tile. A tensor is split in a 'for lane in
            pl.split_aiv(...)' loop, without 'split='.
        """);
  }

  @Test
  void singleAssignment() {
    LoweringTable.programs(
        """
        @pl.program(strict_ssa=True)
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def run(self, n: pl.Scalar[pl.INT32]):
                a = n + 1
                a = n + 2
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def run(self, n: pl.Scalar[pl.INT32]):
            a = pl.cast(n, pl.INDEX) + 1
            a_1 = pl.cast(n, pl.INDEX) + 2
        6 name/bound-twice 'a' is bound twice in one scope; the program asks for single assignment, so use
            another name.
        """);
  }

  @Test
  void views() {
    LoweringTable.programs(
        """
        VIEW = pl.TensorView(stride=[1, 16], layout=pl.TensorLayout.DN)


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def run(self, a: pl.Tensor[[16, 64], pl.FP32, VIEW], b: pl.Tensor[[16, 64], pl.FP32, \
        pl.TensorView(stride=[1, 16])], c: pl.Tensor[[16, 64], pl.FP32, pl.DN]):
                pass
        -----
        @pl.function(type=pl.FunctionType.Opaque)
        def run(self, a: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, 16], layout=pl.TensorLayout.DN)], \
        b: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, 16], layout=pl.TensorLayout.ND)], c: \
        pl.Tensor[[16, 64], pl.FP32]):
            pass
        7 annotation/invalid A pl.TensorView with other parts needs its layout as well:
            layout=pl.TensorLayout.ND.
        7 annotation/invalid The layout DN alone does not say how the tensor lies in memory. Drop it and
            transpose where the tensor is used, or write pl.TensorView(stride=[...], layout=pl.TensorLayout.DN).
        """);
  }
}
