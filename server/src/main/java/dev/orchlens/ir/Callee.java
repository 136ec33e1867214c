package dev.orchlens.ir;

/** What a call calls. */
public sealed interface Callee {
  /** Returns the name: dotted for an operator ({@code tensor.slice}), plain for a function. */
  String name();

  /** An operator of the language's catalogue. */
  record Op(String name) implements Callee {
    /** Returns the part of the name before its last dot ({@code tensor}, {@code pld.tile}). */
    public String level() {
      return name.substring(0, name.lastIndexOf('.'));
    }

    /** Returns the part of the name behind its last dot ({@code slice}). */
    public String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  /** A function of the program. */
  record Function(String name) implements Callee {}
}
