package dev.orchlens.ir;

import java.util.List;

/** A keyword value of an operator call: known while compiling, never computed on the device. */
public sealed interface Attr {
  /** An integer. */
  record Int(long value) implements Attr {}

  /** A floating-point number. */
  record Float(double value) implements Attr {}

  /** A truth value. */
  record Bool(boolean value) implements Attr {}

  /** A string, or the name of an enumeration constant such as {@code PadValue.zero}. */
  record Text(String value) implements Attr {}

  /** An element type. */
  record DType(DataType value) implements Attr {}

  /** A list of values. */
  record Values(List<Attr> values) implements Attr {
    public Values {
      values = List.copyOf(values);
    }
  }
}
