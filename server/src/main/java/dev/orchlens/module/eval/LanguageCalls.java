package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Stmt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Calls of DSL names in module-level code. */
final class LanguageCalls {
  /**
   * What only means something inside a DSL function (docs/en/dev/language, "Submit" and "System
   * operations").
   */
  private static final Set<String> ONLY_IN_BODIES =
      Set.of(
          "pypto.language.submit",
          "pypto.language.spmd_submit",
          "pypto.language.system.task_dummy");

  private LanguageCalls() {}

  static Value call(
      Interpreter interpreter,
      LanguageObject callee,
      List<Value> arguments,
      Map<String, Value> keywords) {
    if (callee instanceof Definition definition) {
      return interpreter.called(definition, arguments, keywords);
    }
    if (callee instanceof LanguageObject.Name(String path)) {
      if (path.equals("pypto.language.dynamic")) {
        return dynamic(interpreter, arguments, keywords);
      }
      if (ONLY_IN_BODIES.contains(path)) {
        throw interpreter.error(
            "RuntimeError",
            path.substring("pypto.".length()).replace("language.", "pl.")
                + " has a meaning only inside a DSL function");
      }
    }
    if (isDecorator(callee)
        && arguments.size() == 1
        && keywords.isEmpty()
        && arguments.getFirst() instanceof FunctionValue function
        && function.code() instanceof FunctionValue.Def(Stmt.FunctionDef definition)) {
      return interpreter.definitions.define(
          new DecoratedFunction(
              definition, List.of(callee), function.environment(), function.site()));
    }
    Optional<Site> site = interpreter.position();
    return site.isEmpty()
        ? interpreter.unknown("the result of " + Operators.what(callee) + " is not evaluated")
        : new LanguageObject.Call(callee, arguments, keywords, site.get());
  }

  private static boolean isDecorator(LanguageObject callee) {
    return switch (callee) {
      case LanguageObject.Name value ->
          value.isLanguage("jit")
              || value.path().startsWith("pypto.language.jit.")
              || value.isLanguage("function");
      case LanguageObject.Call call -> isDecorator(call.callee());
      default -> false;
    };
  }

  private static Value dynamic(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    Value name =
        arguments.isEmpty() ? keywords.getOrDefault("name", Value.NONE) : arguments.getFirst();
    if (name instanceof UnknownValue) {
      return name;
    }
    if (!(name instanceof StrValue(String text)) || !Names.isIdentifier(text)) {
      throw interpreter.error(
          "ValueError",
          "the name of a dynamic dimension must be an identifier, got " + ValueText.repr(name));
    }
    return interpreter
        .position()
        .<Value>map(site -> new LanguageObject.DynamicDim(text, site))
        .orElseGet(() -> interpreter.unknown("a dynamic dimension"));
  }
}
