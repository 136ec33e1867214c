package dev.orchlens.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.front.Simplify;
import org.junit.jupiter.api.Test;

/** {@link Printer}: what it writes is read back as the same program. */
class PrinterTest {
  private static final String EVERYTHING =
      """
      import pypto.language as pl

      M = pl.dynamic("M")


      @pl.program
      class Everything:
          @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
          def copy(self, x: pl.Tensor[[64], pl.FP32], \
      o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.tile.store(pl.tile.load(x, [0], [64], [64], target_memory=pl.MemorySpace.Vec), [0], o)

          @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator, \
      auto_scope=False)
          def run(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], \
      r: pl.Tensor[[M, 8], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
              tids = pl.array.create(4, dtype=pl.TASK_ID)
              for i in pl.parallel(0, 8, 2):
                  with pl.scope():
                      w = pl.tensor.slice(x, [64], [i * 8 + (n - 1) // 2 % 4])
                      o = self.copy(pl.no_dep(w), o)
              with pl.manual_scope():
                  _submit_tmp = pl.submit(self.copy, x, o, deps=[tids], allow_early_resolve=True)
                  o = _submit_tmp[0]
                  tid = _submit_tmp[1]
                  tids = pl.array.update_element(tids, n, tid)
                  first = tids[0]
                  _submit_tmp_1 = pl.spmd_submit(self.copy, x, o, core_num=4, sync_start=True, deps=[first], \
      predicate=(pl.tensor.read(r, [0, 0]) > pl.const(0, pl.INT32)))
                  o = _submit_tmp_1[0]
                  last = _submit_tmp_1[1]
                  both = pl.system.task_dummy(deps=[tid, last])
                  start = pl.system.task_dummy(deps=[])
              k = -n + 3
              for (k_1,) in pl.while_(init_values=(k,)):
                  pl.cond(k_1 < 10 and not k_1 == 4)
                  k_2 = pl.yield_(k_1 + 1)
              if k_2 > 2 or n <= 1:
                  width = pl.yield_(pl.min(n, 4))
              else:
                  width = pl.yield_(pl.max(n * (2 + k_2), 4))
              for j in pl.pipeline(width, stage=2):
                  o = self.copy(x, o)
              for j_1 in pl.range(4):
                  if j_1 > n:
                      break
                  else:
                      continue
              return o
      """;

  @Test
  void aProgramIsWrittenAsItWasRead() {
    assertThat(Printer.print(PassText.lower(EVERYTHING))).isEqualTo(EVERYTHING);
  }

  @Test
  void aProgramInSsaFormReadsBackTheSame() {
    Program program =
        PassText.run(
            PassText.lower(EVERYTHING), new ConvertToSSA(), new Simplify(), new FlattenCallExpr());
    String text = Printer.print(program);
    assertThat(Printer.print(PassText.lower(text))).isEqualTo(text);
  }
}
