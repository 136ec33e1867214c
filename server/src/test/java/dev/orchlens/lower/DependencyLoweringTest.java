package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Lists of TaskIds that a launch waits for, and conditions on its dispatch. */
class DependencyLoweringTest {
  @Test
  void arraysOfTaskIds() {
    LoweringTable.bodies(
        """
        tids = pl.array.create(4, pl.TASK_ID)
        for i in pl.range(4):
            y, tid = pl.submit(self.copy, x, y)
            tids[i] = tid
        y, last = pl.submit(self.copy, x, y, deps=[tids])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        for i in pl.range(4):
            _submit_tmp = pl.submit(self.copy, x, y)
            y = _submit_tmp[0]
            tid = _submit_tmp[1]
            tids = pl.array.update_element(tids, i, tid)
        _submit_tmp_1 = pl.submit(self.copy, x, y, deps=[tids])
        y = _submit_tmp_1[0]
        last = _submit_tmp_1[1]
        =====
        tids = pl.array.create(4, pl.TASK_ID)
        y, last = pl.submit(self.copy, x, y, deps=[tids[0], tids[n]])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        _submit_deps_buf = pl.array.create(2, dtype=pl.TASK_ID)
        _submit_deps_buf_1 = pl.array.update_element(_submit_deps_buf, 0, tids[0])
        _submit_deps_buf_2 = pl.array.update_element(_submit_deps_buf_1, 1, tids[n])
        _submit_tmp = pl.submit(self.copy, x, y, deps=[_submit_deps_buf_2])
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        """);
  }

  @Test
  void comprehensions() {
    LoweringTable.bodies(
        """
        tids = pl.array.create(4, pl.TASK_ID)
        y, last = pl.submit(self.copy, x, y, deps=[tids[i] for i in range(2)])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        _submit_deps_buf = pl.array.create(2, dtype=pl.TASK_ID)
        _submit_deps_buf_1 = pl.array.update_element(_submit_deps_buf, 0, tids[0])
        _submit_deps_buf_2 = pl.array.update_element(_submit_deps_buf_1, 1, tids[1])
        _submit_tmp = pl.submit(self.copy, x, y, deps=[_submit_deps_buf_2])
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        =====
        tids = pl.array.create(4, pl.TASK_ID)
        y, last = pl.submit(self.copy, x, y, deps=[tids[d - 1] for d in DEPTHS if d > 1])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        _submit_deps_buf = pl.array.create(2, dtype=pl.TASK_ID)
        _submit_deps_buf_1 = pl.array.update_element(_submit_deps_buf, 0, tids[1])
        _submit_deps_buf_2 = pl.array.update_element(_submit_deps_buf_1, 1, tids[3])
        _submit_tmp = pl.submit(self.copy, x, y, deps=[_submit_deps_buf_2])
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        """);
  }

  @Test
  void mistakesInLists() {
    LoweringTable.bodies(
        """
        y, last = pl.submit(self.copy, x, y, deps=x)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        1 deps/form 'deps=' of copy must be a list, also for one task: deps=[x].
        =====
        y, last = pl.submit(self.copy, x, y, deps=[x])
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        1 deps/entry 'x' is no TaskId, so copy cannot wait for it. List the TaskId of a task (result, tid =
            pl.submit(...), or with pl.at(...) as tid), a slot of a TaskId array, or None.
        =====
        y, last = pl.submit(self.copy, x, y, deps=[late])
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        1 name/undefined 'late' is not defined at this point.
        =====
        tids = pl.array.create(4, pl.TASK_ID)
        y, last = pl.submit(self.copy, x, y, deps=[tids, tids[0]])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        _submit_tmp = pl.submit(self.copy, x, y, deps=[tids])
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        2 deps/array-and-slots 'deps=' of copy mixes a whole array of TaskIds with single slots ('tids[0]').
            List the array alone, or each slot of it.
        =====
        tids = pl.array.create(4, pl.TASK_ID)
        y, last = pl.submit(self.copy, x, y, deps=[tids[i] for i in n])
        -----
        tids = pl.array.create(4, dtype=pl.TASK_ID)
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        2 deps/comprehension The comprehension in 'deps=' of copy is unrolled while compiling; this one runs
            over 'n', which is known only on the device. Use a range of constants, or a loop of the language
            that lists one slot per task.
        =====
        res = pl.submit(self.copy, x, y)
        y, last = pl.submit(self.copy, x, y, deps=[res[1]])
        -----
        res = pl.submit(self.copy, x, y)
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        last = _submit_tmp[1]
        2 deps/entry 'res[1]' is no TaskId, so copy cannot wait for it. List the TaskId of a task (result, tid =
            pl.submit(...), or with pl.at(...) as tid), a slot of a TaskId array, or None.
        """);
  }

  @Test
  void conditionsOnTheDispatch() {
    LoweringTable.bodies(
        """
        y, tid = pl.submit(self.copy, x, y, predicate=idx[n] != 0)
        -----
        _submit_tmp = pl.submit(self.copy, x, y, predicate=(pl.cast(pl.tensor.read(idx, [n]), pl.INDEX) != 0))
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        =====
        y, tid = pl.submit(self.copy, x, y, predicate=idx[0] > n)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 predicate/form The predicate of 'copy' cannot be evaluated. The scheduler compares one element of a
            tensor with one integer: predicate=(count[i] > 0).
        =====
        y, tid = pl.submit(self.copy, x, y, predicate=0 < idx[0] < 3)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        1 expression/chained-comparison Comparisons cannot be chained. Compare two values at a time.
        =====
        y, tid = pl.submit(self.copy, x, y, predicate=x[0, 0] > 1)
        -----
        _submit_tmp = pl.submit(self.copy, x, y)
        y = _submit_tmp[0]
        tid = _submit_tmp[1]
        def op/scalar-dtype 'gt' cannot combine an integer and a floating-point number (FP32 and INDEX); convert
            one of them with pl.cast.
        """);
  }
}
