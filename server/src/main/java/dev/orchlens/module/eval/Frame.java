package dev.orchlens.module.eval;

import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Node;
import java.util.List;
import java.util.Optional;

/**
 * Where the evaluation is: in which code and among which names.
 *
 * @param scope the innermost names
 * @param item the key of the top-level item that the code stands in
 * @param tick the moment whose values names have, {@link Scope#LATEST} while modules are loaded
 * @param function the function that is called, if any
 * @param yielded where a generator function collects what it yields; null in other code
 */
public record Frame(
    Scope scope, String item, long tick, Optional<FunctionValue> function, List<Value> yielded) {

  public static Frame of(Environment environment) {
    return new Frame(
        environment.scope(), environment.item(), environment.tick(), Optional.empty(), null);
  }

  ModuleEnvironment module() {
    return scope.module();
  }

  /** The same code among the names of an inner scope. */
  Frame inside(Scope inner) {
    return new Frame(inner, item, tick, function, yielded);
  }

  Site site(Node node) {
    return new Site(module().file(), item, node.range());
  }
}
