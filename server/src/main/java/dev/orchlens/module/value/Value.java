package dev.orchlens.module.value;

import java.util.List;

/**
 * A value that module-level code computes. Scalars, tuples and references are immutable records;
 * lists, dictionaries, sets, instances and modules change only while the evaluation that made them
 * runs, and are fixed from then on.
 */
public sealed interface Value extends CommonValues
    permits IntValue,
        FloatValue,
        BoolValue,
        StrValue,
        BytesValue,
        NoneValue,
        EllipsisValue,
        SequenceValue,
        DictValue,
        DictViewValue,
        SetValue,
        SliceValue,
        PathValue,
        IteratorValue,
        InstanceValue,
        ModuleValue,
        CallableValue,
        LanguageObject,
        OpaqueValue,
        TensorSampleValue,
        UnknownValue {

  /** Returns Python's {@code True} or {@code False}. */
  static Value of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Returns the integer. */
  static Value of(long value) {
    return IntValue.of(value);
  }

  /** Returns the string. */
  static Value of(String value) {
    return new StrValue(value);
  }

  /** Returns a tuple of these elements. */
  static Value tuple(Value... elements) {
    return new TupleValue(List.of(elements));
  }

  /** Whether this value is known, as a whole: a list may be known and hold unknown elements. */
  default boolean isKnown() {
    return !(this instanceof UnknownValue);
  }
}
