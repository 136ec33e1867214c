package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** Calls of what works on rows and columns, and of products. */
class ReductionCallsTest {
  private static final String NAMES =
      """
      n: INDEX
      q: BOOL
      a, b: FP32[16, 128]
      h: BF16[16, 128]
      g: BF16[128, 64]
      bt: BF16[64, 128]
      c: FP32[16, 64]
      i: INT32[16, 128]
      row: FP32[16, 1]
      col: FP32[1, 128]
      line: FP32[128]
      d: FP32[n, 128]
      x3: FP32[4, 16, 128]
      y3: FP32[4, 1, 128]
      ta, tb: tile FP32[16, 128]
      th, th2: tile BF16[16, 128]
      tg: tile BF16[128, 64]
      tacc: tile FP32[16, 64]
      trow: tile FP32[16, 1]
      tcol: tile FP32[1, 128]
      tbias: tile FP32[1, 64]
      """;

  @Test
  void rowsAndColumns() {
    CallTable.check(
        NAMES,
        """
        row_expand_mul(a, row)
            tensor.row_expand_mul(a, row): FP32[16, 128]
        row_expand_mul(a, col)
            op/incompatible-shapes pl.row_expand_mul needs one value for each row, a second operand of one column,
            but its shape is [1, 128].
        row_expand_add(a, row)
            tensor.row_expand_add(a, row): FP32[16, 128]
        row_expand_add(h, row)
            op/unsupported-dtype pl.row_expand_add needs 'tensor' to have dtype INT8, INT16, INT32, FP16 or FP32,
            but it has BF16.
        row_expand_sub(ta, trow)
            tile.row_expand_sub(ta, trow): tile FP32[16, 128] in Vec
        row_expand(a, row)
            tensor.row_expand(a, row): FP32[16, 128]
        col_expand_mul(a, col)
            tensor.col_expand_mul(a, col): FP32[16, 128]
        col_expand_mul(a, row)
            op/incompatible-shapes pl.col_expand_mul needs one value for each column, a second operand of one row,
            but its shape is [16, 1].
        col_expand(ta, tcol)
            tile.col_expand(ta, tcol): tile FP32[16, 128] in Vec
        col_expand_add(h, col)
            tensor.col_expand_add(h, col): FP32[16, 128]
        expands(a, 0)
            tensor.expands(a, 0.0): FP32[16, 128]
        expands(ta, 0.0)
            tile.expands(ta, 0.0): tile FP32[16, 128] in Vec
        expands(i, 1)
            tensor.expands(i, 1'INT32): INT32[16, 128]
        expand_clone(y3, x3)
            tensor.expand_clone(y3, x3): FP32[4, 16, 128]
        expand_clone(a, b)
            op/wrong-rank pl.expand_clone needs its first operand to be 3D, but it is 2D.
        """);
  }

  @Test
  void reductions() {
    CallTable.check(
        NAMES,
        """
        row_sum(a)
            tensor.row_sum(a): FP32[16, 1]
        row_sum(ta, tb)
            tile.row_sum(ta, tb): tile FP32[16, 1] in Vec
        row_sum(ta)
            op/missing-argument pl.row_sum needs 'tmp_tile'.
        row_sum(a, tb)
            op/too-many-arguments pl.row_sum takes 1 positional argument, but 2 are given with operands of these
            kinds.
        row_max(d)
            tensor.row_max(d): FP32[n, 1]
        row_argmax(a)
            tensor.row_argmax(a): INT32[16, 1]
        row_argmin(ta, tb)
            tile.row_argmin(ta, tb): tile INT32[16, 1] in Vec
        col_sum(a)
            tensor.col_sum(a): FP32[1, 128]
        col_sum(ta)
            tile.col_sum(ta): tile FP32[1, 128] in Vec
        col_sum(ta, tb)
            tile.col_sum(ta, tb): tile FP32[1, 128] in Vec
        col_max(x3)
            tensor.col_max(x3): FP32[4, 1, 128]
        col_argmax(a)
            tensor.col_argmax(a): INT32[1, 128]
        row_min(h)
            op/unsupported-dtype pl.row_min needs 'input' to have dtype INT16, INT32, FP16 or FP32, but it has BF16.
        row_sum(line)
            tensor.row_sum(line): FP32[1]
        """);
  }

