package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Assignments, names, constants and arithmetic. */
class AssignmentLoweringTest {
  @Test
  void names() {
    LoweringTable.bodies(
        """
        a = n + 1
        b = a * 2
        -----
        a = pl.cast(n, pl.INDEX) + 1
        b = a * 2
        =====
        a = n
        a = a + 1
        -----
        a = n
        a_1 = pl.cast(a, pl.INDEX) + 1
        2 name/changes-type 'a' is pl.Scalar[pl.INT32] and cannot be bound again to pl.Scalar[pl.INDEX]; use
            another name.
        =====
        a, b = n, n + 1
        -----
        _tuple_tmp = (n, pl.cast(n, pl.INDEX) + 1)
        a = _tuple_tmp[0]
        b = _tuple_tmp[1]
        =====
        a: pl.Scalar[pl.INT32] = n
        -----
        a = n
        =====
        t = pl.create_tensor([ROWS, 16], dtype=pl.FP16)
        -----
        t = pl.tensor.create([32, 16], dtype=pl.FP16, layout=pl.TensorLayout.ND)
        =====
        rows = ROWS // 2
        t = pl.create_tensor([rows, 64], dtype=pl.FP32)
        -----
        rows = 16
        t = pl.tensor.create([rows, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        """);
  }

  @Test
  void arithmetic() {
    LoweringTable.bodies(
        """
        a = n // 2 + n % 3
        -----
        a = pl.cast(n, pl.INDEX) // 2 + pl.cast(n, pl.INDEX) % 3
        =====
        a = -n
        -----
        a = -n
        =====
        a = (n + 1) * (n - 1)
        -----
        a = (pl.cast(n, pl.INDEX) + 1) * (pl.cast(n, pl.INDEX) - 1)
        =====
        a = pl.min(n, 8)
        -----
        a = pl.min(pl.cast(n, pl.INDEX), 8)
        =====
        a = pl.cast(n, pl.INDEX) + 1
        -----
        a = pl.cast(n, pl.INDEX) + 1
        =====
        a = n < 3 or n > 8
        -----
        a = pl.cast(n, pl.INDEX) < 3 or pl.cast(n, pl.INDEX) > 8
        =====
        a = HALF * 2
        -----
        a = 1.0
        =====
        a = pl.const(3, pl.INT32)
        -----
        a = pl.const(3, pl.INT32)
        =====
        z = x + x * 2.0
        -----
        z = ...
        def op/not-a-scalar 'mul' works on scalars, but an operand is a tensor.
        def op/not-a-scalar 'add' works on scalars, but an operand is a tensor.
        """);
  }

  @Test
  void noTask() {
    LoweringTable.bodies(
        """
        tid = None
        y, last = pl.submit(self.copy, x, y, deps=[tid])
        -----
        tid = pl.system.task_invalid()
        _submit_tmp = pl.submit(self.copy, x, y, deps=[tid])
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        """);
  }

  @Test
  void checksWhileCompiling() {
    LoweringTable.bodies(
        """
        pl.static_assert(ROWS == 32)
        pl.static_print("rows", ROWS)
        -----
        pass
        =====
        pl.static_assert(ROWS == 16, "sixteen rows")
        -----
        pass
        1 statement/static-assert The assertion 'ROWS == 16' does not hold: sixteen rows
        =====
        pl.static_assert(n == 16)
        -----
        pass
        1 statement/static-assert pl.static_assert cannot check 'n == 16': it is not known while compiling.
        """);
  }

  @Test
  void mistakesInNames() {
    LoweringTable.bodies(
        """
        a = late + 1
        -----
        a = ...
        1 name/undefined 'late' is not defined at this point.
        =====
        n = x
        -----
        n_1 = x
        1 name/changes-type 'n' is pl.Scalar[pl.INT32] and cannot be bound again to pl.Tensor[[32, 64],
            pl.FP32]; use another name.
        =====
        a = DEPTHS
        -----
        a = (1, 2, 4)
        =====
        a = pl.softmax(x)
        -----
        a = ...
        1 op/unknown-operation There is no operation pl.softmax. Check its spelling.
        =====
        a = x.rows
        -----
        a = ...
        1 expression/attribute 'x.rows' cannot be used as a value here. Bind it to a name outside of the
            function and use that name.
        =====
        a = n ** 2
        -----
        a = ...
        1 expression/operator The operator '**' does not exist for scalars. Use +, -, *, /, //, %, << or >>.
        =====
        a: pl.Scalar[pl.FP32] = x
        -----
        a = x
        1 annotation/mismatch 'a' is annotated with pl.Scalar[pl.FP32], but the value is a tensor. Annotate
            pl.Tensor[[32, 64], pl.FP32], or change the value.
        =====
        a = b = n
        -----
        a = ...
        b = ...
        1 assignment/target One value is assigned to one target at a time. Write one assignment for each.
        =====
        x.name = n
        -----
        pass
        1 assignment/target 'x.name' cannot be assigned to. Assign to a name, several names, or a subscript of a
            name.
        =====
        a = "text"
        -----
        a = ...
        1 expression/literal Only numbers, True, False and None (no task) can be written as values.
        """);
  }

  @Test
  void tilesThatAPrintedProgramFlattens() {
    LoweringTable.bodies(
        """
        t: pl.Tile[[6, 4], pl.FP32, pl.Mem.Vec] = pl.tile.create([2, 3, 4], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        u: pl.Tile[[6, 4], pl.FP32] = pl.tile.add(t, t)
        -----
        t = pl.tile.create([2, 3, 4], dtype=pl.FP32, target_memory=pl.MemorySpace.Vec)
        u = pl.tile.add(t, t)
        """);
  }

  @Test
  void statementsOfPythonOnly() {
    LoweringTable.bodies(
        """
        import math
        -----
        pass
        1 statement/unsupported A function of the language cannot import. Import at the top of the file.
        =====
        n += 1
        -----
        pass
        1 statement/unsupported '+=' does not exist in a function of the language; write x = x + y.
        =====
        def f():
            return 1
        -----
        pass
        1 statement/unsupported A function cannot be defined inside a function of the language. Define it
            outside, with a decorator.
        =====
        assert n > 0
        -----
        pass
        1 statement/unsupported 'assert' does not exist in a function of the language; pl.static_assert checks
            constants.
        =====
        global a
        -----
        pass
        1 statement/unsupported This statement does not exist in a function of the language. There are
            assignments, for and while loops, if, with, return, break, continue and pass.
        =====
        n
        -----
        n
        =====
        print(n)
        -----
        pass
        1 call/unknown 'print' is no function that can be called here. Call pl.* operations, self.kernel(...),
            or a @pl.function or @pl.inline function by its name.
        =====
        a = lambda v: v
        -----
        a = ...
        1 expression/unsupported A lambda cannot be used in a function of the language. Use names, constants,
            arithmetic, subscripts and calls.
        =====
        a = [v for v in DEPTHS]
        -----
        a = ...
        1 expression/unsupported A comprehension cannot be used in a function of the language. Use names,
            constants, arithmetic, subscripts and calls.
        =====
        try:
            y = self.copy(x, y)
        finally:
            pass
        -----
        pass
        1 statement/unsupported This statement does not exist in a function of the language. There are
            assignments, for and while loops, if, with, return, break, continue and pass.
        """);
  }
}
