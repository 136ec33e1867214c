package dev.orchlens.module.value;

import java.util.List;

/**
 * A torch tensor of which only shape and element type are known, such as {@code torch.randn(16,
 * 64)}.
 *
 * @param shape the extents, each an {@link IntValue} or an {@link UnknownValue}
 * @param dtype the name in {@code torch}, such as {@code float32}
 */
public record TensorSampleValue(List<Value> shape, String dtype) implements Value {
  public TensorSampleValue {
    shape = List.copyOf(shape);
  }
}
