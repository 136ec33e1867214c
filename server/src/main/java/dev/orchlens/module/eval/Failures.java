package dev.orchlens.module.eval;

import dev.orchlens.rule.Code;

/** What an exception that leaves a module's statement means to the user. */
public final class Failures {
  private Failures() {}

  /** Returns the code of an exception. */
  public static Code code(PythonException exception) {
    return kind(exception).code;
  }

  /** The sentence for a diagnostic. */
  public static String message(PythonException exception) {
    String text = exception.text();
    return switch (kind(exception)) {
      case ASSERTION ->
          "This assertion is false"
              + (text.isEmpty() ? "" : ": " + text)
              + ". Loading the module stops here.";
      case EXIT ->
          "The program ends itself here"
              + (text.isEmpty() ? "." : ": " + text.replaceFirst("\\.$", "") + ".");
      case NAME, OTHER -> "Loading the module stops here: " + reason(exception) + ".";
      case MODULE, IMPORT -> "This import fails: " + text + ".";
    };
  }

  /** The reason why a value is unknown, without a final full stop. */
  public static String reason(PythonException exception) {
    String text = exception.text();
    return switch (kind(exception)) {
      case ASSERTION -> "an assertion is false" + (text.isEmpty() ? "" : ": " + text);
      case NAME, MODULE, IMPORT -> text;
      case EXIT, OTHER -> exception.exception().type().name() + (text.isEmpty() ? "" : ": " + text);
    };
  }

  private static Kind kind(PythonException exception) {
    for (Kind kind : Kind.values()) {
      if (exception.is(kind.type)) {
        return kind;
      }
    }
    return Kind.OTHER;
  }

  /** The exceptions that are told in words of their own; of two that fit, the first. */
  private enum Kind {
    ASSERTION("AssertionError", Code.MODULE_ASSERTION_FAILED),
    NAME("NameError", Code.MODULE_NAME_NOT_DEFINED),
    MODULE("ModuleNotFoundError", Code.MODULE_NOT_FOUND),
    EXIT("SystemExit", Code.MODULE_EXIT),
    IMPORT("ImportError", Code.MODULE_NAME_NOT_IN_MODULE),
    OTHER("BaseException", Code.MODULE_EXCEPTION);

    private final String type;
    private final Code code;

    Kind(String type, Code code) {
      this.type = type;
      this.code = code;
    }
  }
}
