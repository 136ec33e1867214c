package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/**
 * Entries that are specialised: their helpers become functions of one program in which shapes are
 * written out.
 */
class SpecializationTest {
  @Test
  void entry() {
    LoweringTable.programs(
        """
        N = 64
        SCALE = 0.5


        @pl.jit
        def run(x: pl.Tensor[[N, 2 * N], pl.FP32], y: pl.Out[pl.Tensor[[N, 2 * N], pl.FP32]]):
            \"""Scales.\"""
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
                y[:] = pl.mul(x, SCALE)
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> \
        pl.Tensor[[64, 128], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
                y = pl.tensor.assemble(y, pl.tensor.muls(x, 0.5), [0, 0])
            return y
        =====
        @pl.jit(auto_scope=False)
        def run(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INT32], m: pl.INDEX = 4, y: pl.Out[pl.Tensor[[64], \
        pl.FP32]] = None):
            with pl.scope():
                for i in pl.range(n):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        y[:] = pl.add(x, m)
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, \
        auto_scope=False)
        def run(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INT32], m: pl.Scalar[pl.INDEX], y: \
        pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
            with pl.scope():
                for i in pl.range(n):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        y = pl.tensor.assemble(y, pl.tensor.adds(x, 4.0), [0])
        """);
  }

  @Test
  void helpersOfEachKind() {
    LoweringTable.programs(
        """
        @pl.jit.incore
        def kernel(a: pl.Tensor, o: pl.Out[pl.Tensor]):
            t = pl.load(a, [0, 0], [16, 64])
            pl.store(t, [0, 0], o)
            return o


        @pl.jit.inline
        def rows(a: pl.Tensor, o: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
            half = pl.create_tensor([8, 64], dtype=pl.FP32)
            half = kernel(a[0:8, :], half)
            for i in pl.range(n):
                o = kernel(a, o)
            return o


        @pl.jit.opaque
        def whole(a: pl.Tensor, o: pl.Tensor):
            o = rows(a, o=o, n=2)
            return o


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            y = whole(x, y)
            return y
        -----
        @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
        def kernel(self, a: ..., o: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> pl.Tensor[[8, 64], pl.FP32]:
            t = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.MemorySpace.Vec)
            pl.tile.store(t, [0, 0], o)
            return o

        @pl.function(type=pl.FunctionType.Inline)
        def rows(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INT32]) \
        -> pl.Tensor[[16, 64], pl.FP32]:
            half = pl.tensor.create([8, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            half_v1 = self.kernel(pl.tensor.slice(a, [8, 64], [0, 0]), half)
            for i in pl.range(n):
                o_1 = self.kernel(a, o)
            return o_1

        @pl.function(type=pl.FunctionType.Opaque)
        def whole(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], \
        pl.FP32]:
            o_v1 = self.rows(a, o, 2)
            return o_v1

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            y_v1 = self.whole(x, y)
            return y_v1
        11 jit/argument-shape-unknown The shape of the tensor 'a' of 'kernel' is not known from this call. Pass
            a tensor by its name: a parameter, or a local one that is created or sliced with extents known while
            compiling.
        13 name/changes-type 'o' is pl.Tensor[[16, 64], pl.FP32] and cannot be bound again to pl.Tensor[[8, 64],
            pl.FP32]; use another name.
        """);
  }

  @Test
  void kernelsInCpp() {
    LoweringTable.programs(
        """
        @pl.jit.extern(core_type="mixed", aic_source="cube.cpp", aiv_source="vector.cpp", dual_aiv_dispatch=True)
        def gemm(a: pl.Tensor, o: pl.Out[pl.Tensor]): ...


        @pl.jit.extern(source="add.cpp")
        def add(a: pl.Tensor, o: pl.Out[pl.Tensor]): ...


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            t = pl.create_tensor([16, 64], dtype=pl.FP32)
            t = gemm(x, t)
            y = add(t, y)
            return y
        -----
        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def add(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            pass

        @pl.function(type=pl.FunctionType.AIC, level=pl.Level.AIC, role=pl.Role.SubWorker)
        def gemm_aic(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> \
        pl.Tensor[[16, 64], pl.FP32]:
            pass

        @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
        def gemm_aiv(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> \
        pl.Tensor[[16, 64], pl.FP32]:
            pass

        @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
        def gemm(self, a: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            _r = self.gemm_aic(a, o)
            self.gemm_aiv(a, o)
            return _r

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            t = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            t_v1 = self.gemm(x, t)
            y_v1 = self.add(t_v1, y)
            return y_v1
        """);
  }

