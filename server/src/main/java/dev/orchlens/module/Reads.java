package dev.orchlens.module;

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

  @Override
  public void read(ModuleEnvironment module, String name) {
    reads.computeIfAbsent(new Read(module.path(), name), _ -> module.fingerprint(name));
  }

  /** All reads, in order. */
  public Map<Read, Fingerprint> all() {
    return Collections.unmodifiableMap(reads);
  }

  /** Whether every name that was read stands for the same in another world. */
  public boolean hold(ProgramWorld world) {
    return reads.entrySet().stream().allMatch(each -> world.moduleAt(each.getKey().path())
        .filter(module -> module.fingerprint(each.getKey().name()).equals(each.getValue()))
        .isPresent());
  }
}
