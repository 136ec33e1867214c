package dev.orchlens.ir;

/** What a call calls. */
public sealed interface Callee {
  /** Returns the name: dotted for an operator ({@code tensor.slice}), plain for a function. */
  String name();

  /** An operator of the language's catalogue. */
  record Op(String name) implements Callee {}

  /** A function of the program. */
  record Function(String name) implements Callee {}
}