  @Test
  void namesBoundAgain() {
    LoweringTable.programs(
        """
        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
            a = n + 1
            a = a * 2
            for i in pl.range(a):
                b = i + 1
                a = a + b
            for i in pl.range(a):
                b = i + 2
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.exp(x)
                t = pl.add(t, x)
                y[:] = t
            if n > 3:
                c = n
            else:
                c = n + 1
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: \
        pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 64], pl.FP32]:
            a = pl.cast(n, pl.INDEX) + 1
            a_v1 = a * 2
            for i in pl.range(a_v1):
                b = i + 1
                a_v1 = a_v1 + b
            for i_1 in pl.range(a_v1):
                b = i_1 + 2
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.tensor.exp(x)
                t_v1 = pl.tensor.add(t, x)
                y = pl.tensor.assemble(y, t_v1, [0, 0])
            if pl.cast(n, pl.INDEX) > 3:
                c = n
            else:
                c_1 = pl.cast(n, pl.INDEX) + 1
            return y
        17 name/changes-type 'c' is pl.Scalar[pl.INT32] and cannot be bound again to pl.Scalar[pl.INDEX]; use
            another name.
        =====
        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            for i in pl.range(2):
                acc = pl.create_tensor([16, 64], dtype=pl.FP32)
                for j in pl.range(2):
                    acc[:] = pl.exp(x)
            for i in pl.range(2):
                acc = pl.create_tensor([16, 64], dtype=pl.FP32)
                for j in pl.range(2):
                    acc = pl.add(acc, x)
                for j in pl.range(2):
                    acc = pl.add(acc, x)
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            for i in pl.range(2):
                acc = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
                for j in pl.range(2):
                    acc = pl.tensor.assemble(acc, pl.tensor.exp(x), [0, 0])
            for i_1 in pl.range(2):
                acc = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
                for j_1 in pl.range(2):
                    acc = pl.tensor.add(acc, x)
                for j_2 in pl.range(2):
                    acc = pl.tensor.add(acc, x)
            return y
        """);
  }

  @Test
  void shapesAndTypes() {
    LoweringTable.programs(
        """
        M = pl.dynamic("M")


        @pl.jit
        def run(x: pl.Tensor[[M, 64], pl.BF16], y: pl.Out[pl.Tensor[[M, 64], pl.BF16]]):
            rows, columns = x.shape
            half = x.shape[1] // 2
            for i in pl.range(rows):
                with pl.at(level=pl.Level.CORE_GROUP):
                    t = pl.full([1, columns], dtype=x.dtype, value=0.0)
                    y[i : i + 1, :] = pl.add(t, x[i : i + 1, :])
            tall = pl.create_tensor([M, half], dtype=pl.FP32)
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[M, 64], pl.BF16], y: pl.Out[pl.Tensor[[M, 64], pl.BF16]]) -> pl.Tensor[[M, \
        64], pl.BF16]:
            half = 32
            for i in pl.range(M):
                with pl.at(level=pl.Level.CORE_GROUP):
                    t = pl.tensor.full([1, 64], pl.const(0.0, pl.BF16), dtype=pl.BF16)
                    y = pl.tensor.assemble(y, pl.tensor.add(t, pl.tensor.slice(x, [1, 64], [i, 0])), [i, 0])
            tall = pl.tensor.create([M, half], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            return y
        =====
        @pl.jit
        def run(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
            T = pl.dynamic("tokens")
            x.bind_dynamic(0, T)
            y.bind_dynamic(0, T)
            n = pl.tensor.dim(x, 0)
            t = pl.create_tensor([n, 64], dtype=pl.FP32)
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[tokens, 64], pl.FP32], y: pl.Out[pl.Tensor[[tokens, 64], pl.FP32]]) -> \
        pl.Tensor[[tokens, 64], pl.FP32]:
            t = pl.tensor.create([tokens, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            return y
        """);
  }

