package dev.orchlens.module;

/** What an exception that leaves a module's statement means to the user. */
final class Failures {
  private Failures() {}

  static ModuleProblem.Kind kind(PythonException exception) {
    if (exception.is("AssertionError")) {
      return ModuleProblem.Kind.ASSERTION_FAILED;
    }
    if (exception.is("NameError")) {
      return ModuleProblem.Kind.NAME_NOT_DEFINED;
    }
    if (exception.is("ModuleNotFoundError")) {
      return ModuleProblem.Kind.MODULE_NOT_FOUND;
    }
    return exception.is("ImportError") ? ModuleProblem.Kind.NAME_NOT_IN_MODULE : ModuleProblem.Kind.EXCEPTION;
  }

  static String message(PythonException exception) {
    String text = exception.text();
    return switch (kind(exception)) {
      case ASSERTION_FAILED -> "This assertion is false" + (text.isEmpty() ? "" : ": " + text)
          + ". Python stops loading the module here.";
      case NAME_NOT_DEFINED -> "Python stops loading the module here: " + text + ".";
      case MODULE_NOT_FOUND, NAME_NOT_IN_MODULE -> "The import fails: " + text + ".";
      case EXCEPTION, LIMIT -> "Python stops loading the module here with "
          + exception.exception().type().name() + (text.isEmpty() ? "" : ": " + text) + ".";
    };
  }
}
