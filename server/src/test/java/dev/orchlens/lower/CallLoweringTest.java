package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Calls and launches of kernels. */
class CallLoweringTest {
  @Test
  void plainCalls() {
    LoweringTable.bodies(
        """
        y = self.copy(x, y)
        -----
        y = self.copy(x, y)
        =====
        y = self.copy(x, y)
        y = self.copy(y, y)
        -----
        y = self.copy(x, y)
        y = self.copy(y, y)
        =====
        o, p = self.split(x, y, y, 0.5)
        -----
        _tuple_tmp = self.split(x, y, y, 0.5)
        o = _tuple_tmp[0]
        p = _tuple_tmp[1]
        =====
        res = self.split(x, y, y, HALF)
        y = res[1]
        -----
        res = self.split(x, y, y, 0.5)
        y = res[1]
        =====
        self.copy(x, y)
        -----
        self.copy(x, y)
        """);
  }

  @Test
  void launches() {
    LoweringTable.bodies(
        """
        y, tid = pl.submit(self.copy, x, y)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        =====
        o, p, tid = pl.submit(self.split, x, y, y, 0.5)
        -----
        o = ...
        p = ...
        tid = ...
        1 submit/form pl.submit gives a result and a TaskId, which are unpacked into two targets. Write out, tid
            = pl.submit(...) or (a, b), tid = pl.submit(...).
        =====
        fresh, tid = pl.submit(self.copy, x)
        -----
        _submit_tmp = pl.submit(self.copy, x)
        fresh = _submit_tmp[0]
        tid = _submit_tmp[1]
        =====
        y, first = pl.submit(self.copy, x, y)
        y, second = pl.submit(self.copy, y, y, deps=[first])
        y, third = pl.submit(self.copy, y, y, deps=[first, second, None], allow_early_resolve=True)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        first = _submit_tmp[1]
        _submit_tmp_1 = pl.submit(self.copy, y, y, deps=[first])
        y = _submit_tmp_1[0]
        second = _submit_tmp_1[1]
        _submit_tmp_2 = pl.submit(self.copy, y, y, deps=[first, second], allow_early_resolve=True)
        y = _submit_tmp_2[0]
        third = _submit_tmp_2[1]
        =====
        y, tid = pl.submit(self.copy, pl.no_dep(x), y, dumps=[y])
        -----
        _submit_tmp = pl.submit(self.copy, pl.no_dep(x), y, dumps=[y])
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        =====
        y, tid = pl.spmd_submit(self.copy, x, y, core_num=4, sync_start=True)
        -----
        _submit_tmp = pl.spmd_submit(self.copy, x, y, core_num=4, sync_start=True)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        =====
        y, first = pl.submit(self.copy, x, y)
        y, tid = pl.submit(self.copy, x, y, deps=[first], predicate=idx[3] > 0)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        first = _submit_tmp[1]
        _submit_tmp_1 = pl.submit(self.copy, x, y, deps=[first], predicate=(pl.cast(pl.tensor.read(idx, [3]), \
        pl.INDEX) > 0))
        y = _submit_tmp_1[0]
        tid = _submit_tmp_1[1]
        """);
  }

  @Test
  void dumpTags() {
    LoweringTable.bodies(
        """
        pl.dump_tag(x)
        y = self.copy(x, y)
        -----
        y = self.copy(x, y, dumps=[x])
        """);
  }

  @Test
  void mistakesInCalls() {
    LoweringTable.bodies(
        """
        y = self.copy(x)
        -----
        y = self.copy(x)
        1 call/argument-count 'copy' takes 2 arguments (a, o), but 1 is given.
        =====
        y = self.copy(x, o=y)
        -----
        y = self.copy(x)
        1 call/keyword The call of 'copy' does not take 'o='. Pass the arguments of the function by position.
        1 call/argument-count 'copy' takes 2 arguments (a, o), but 1 is given.
        =====
        y = self.paste(x, y)
        -----
        pass
        1 call/undefined-function The program has no function 'paste' that could be called.
        =====
        y = self.copy(x, n)
        -----
        y = self.copy(x, n)
        =====
        o, p, q = self.split(x, y, y, 0.5)
        -----
        _tuple_tmp = self.split(x, y, y, 0.5)
        o = _tuple_tmp[0]
        p = _tuple_tmp[1]
        q = ...
        def assignment/unpacking The tuple has 2 elements, so there is no element 2.
        =====
        o, p = self.copy(x, y)
        -----
        _tuple_tmp = self.copy(x, y)
        o = ...
        p = ...
        def assignment/unpacking The value is a tensor and cannot be unpacked into several names.
        =====
        y = copy(x, y)
        -----
        pass
        1 call/unknown 'copy' is no function that can be called here. Call pl.* operations, self.kernel(...), or
            a @pl.function or @pl.inline function by its name.
        """);
  }

  @Test
  void mistakesInLaunches() {
    LoweringTable.bodies(
        """
        pl.submit(self.copy, x, y)
        -----
        pass
        1 submit/form pl.submit gives a result and a TaskId: write result, tid = pl.submit(self.kernel, ...).
        =====
        y = pl.submit(self.copy, x, y)
        -----
        y_1 = pl.submit(self.copy, x, y)
        1 name/changes-type 'y' is pl.Tensor[[32, 64], pl.FP32] and cannot be bound again to
            pl.Tuple[pl.Tensor[[32, 64], pl.FP32], pl.Scalar[pl.TASK_ID]]; use another name.
        =====
        y, tid = pl.submit(copy, x, y)
        -----
        tid = ...
        1 submit/form pl.submit takes a kernel of the program first, without calling it: pl.submit(self.kernel,
            x, y).
        =====
        y, tid = pl.submit(self.copy, x, y, dep=[])
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 call/keyword The call of 'copy' does not take 'dep='. Pass the arguments of the function by position.
        =====
        y, tid, more = pl.submit(self.copy, x, y)
        -----
        tid = ...
        more = ...
        1 submit/form pl.submit gives a result and a TaskId, which are unpacked into two targets. Write out, tid
            = pl.submit(...) or (a, b), tid = pl.submit(...).
        =====
        y, tid = pl.spmd_submit(self.copy, x, y)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 spmd/core-num pl.spmd_submit(self.copy, ...) needs the number of blocks: core_num=N, a positive
            integer.
        =====
        y, tid = pl.spmd_submit(self.copy, x, y, core_num=0)
        -----
        _submit_tmp = pl.spmd_submit(self.copy, x, y, core_num=0)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 spmd/core-num The number of blocks must be positive, but it is 0.
        =====
        y, tid = pl.submit(self.copy, x, y, dumps=[idx])
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 submit/dumps 'idx' is no tensor that this launch passes to 'copy'.
        """);
  }

  @Test
  void attributesThatCompiledProgramsPrint() {
    LoweringTable.bodies(
        """
        y = self.copy(x, y, attrs={"core_num": 4, "arg_directions": [pl.adir.input, pl.adir.inout]})
        -----
        y = self.copy(x, y, attrs={"arg_directions": [pl.adir.input, pl.adir.inout], "core_num": 4})
        =====
        y, tid = pl.submit(self.copy, x, y)
        y = self.copy(x, y, attrs={"compiler_manual_dep_edges": [tid]})
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        y = self.copy(x, y, attrs={"compiler_manual_dep_edges": [tid]})
        """);
  }
}
