package dev.orchlens.ir;

import java.util.List;

/**
 * How a tensor's elements lie in memory (reference: docs/en/dev/ir/02-types.md, "TensorType with
 * TensorView").
 *
 * @param stride elements per step of each dimension; empty means the packed strides of the layout
 * @param layout order of the dimensions in memory
 * @param validShape the valid region; empty means the full shape
 * @param pad what reads outside the valid region give
 */
public record TensorView(List<Expr> stride, Layout layout, List<Expr> validShape, Pad pad) {
  public TensorView {
    stride = List.copyOf(stride);
    validShape = List.copyOf(validShape);
  }

  /** Memory layouts of a tensor. */
  public enum Layout {
    ND,
    DN,
    NZ,
    MX_A_ZZ,
    MX_B_NN
  }

  /** Padding modes outside the valid region. */
  public enum Pad {
    NULL,
    ZERO,
    MAX,
    MIN
  }
}
