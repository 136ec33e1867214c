package dev.orchlens.module;

import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.text.Fingerprint;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of modules that some work read, each with the fingerprint of what it stood for. */
public final class Reads implements ReadRecorder {
  /**
   * A name of a module.
   *
   * @param path the path of the module's file
   * @param name the name
   */
  public record Read(String path, String name) {}

  private final Map<Read, Fingerprint> reads = new LinkedHashMap<>();
  private final boolean definitionsCount;

  /** Makes a record without reads in which every value counts with all that it holds. */
  public Reads() {
    this(true);
  }

  private Reads(boolean definitionsCount) {
    this.definitionsCount = definitionsCount;
  }

  /**
   * Returns a record without reads in which one function or class with DSL decorators counts like
   * any other.
   */
  public static Reads apartFromDefinitions() {
    return new Reads(false);
  }

  @Override
  public void read(ModuleEnvironment module, String name) {
    reads.computeIfAbsent(new Read(module.path(), name), _ -> hash(module, name));
  }

  private Fingerprint hash(ModuleEnvironment module, String name) {
    boolean isDefinition = module.value(name).filter(Definition.class::isInstance).isPresent();
    return isDefinition && !definitionsCount
        ? Fingerprint.of("definition")
        : module.fingerprint(name);
  }

  /** Returns a record of the same reads, which later ones here do not change. */
  public Reads copy() {
    Reads copy = new Reads(definitionsCount);
    copy.reads.putAll(reads);
    return copy;
  }

  /** All reads, in order. */
  public Map<Read, Fingerprint> all() {
    return Collections.unmodifiableMap(reads);
  }

  /**
   * Tells {@code recorder} of all reads, as names of the modules of {@code world}, where they must
   * hold.
   */
  public void replay(ProgramWorld world, ReadRecorder recorder) {
    for (Read read : reads.keySet()) {
      recorder.read(world.moduleAt(read.path()).orElseThrow(), read.name());
    }
  }

  /** Whether every name that was read stands for the same in another world. */
  public boolean hold(ProgramWorld world) {
    return reads.entrySet().stream()
        .allMatch(
            each ->
                world
                    .moduleAt(each.getKey().path())
                    .filter(module -> hash(module, each.getKey().name()).equals(each.getValue()))
                    .isPresent());
  }
}
