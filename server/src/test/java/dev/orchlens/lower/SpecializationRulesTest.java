package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Mistakes that show only when an entry is specialised. */
class SpecializationRulesTest {
  @Test
  void parameters() {
    LoweringTable.programs(
        """
        @pl.jit
        def run(a, b: pl.Tensor, c: int, y: pl.Out[pl.Tensor[[16], pl.FP32]]):
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, a: ..., b: ..., c: ..., y: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]:
            return y
        2 jit/parameter-type The parameter 'a' has no type. Annotate it: a: pl.Tensor[[16, 64], pl.FP32].
        2 jit/parameter-type The type of 'c' cannot be read. Write pl.Tensor[[16, 64], pl.FP32] or
            pl.Scalar[pl.INT32].
        2 jit/tensor-without-shape 'b' is a pl.Tensor without shape, and no call passes tensors of known shape.
            Write the types in full: b: pl.Tensor[[16, 64], pl.FP32].
        =====
        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, 16], layout=pl.TensorLayout.ND)], s: \
        pl.Scalar[pl.INT32] = "many"):
            return x
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], s: pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 64], pl.FP32]:
            return x
        2 jit/tensor-view 'x' declares a pl.TensorView, which a specialised function cannot keep. Give a plain
            layout such as pl.NZ, or write the kernel with @pl.function.
        2 jit/scalar-default The default of the scalar 's' is no number or truth value. Use one, or pl.RUNTIME.
        """);
  }

  @Test
  void argumentsOfHelpers() {
    LoweringTable.programs(
        """
        @pl.jit.inline
        def helper(a: pl.Tensor, o: pl.Tensor):
            return o


        other = helper


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            y = helper(pl.exp(x), y)
            return y


        @pl.jit
        def again(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            y = other(x, y)
            return y
        -----
        @pl.function(type=pl.FunctionType.Inline)
        def helper(self, a: ..., o: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
            return o

        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            y_v1 = self.helper(pl.tensor.exp(x), y)
            return y_v1
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def again(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> \
        pl.Tensor[[16, 64], pl.FP32]:
            y_v1 = ...
            return y_v1

        @pl.function(type=pl.FunctionType.Inline)
        def helper(self, a: ..., o: ...):
            return o
        11 jit/argument-shape-unknown The shape of the tensor 'a' of 'helper' is not known from this call. Pass
            a tensor by its name: a parameter, or a local one that is created or sliced with extents known while
            compiling.
        2 jit/argument-shape-unknown 'helper' is not called by its own name, so the shape of its tensor 'a' is
            not known. Call it by the name it is defined with.
        2 jit/argument-shape-unknown 'helper' is not called by its own name, so the shape of its tensor 'o' is
            not known. Call it by the name it is defined with.
        17 call/unknown 'other' is no function that can be called here. Call pl.* operations, or a @pl.jit
            helper by the name it is defined with.
        """);
  }

  @Test
  void namesFromOutside() {
    LoweringTable.programs(
        """
        import config

        OFFSETS = [1, 2]
        LABEL = "label"


        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            a = OFFSETS[0]
            b = config.ROWS
            with pl.at(level=pl.Level.CORE_GROUP, name_hint=LABEL):
                y[:] = pl.exp(x)
            return y
        # file: config.py
        ROWS = 4
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            a = ...
            b = ...
            with pl.at(level=pl.Level.CORE_GROUP):
                y = pl.tensor.assemble(y, pl.tensor.exp(x), [0, 0])
            return y
        9 name/undefined 'OFFSETS' is a list outside of the function. A specialised function sees only the
            numbers and truth values of its own module; bind the one it needs to a name there.
        10 expression/attribute 'config.ROWS' cannot be used as a value here. Bind it to a name outside of the
            function and use that name.
        11 region/name-hint 'name_hint=' of pl.at must be a string, written in place.
        """);
  }

  @Test
  void decorators() {
    LoweringTable.programs(
        """
        @pl.jit.incore(auto_scope=False)
        def kernel(a: pl.Tensor): ...


        @pl.jit.inline(level=pl.Level.AIV)
        def helper(a: pl.Tensor): ...


        @pl.jit.extern(core_type="mixed", aic_source="cube.cpp")
        def outside(a: pl.Tensor): ...
        -----
        1 jit/decorator-argument @pl.jit.incore takes no 'auto_scope=': runtime scopes belong to entries and to
            helpers that are expanded into them.
        5 jit/decorator-argument @pl.jit.inline takes no 'level=': only @pl.jit.incore has one.
        9 jit/decorator-argument core_type='mixed' needs both aic_source= and aiv_source=.
        """);
  }

  @Test
  void placesOfLongStatements() {
    LoweringTable.programs(
        """
        @pl.jit
        def run(
            x: pl.Tensor[[16, 64], pl.FP32],
            y: pl.Out[
                pl.Tensor[[16, 64], pl.FP32, pl.DN]
            ],
        ):
            with pl.at(
                level=pl.Level.CORE_GROUP,
                name_hint="not a name",
            ):
                y[:] = pl.add(
                    x,
                    unknown,
                )
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, \
        64], pl.FP32]:
            with pl.at(level=pl.Level.CORE_GROUP):
                pass
            return y
        2 annotation/invalid The layout DN alone does not say how the tensor lies in memory. Drop it and
            transpose where the tensor is used, or write pl.TensorView(stride=[...], layout=pl.TensorLayout.DN).
        8 region/name-hint 'not a name' cannot name a kernel. Use letters, digits and underscores, as in a
            variable's name.
        12 name/undefined 'unknown' is not defined at this point.
        """);
  }

  @Test
  void namesThatWereMade() {
    LoweringTable.programs(
        """
        @pl.jit
        def run(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
            k = n
            k = k + 1
            for i in pl.range(4):
                k = x
            return y
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def run(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: \
        pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 64], pl.FP32]:
            k = n
            k_v1 = pl.cast(k, pl.INDEX) + 1
            for i in pl.range(4):
                k_v1_1 = x
            return y
        6 name/changes-type 'k' is pl.Scalar[pl.INDEX] and cannot be bound again to pl.Tensor[[16, 64],
            pl.FP32]; use another name.
        """);
  }
}
