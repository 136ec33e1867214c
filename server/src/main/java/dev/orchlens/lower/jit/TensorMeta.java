package dev.orchlens.lower.jit;

import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about a tensor that a specialised function takes.
 *
 * @param shape its dimensions
 * @param dtype its element type: a name of the language, or unknown
 * @param layout its layout where one is declared that is not the default one
 */
record TensorMeta(List<Dim> shape, Value dtype, Optional<String> layout) {
  TensorMeta {
    shape = List.copyOf(shape);
  }

  /**
   * Returns this with each dimension that is known replaced by the dynamic one declared for it, if
   * any.
   */
  TensorMeta withDynamic(Map<Integer, Dim.Dynamic> dynamic) {
    List<Dim> dims = new ArrayList<>(shape);
    dynamic.forEach(
        (i, dim) -> {
          if (i < dims.size() && dims.get(i) instanceof Dim.Static) {
            dims.set(i, dim);
          }
        });
    return new TensorMeta(dims, dtype, layout);
  }

  /** Returns this with a layout where none is declared. */
  TensorMeta withDefaultLayout(String declared) {
    return layout.isPresent() ? this : new TensorMeta(shape, dtype, Optional.of(declared));
  }

  /** Returns this without its leading dimensions. */
  TensorMeta withoutLeading(int count) {
    return new TensorMeta(shape.subList(count, shape.size()), dtype, layout);
  }

  /** Returns this with another shape. */
  TensorMeta withShape(List<Dim> dims) {
    return new TensorMeta(dims, dtype, layout);
  }
}
