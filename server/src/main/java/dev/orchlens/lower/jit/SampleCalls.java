package dev.orchlens.lower.jit;

import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.eval.DefinitionCall;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Part;
import dev.orchlens.text.Fingerprint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the calls that pass sample tensors to an entry whose tensors are declared without shape:
 * those that run when the modules are loaded, then those in the functions and main blocks of the
 * entry's file and of the main file.
 */
public final class SampleCalls {
  private final ProgramWorld world;
  private final List<DefinitionCall> elsewhere;

  /**
   * Makes a search.
   *
   * @param elsewhere calls in other worlds
   */
  public SampleCalls(ProgramWorld world, List<DefinitionCall> elsewhere) {
    this.world = world;
    this.elsewhere = List.copyOf(elsewhere);
  }

  /**
   * Returns a hash of what the calls say about an entry; always the same for one whose tensors have
   * shapes.
   */
  public Fingerprint fingerprint(DecoratedFunction entry) {
    List<Part.Parameter> parameters = entry.syntax().parameters();
    Fingerprint result = Fingerprint.of("");
    if (parameters.stream().noneMatch(Annotations::isBareTensor)) {
      return result;
    }
    Optional<DefinitionCall> sample = best(entry);
    for (int i = 0; i < parameters.size(); i++) {
      Optional<Value> argument = argument(sample, i, parameters.get(i).name().text());
      result =
          result.with(
              argument
                  .filter(TensorSampleValue.class::isInstance)
                  .map(Object::toString)
                  .orElse(""));
    }
    return result;
  }

  /**
   * Returns the call of an entry that tells the most about its tensors without shape, the first of
   * several.
   */
  Optional<DefinitionCall> best(DecoratedFunction entry) {
    List<Part.Parameter> parameters = entry.syntax().parameters();
    DefinitionCall best = null;
    long most = 0;
    for (DefinitionCall call : of(entry)) {
      long known = 0;
      for (int i = 0; i < parameters.size(); i++) {
        if (Annotations.isBareTensor(parameters.get(i))) {
          Optional<Value> value = argument(Optional.of(call), i, parameters.get(i).name().text());
          known +=
              value
                  .filter(TensorSampleValue.class::isInstance)
                  .map(v -> score((TensorSampleValue) v))
                  .orElse(0L);
        }
      }
      if (known > most) {
        best = call;
        most = known;
      }
    }
    return Optional.ofNullable(best);
  }

  /** A tensor counts, and more so if all its extents are known. */
  private static long score(TensorSampleValue sample) {
    return sample.shape().stream().allMatch(Value::isKnown) ? 2 : 1;
  }

  /** Returns what a call passes for a parameter. */
  static Optional<Value> argument(Optional<DefinitionCall> call, int position, String name) {
    return call.map(
        c ->
            position < c.arguments().size() ? c.arguments().get(position) : c.keywords().get(name));
  }

  private List<DefinitionCall> of(DecoratedFunction entry) {
    List<DefinitionCall> calls = new ArrayList<>(world.calls());
    Set<ModuleEnvironment> modules = new LinkedHashSet<>(List.of(entry.module(), world.main()));
    modules.forEach(m -> calls.addAll(world.surveyCalls(m, names(m, entry))));
    calls.addAll(elsewhere);
    return calls.stream().filter(c -> isCallOf(c, entry)).toList();
  }

  /**
   * Returns the names under which a module has an entry: by itself, or among the elements of a
   * table.
   */
  private static Set<String> names(ModuleEnvironment module, DecoratedFunction entry) {
    Set<String> names = new HashSet<>(Set.of(entry.name()));
    for (String name : module.names()) {
      if (module.value(name).filter(v -> holds(v, entry)).isPresent()) {
        names.add(name);
      }
    }
    return names;
  }

  private static boolean holds(Value value, DecoratedFunction entry) {
    return switch (value) {
      case DecoratedFunction function -> function == entry;
      case DictValue dict -> dict.entries().stream().anyMatch(e -> e.value() == entry);
      case ListValue list -> list.elements().contains(entry);
      case TupleValue tuple -> tuple.elements().contains(entry);
      default -> false;
    };
  }

  private static boolean isCallOf(DefinitionCall call, DecoratedFunction entry) {
    return call.callee().name().equals(entry.name())
        && call.callee().site().file().equals(entry.site().file());
  }
}
