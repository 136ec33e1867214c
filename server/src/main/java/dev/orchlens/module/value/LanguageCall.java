package dev.orchlens.module.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of a DSL name at module level, such as {@code pl.TensorView(stride=[1, 64])}.
 *
 * @param callee what is called
 * @param arguments the positional arguments
 * @param keywords the named arguments in the order written
 * @param site where the call is
 */
public record LanguageCall(
    LanguageObject callee, List<Value> arguments, Map<String, Value> keywords, Site site)
    implements LanguageObject {
  public LanguageCall {
    arguments = List.copyOf(arguments);
    keywords = Collections.unmodifiableMap(new LinkedHashMap<>(keywords));
  }
}