  @Test
  void sampleTensors() {
    LoweringTable.programs(
        """
        import torch


        @pl.jit
        def run(x: pl.Tensor, y: pl.Out[pl.Tensor]):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.exp(x)
            return y


        run(torch.randn(16, 64), torch.empty(16, 64))
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP):
                y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
            return y
        =====
        import torch


        @pl.jit.inline
        def helper(a: pl.Tensor, o: pl.Tensor):
            return o


        @pl.jit
        def run(x: pl.Tensor, y: pl.Out[pl.Tensor], b: pl.Tensor):
            y = helper(x, y)
            return y


        def test_run(rows):
            run(torch.randn(rows, 64), torch.empty(rows, 64), None)


        if __name__ == "__main__":
            x = torch.randn(16, 64, dtype=torch.bfloat16)
            run(x, b=torch.zeros(4), y=torch.empty_like(x))
        -----
        @pl.function(type=pl.FunctionType.Inline)
        def helper(self, a: pl.Tensor[[16, 64], pl.BF16], o: pl.Tensor[[16, 64], pl.BF16]) -> pl.Tensor[[16, 64], \
        pl.BF16]:
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.BF16], y: pl.Out[pl.Tensor[[16, 64], pl.BF16]], b: pl.Tensor[[4], \
        pl.FP32]) -> pl.Tensor[[16, 64], pl.BF16]:
            y_v1 = self.helper(x, y)
            return y_v1
        """);
  }

  @Test
  void severalModules() {
    LoweringTable.programs(
        """
        from helpers import LIMIT, shifted


        @pl.jit
        def run(x: pl.Tensor[[LIMIT, 64], pl.FP32], y: pl.Out[pl.Tensor[[LIMIT, 64], pl.FP32]]):
            y = shifted(x, y)
            return y
        # file: helpers.py
        import pypto.language as pl

        LIMIT = 8
        OFFSET = 1.5


        @pl.jit.inline
        def shifted(a: pl.Tensor, o: pl.Tensor):
            with pl.at(level=pl.Level.CORE_GROUP):
                o[:] = pl.add(a, OFFSET)
            return o
        -----
        @pl.function(type=pl.FunctionType.Inline)
        def shifted(self, a: pl.Tensor[[8, 64], pl.FP32], o: pl.Tensor[[8, 64], pl.FP32]) -> pl.Tensor[[8, 64], \
        pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP):
                o = pl.tensor.assemble(o, pl.tensor.adds(a, 1.5), [0, 0])
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> pl.Tensor[[8, \
        64], pl.FP32]:
            y_v1 = self.shifted(x, y)
            return y_v1
        """);
  }

  @Test
  void hostPrograms() {
    LoweringTable.programs(
        """
        @pl.jit
        def chip(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.exp(x)
            return y


        @pl.jit.host
        def host(x: pl.Tensor[[2, 16, 64], pl.FP32], y: pl.Out[pl.Tensor[[2, 16, 64], pl.FP32]]):
            for r in pl.range(2):
                chip(x[r], y[r], device=r)
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def chip(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP):
                y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
            return y
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def chip(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP):
                y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
            return y

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self, x: pl.Tensor[[2, 16, 64], pl.FP32], y: pl.Out[pl.Tensor[[2, 16, 64], pl.FP32]]) -> \
        pl.Tensor[[2, 16, 64], pl.FP32]:
            for r in pl.range(2):
                self.chip(pl.tensor.slice(x, [1, 16, 64], [r, 0, 0], [], [0]), pl.tensor.slice(y, [1, 16, 64], [r, \
        0, 0], [], [0]), device=r)
        """);
  }
}
