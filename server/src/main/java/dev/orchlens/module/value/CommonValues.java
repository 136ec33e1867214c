package dev.orchlens.module.value;

/**
 * The values of which there is one each; the evaluation writes {@code Value.NONE}. They stand apart
 * from {@link Value} so that two threads cannot wait for each other to set up an interface and its
 * implementations.
 */
interface CommonValues {
  /** The value of Python's {@code None}. */
  Value NONE = new NoneValue();

  /** Python's {@code True}. */
  Value TRUE = new BoolValue(true);

  /** Python's {@code False}. */
  Value FALSE = new BoolValue(false);
}
