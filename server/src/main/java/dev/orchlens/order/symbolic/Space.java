package dev.orchlens.order.symbolic;

import java.util.List;

/**
 * The shape that the elements of a buffer are counted in.
 *
 * @param dims the extent of each axis
 */
public record Space(List<Affine> dims) {
  public Space {
    dims = List.copyOf(dims);
  }

  /**
   * Returns how many elements lie between two neighbours of {@code axis}; unknown unless the axes
   * behind are constant.
   */
  public Affine stride(int axis) {
    long stride = 1;
    for (int i = axis + 1; i < dims.size(); i++) {
      if (!dims.get(i).isConstant()) {
        return Affine.UNKNOWN;
      }
      stride *= dims.get(i).constant();
    }
    return Affine.of(stride);
  }

  /** Returns the box of everything. */
  public Box everything() {
    return new Box(this, dims.stream().map(_ -> Affine.ZERO).toList(), dims);
  }
}
