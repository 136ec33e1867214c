package dev.orchlens.module.value;

import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One module of a program after its code has been evaluated: its names, what they stand for, where
 * they are bound.
 */
public final class ModuleEnvironment {
  private final Heap heap;
  private final Function<String, Optional<Value>> builtins;
  private final String name;
  private final String path;
  private final Optional<SyntaxTree> tree;
  private final boolean isPackage;
  private final Scope scope;
  private final List<Definition> definitions = new ArrayList<>();
  private final Map<String, Fingerprint> fingerprints = new ConcurrentHashMap<>();

  public ModuleEnvironment(
      Heap heap,
      Function<String, Optional<Value>> builtins,
      String name,
      String path,
      Optional<SyntaxTree> tree,
      boolean isPackage) {
    this.heap = heap;
    this.builtins = builtins;
    this.name = name;
    this.path = path;
    this.tree = tree;
    this.isPackage = isPackage;
    this.scope = new Scope(heap, Scope.Kind.MODULE, null, this);
  }

  /**
   * The dotted name under which it was imported; for the main file its name without {@code .py}.
   */
  public String name() {
    return name;
  }

  /** The path of its file; of its folder where a package has no {@code __init__.py}. */
  public String path() {
    return path;
  }

  /** The document's URI; empty for a package without a file. */
  public String file() {
    return tree.map(found -> found.document().uri()).orElse("");
  }

  /** The syntax that was evaluated; empty for a package without a file. */
  public Optional<SyntaxTree> tree() {
    return tree;
  }

  /** What a built-in name of Python stands for, if it is one. */
  Optional<Value> builtin(String name) {
    return builtins.apply(name);
  }

  /** Whether it can have submodules. */
  public boolean isPackage() {
    return isPackage;
  }

  /** The names that it defines or imports, in the order in which they were first bound. */
  public Set<String> names() {
    return scope.names(Scope.LATEST);
  }

  /** What one of its names stands for when everything is loaded. */
  public Optional<Binding> binding(String wanted) {
    return Optional.ofNullable(scope.entry(wanted, Scope.LATEST))
        .map(
            entry ->
                new Binding(
                    wanted,
                    entry.value(),
                    Binding.Level.MODULE,
                    Optional.ofNullable(entry.site())));
  }

  /** The value of one of its names when everything is loaded. */
  public Optional<Value> value(String wanted) {
    return binding(wanted).map(Binding::value);
  }

  /**
   * The functions and classes with DSL decorators that stand in its text and were executed, in
   * order.
   */
  public List<Definition> definitions() {
    return Collections.unmodifiableList(definitions);
  }

  /** The names that code at the end of a top-level item sees when everything is loaded. */
  public Environment environment(String item) {
    return new Environment(scope, item, Scope.LATEST);
  }

  /**
   * A hash of what a name stands for, also where nothing defines it. What it stood for when earlier
   * definitions with DSL decorators were executed counts as well, since those see it.
   */
  public Fingerprint fingerprint(String wanted) {
    return fingerprints.computeIfAbsent(wanted, this::hash);
  }

  private Fingerprint hash(String wanted) {
    Fingerprint hash =
        value(wanted).map(Fingerprints::of).orElseGet(() -> Fingerprint.of("not defined"));
    for (Value earlier : scope.earlierValues(wanted)) {
      hash = hash.with(Fingerprints.of(earlier));
    }
    return hash;
  }

  /** A hash of all names and what they stand for. */
  public Fingerprint fingerprint() {
    Fingerprint all = Fingerprint.of(path);
    Map<String, Fingerprint> each = new LinkedHashMap<>();
    names().stream().sorted().forEach(key -> each.put(key, fingerprint(key)));
    for (Map.Entry<String, Fingerprint> entry : each.entrySet()) {
      all = all.with(entry.getKey()).with(entry.getValue());
    }
    return all;
  }

  public Scope scope() {
    return scope;
  }

  /**
   * Adds a definition that was executed while the module was loaded; a later one is no longer part
   * of the module.
   */
  public void addDefinition(Definition definition) {
    if (!heap.isClosed()) {
      definitions.add(definition);
    }
  }
}
