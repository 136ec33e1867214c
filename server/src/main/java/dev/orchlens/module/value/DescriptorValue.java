package dev.orchlens.module.value;

/**
 * A function of a class body that is looked up in a way of its own.
 *
 * @param kind how attribute access treats it
 * @param function the function below the decorator
 */
public record DescriptorValue(Kind kind, Value function) implements CallableValue {
  /** How attribute access treats a function of a class. */
  public enum Kind {
    /** {@code @property}: reading the attribute calls the function. */
    PROPERTY,
    /** {@code @functools.cached_property}: as a property; a value set on the instance wins. */
    CACHED_PROPERTY,
    /** {@code @staticmethod}: nothing is bound. */
    STATIC_METHOD,
    /** {@code @classmethod}: the class is bound. */
    CLASS_METHOD
  }
}
