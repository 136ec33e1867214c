package dev.orchlens.ir;

import java.util.List;
import java.util.Optional;

/** The type of an expression (reference: docs/en/dev/ir/02-types.md). */
public sealed interface Type extends CommonTypes {

  /** A single value of an element type. */
  record Scalar(DataType dtype) implements Type {}

  /** A type with element type and dimensions. */
  sealed interface Shaped extends Type {
    /** Returns the element type. */
    DataType dtype();

    /** Returns the dimensions, constant or symbolic; empty for rank 0. */
    List<Expr> shape();
  }

  /**
   * A tensor in global memory.
   *
   * @param view layout, strides and valid region where they are not the default
   * @param memRef the annotated allocation, where there is one
   * @param distributed whether it is a window of a distributed allocation ({@code
   *     pld.DistributedTensor})
   */
  record Tensor(
      List<Expr> shape,
      DataType dtype,
      Optional<TensorView> view,
      Optional<MemRef> memRef,
      boolean distributed)
      implements Shaped {
    public Tensor {
      shape = List.copyOf(shape);
    }

    /** Returns a bare tensor type. */
    public static Tensor of(List<Expr> shape, DataType dtype) {
      return new Tensor(shape, dtype, Optional.empty(), Optional.empty(), false);
    }
  }

  /**
   * A tile in on-chip memory.
   *
   * @param validShape the valid region, empty when the whole tile is valid
   * @param space the memory the tile lives in, where it is known
   */
  record Tile(List<Expr> shape, DataType dtype, List<Expr> validShape, Optional<MemorySpace> space)
      implements Shaped {
    public Tile {
      shape = List.copyOf(shape);
      validShape = List.copyOf(validShape);
    }
  }

  /**
   * A fixed-size array of scalars or TaskIds on the stack; {@code extent} is its number of slots, 0
   * or more.
   */
  record Array(DataType element, long extent) implements Type {}

  /** A tuple of values. */
  record Tuple(List<Type> elements) implements Type {
    public Tuple {
      elements = List.copyOf(elements);
    }
  }

  /**
   * A handle that only kernels look into (pointers, contexts, events); {@code name} as the language
   * spells it.
   */
  record Opaque(String name) implements Type {}

  /** A type that could not be known; {@code reason} is a sentence for the user. */
  record Unknown(String reason) implements Type {}

  /** The type of an expression that yields nothing. */
  record None() implements Type {}

  /** Returns whether this is a single TaskId. */
  default boolean isTaskId() {
    return equals(TASK_ID);
  }

  /** Returns whether this is an array of TaskIds. */
  default boolean isTaskIdArray() {
    return this instanceof Array array && array.element() == DataType.TASK_ID;
  }

  /** Returns whether this is a tensor, distributed or not. */
  default boolean isTensor() {
    return this instanceof Tensor;
  }

  /** Returns the element type of a scalar, tensor, tile or array. */
  default Optional<DataType> elementType() {
    return switch (this) {
      case Scalar s -> Optional.of(s.dtype());
      case Shaped s -> Optional.of(s.dtype());
      case Array a -> Optional.of(a.element());
      case Tuple _, Opaque _, Unknown _, None _ -> Optional.empty();
    };
  }
}
