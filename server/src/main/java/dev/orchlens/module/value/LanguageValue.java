package dev.orchlens.module.value;

/**
 * A name of the DSL.
 *
 * @param path its dotted path behind the module it was imported from, such as {@code
 *     pypto.language.FP32} or {@code pypto.language.distributed.world_size}; whether such a name
 *     exists is not checked here
 */
public record LanguageValue(String path) implements LanguageObject {
  /** The part behind the last dot. */
  public String simpleName() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /**
   * Whether this is {@code pypto.language} followed by the given rest, such as {@code jit.inline}.
   */
  public boolean isLanguage(String rest) {
    return path.equals("pypto.language." + rest);
  }
}
