package dev.orchlens.module.value;

import dev.orchlens.text.Fingerprint;
import java.util.Map;
import java.util.Optional;

/**
 * The names that a piece of code sees: those of the functions around it, of its module, and
 * Python's built-in ones, as they stood at one moment of the evaluation.
 */
public final class Environment {
  private final Scope scope;
  private final String item;
  private final long tick;

  public Environment(Scope scope, String item, long tick) {
    this.scope = scope;
    this.item = item;
    this.tick = tick;
  }

  /** The module that the code belongs to. */
  public ModuleEnvironment module() {
    return scope.module();
  }

  /** The key of the top-level item that the code stands in. */
  public String item() {
    return item;
  }

  /**
   * The same code's view when everything is loaded: what a {@code @pl.jit} function reads, since it
   * is specialised when it is called.
   */
  public Environment whenLoaded() {
    return tick == Scope.LATEST ? this : new Environment(scope, item, Scope.LATEST);
  }

  /** This environment with more names around the code, which hide those of the same name. */
  public Environment with(Map<String, Value> names) {
    Heap heap = new Heap();
    Scope inner = new Scope(heap, Scope.Kind.FUNCTION, scope, scope.module());
    names.forEach((name, value) -> inner.set(name, value, null, Long.MIN_VALUE));
    heap.close();
    return new Environment(inner, item, tick);
  }

  /** What a name stands for; empty where nothing defines it. */
  public Optional<Binding> resolve(String name) {
    return resolve(name, ReadRecorder.NONE);
  }

  /**
   * What a name stands for; empty where nothing defines it. Look-ups that reach the module are
   * recorded.
   */
  public Optional<Binding> resolve(String name, ReadRecorder recorder) {
    for (Scope each = scope; each != null; each = each.parent()) {
      boolean isModule = each.kind() == Scope.Kind.MODULE;
      if (isModule) {
        recorder.read(each.module(), name);
      }
      Scope.Entry entry =
          each.kind() == Scope.Kind.CLASS && each != scope ? null : each.entry(name, tick);
      if (entry != null) {
        Binding.Level level = isModule ? Binding.Level.MODULE : Binding.Level.CLOSURE;
        return Optional.of(
            new Binding(name, entry.value(), level, Optional.ofNullable(entry.site())));
      }
    }
    return module()
        .builtin(name)
        .map(value -> new Binding(name, value, Binding.Level.BUILTIN, Optional.empty()))
        .or(
            () ->
                module()
                    .scope()
                    .starred(name)
                    .map(
                        value -> new Binding(name, value, Binding.Level.MODULE, Optional.empty())));
  }

  /**
   * A hash of the names and values of the functions around the code; those of the module do not
   * count.
   */
  public Fingerprint closureFingerprint() {
    return Fingerprints.ofClosure(this);
  }

  public Scope scope() {
    return scope;
  }

  public long tick() {
    return tick;
  }
}
