package dev.orchlens.module.eval;

import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of a DSL function from ordinary code, such as {@code entry(torch.randn(16, 64), out)}.
 *
 * @param callee the function
 * @param arguments the values of the positional arguments
 * @param keywords the values of the named arguments in the order written
 * @param site where the call is
 */
public record DefinitionCall(
    Definition callee, List<Value> arguments, Map<String, Value> keywords, Site site) {
  public DefinitionCall {
    arguments = List.copyOf(arguments);
    keywords = Collections.unmodifiableMap(new LinkedHashMap<>(keywords));
  }
}
