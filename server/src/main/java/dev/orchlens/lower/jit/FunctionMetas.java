package dev.orchlens.lower.jit;

import dev.orchlens.module.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is known about the parameters of a function that is specialised.
 *
 * @param tensors its tensors
 * @param scalars the scalars whose values are known
 * @param unknown the parameters of which nothing is known, which has been reported or cannot be
 *     helped
 */
record FunctionMetas(
    Map<String, TensorMeta> tensors, Map<String, Value> scalars, Set<String> unknown) {
  FunctionMetas {
    tensors = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    scalars = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(scalars));
    unknown = Set.copyOf(unknown);
  }
}
