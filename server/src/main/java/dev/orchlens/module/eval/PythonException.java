package dev.orchlens.module.eval;

import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.Site;
import java.util.Optional;

/** A Python exception on its way up through the evaluated code. */
public final class PythonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient InstanceValue exception;
  private final transient Optional<Site> site;

  public PythonException(InstanceValue exception, Optional<Site> site) {
    super(exception.type().name(), null, false, false);
    this.exception = exception;
    this.site = site;
  }

  /** The exception object. */
  InstanceValue exception() {
    return exception;
  }

  /** Where it was raised. */
  public Optional<Site> site() {
    return site;
  }

  /** Whether it is of the built-in exception class of this name or one that derives from it. */
  boolean is(String className) {
    return exception.type().isA(Exceptions.type(className));
  }

  /** The text that {@code str()} gives for the exception. */
  String text() {
    return Exceptions.text(exception);
  }
}
