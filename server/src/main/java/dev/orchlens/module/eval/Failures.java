package dev.orchlens.module.eval;

/** What an exception that leaves a module's statement means to the user. */
public final class Failures {
  private Failures() {}

  public static ModuleProblem.Kind kind(PythonException exception) {
    if (exception.is("AssertionError")) {
      return ModuleProblem.Kind.ASSERTION_FAILED;
    }
    if (exception.is("NameError")) {
      return ModuleProblem.Kind.NAME_NOT_DEFINED;
    }
    if (exception.is("ModuleNotFoundError")) {
      return ModuleProblem.Kind.MODULE_NOT_FOUND;
    }
    if (exception.is("SystemExit")) {
      return ModuleProblem.Kind.EXIT;
    }
    return exception.is("ImportError")
        ? ModuleProblem.Kind.NAME_NOT_IN_MODULE
        : ModuleProblem.Kind.EXCEPTION;
  }

  /** The sentence for a diagnostic. */
  public static String message(PythonException exception) {
    String text = exception.text();
    return switch (kind(exception)) {
      case ASSERTION_FAILED ->
          "This assertion is false"
              + (text.isEmpty() ? "" : ": " + text)
              + ". Loading the module stops here.";
      case EXIT ->
          "The program ends itself here"
              + (text.isEmpty() ? "." : ": " + text.replaceFirst("\\.$", "") + ".");
      case NAME_NOT_DEFINED, EXCEPTION, LIMIT, DEFECT ->
          "Loading the module stops here: " + reason(exception) + ".";
      case MODULE_NOT_FOUND, NAME_NOT_IN_MODULE -> "This import fails: " + text + ".";
    };
  }

  /** The reason why a value is unknown, without a final full stop. */
  public static String reason(PythonException exception) {
    String text = exception.text();
    return switch (kind(exception)) {
      case ASSERTION_FAILED -> "an assertion is false" + (text.isEmpty() ? "" : ": " + text);
      case NAME_NOT_DEFINED, MODULE_NOT_FOUND, NAME_NOT_IN_MODULE -> text;
      case EXIT, EXCEPTION, LIMIT, DEFECT ->
          exception.exception().type().name() + (text.isEmpty() ? "" : ": " + text);
    };
  }
}