  @Test
  void products() {
    CallTable.check(
        NAMES,
        """
        matmul(h, g)
            tensor.matmul(h, g, a_trans=False, b_trans=False, c_matrix_nz=False): BF16[16, 64]
        matmul(h, g, out_dtype=pl.FP32)
            tensor.matmul(h, g, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=FP32): FP32[16, 64]
        matmul(h, bt, b_trans=True)
            tensor.matmul(h, bt, a_trans=False, b_trans=True, c_matrix_nz=False): BF16[16, 64]
        matmul(h, bt)
            op/incompatible-shapes pl.matmul needs as many columns on the left as rows on the right, but they are
            128 and 64.
        matmul(a, g)
            op/dtype-mismatch pl.matmul multiplies operands of one dtype, but gets FP32 and BF16; convert one of
            them with pl.cast.
        matmul(x3, x3, b_trans=True)
            tensor.matmul(x3, x3, a_trans=False, b_trans=True, c_matrix_nz=False): FP32[4, 16, 16]
        matmul(a, line)
            tensor.matmul(a, line, a_trans=False, b_trans=False, c_matrix_nz=False): FP32[16]
        matmul(line, line)
            tensor.matmul(line, line, a_trans=False, b_trans=False, c_matrix_nz=False): FP32[]
        matmul(th, tg)
            tile.matmul(th, tg): tile FP32[16, 64] in Acc
        matmul(ta, tg)
            op/dtype-mismatch pl.matmul multiplies operands of one dtype, but gets FP32 and BF16; convert one of
            them with pl.cast.
        matmul(th, tg, out_dtype=pl.FP32)
            tile.matmul(th, tg): tile FP32[16, 64] in Acc
        matmul(th, tg, b_trans=True)
            op/unknown-keyword pl.matmul has no argument called 'b_trans' with operands of these kinds.
        matmul(th, th2)
            op/incompatible-shapes pl.matmul needs as many columns on the left as rows on the right, but they are
            128 and 16.
        matmul_acc(c, h, g)
            tensor.matmul_acc(c, h, g, a_trans=False, b_trans=False): FP32[16, 64]
        matmul_acc(c, h, g, init_cond=q)
            tensor.matmul_acc(c, h, g, q, a_trans=False, b_trans=False): FP32[16, 64]
        matmul_acc(c, h, g, init_cond=n)
            op/wrong-kind pl.matmul_acc needs a condition for 'init_cond', such as k == 0, but gets a scalar of
            dtype INDEX.
        matmul_acc(c, a, g)
            op/dtype-mismatch pl.matmul_acc multiplies operands of one dtype, but gets FP32 and BF16; convert one of
            them with pl.cast.
        matmul_acc(tacc, th, tg)
            tile.matmul_acc(tacc, th, tg): tile FP32[16, 64] in Acc
        matmul_acc(tacc, th, tg, init_cond=q)
            tile.matmul_acc(tacc, th, tg, q): tile FP32[16, 64] in Acc
        matmul_bias(th, tg, tbias)
            tile.matmul_bias(th, tg, tbias): tile FP32[16, 64] in Acc
        gemv(th, tg)
            op/incompatible-shapes pl.gemv multiplies one row by a matrix, but gets 16 rows.
        gemv_acc(tacc, th, tg, acc_phase='final')
            op/incompatible-shapes pl.gemv_acc multiplies one row by a matrix, but gets 16 rows.
        batch_matmul(th, tg)
            tile.batch_matmul(th, tg): tile FP32[16, 64] in Acc
        """);
  }
}
