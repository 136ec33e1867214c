package dev.orchlens.module.value;

/** Learns which names an evaluation read. */
@FunctionalInterface
public interface ReadRecorder {
  /** Records nothing. */
  ReadRecorder NONE = (module, name) -> {};

  /**
   * A name was looked up among the names of a module, whether it was found or not.
   *
   * @param module the module
   * @param name the name
   */
  void read(ModuleEnvironment module, String name);
}
