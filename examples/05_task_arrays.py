"""Loops and arrays of TaskIds: waiting for all the tasks of a loop.

A parallel loop launches one task per shard and keeps each TaskId in a slot of an array. `deps=[done]` waits for every
slot. `deps=[done[shard] for shard in range(SHARDS)]` names the slots one by one, which also proves that none is left
out: the argument `counts` can become NoDep there, and only there.

Hover the array to see which task fills which slot.
"""

import pypto.language as pl

SHARDS = 8
ROWS = 8
COLS = 32
ALL_ROWS = SHARDS * ROWS


@pl.program
class TaskArrays:
    @pl.function(type=pl.FunctionType.InCore)
    def count(
        self,
        words: pl.Tensor[[ALL_ROWS, COLS], pl.FP32],
        shard: pl.Scalar[pl.INDEX],
        counts: pl.InOut[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ALL_ROWS, COLS], pl.FP32]:
        part = pl.load(words, [shard * ROWS, 0], [ROWS, COLS])
        return pl.store(pl.add(part, 1.0), [shard * ROWS, 0], counts)

    @pl.function(type=pl.FunctionType.InCore)
    def total(
        self,
        counts: pl.Tensor[[ALL_ROWS, COLS], pl.FP32],
        result: pl.Out[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ALL_ROWS, COLS], pl.FP32]:
        return pl.store(pl.load(counts, [0, 0], [ALL_ROWS, COLS]), [0, 0], result)

    @pl.function(type=pl.FunctionType.Orchestration)
    def wait_for_the_array(
        self,
        words: pl.Tensor[[ALL_ROWS, COLS], pl.FP32],
        counts: pl.InOut[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
        result: pl.Out[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ALL_ROWS, COLS], pl.FP32]:
        done = pl.array.create(SHARDS, pl.TASK_ID)
        for shard in pl.parallel(SHARDS):
            _counts, counted = pl.submit(self.count, words, shard, counts)
            done[shard] = counted
        result, _ = pl.submit(self.total, counts, result, deps=[done])
        return result

    @pl.function(type=pl.FunctionType.Orchestration)
    def wait_for_each_slot(
        self,
        words: pl.Tensor[[ALL_ROWS, COLS], pl.FP32],
        counts: pl.InOut[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
        result: pl.Out[pl.Tensor[[ALL_ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ALL_ROWS, COLS], pl.FP32]:
        done = pl.array.create(SHARDS, pl.TASK_ID)
        for shard in pl.parallel(SHARDS):
            _counts, counted = pl.submit(self.count, words, shard, counts)
            done[shard] = counted
        result, _ = pl.submit(self.total, counts, result, deps=[done[shard] for shard in range(SHARDS)])
        return result
