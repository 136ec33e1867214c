package dev.orchlens.lower.jit;

/**
 * The kinds of functions that are specialised when they are called (reference:
 * python/pypto/jit/decorator.py).
 */
public enum JitKind {
  /** {@code @pl.jit}: an entry that launches tasks. */
  ENTRY("jit"),
  /** {@code @pl.jit.host}: an entry that runs on the host and dispatches entries to devices. */
  HOST("jit.host"),
  /** {@code @pl.jit.incore}: a kernel. */
  IN_CORE("jit.incore"),
  /** {@code @pl.jit.inline}: a helper whose body takes the place of its calls. */
  INLINE("jit.inline"),
  /** {@code @pl.jit.opaque}: a helper that stays a function of its own. */
  OPAQUE("jit.opaque"),
  /** {@code @pl.jit.extern}: a kernel written in C++. */
  EXTERN("jit.extern");

  private final String path;

  JitKind(String path) {
    this.path = path;
  }

  /** Returns the decorator's name without {@code pl.}. */
  String path() {
    return path;
  }

  /** Returns whether functions of this kind are programs of their own. */
  public boolean isEntry() {
    return this == ENTRY || this == HOST;
  }

  /**
   * Returns whether a function of this kind makes functions of the other kind part of its program
   * when it calls them.
   */
  boolean calls(JitKind other) {
    return switch (other) {
      case IN_CORE, INLINE, OPAQUE, EXTERN -> true;
      case ENTRY -> this == HOST;
      case HOST -> false;
    };
  }
}
