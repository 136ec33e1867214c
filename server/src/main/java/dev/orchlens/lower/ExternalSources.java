package dev.orchlens.lower;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.jit.JitDecorator;
import dev.orchlens.lower.jit.JitKind;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for the C++ files of external kernels, as the decorators do when Python executes them: a
 * path is absolute or counts from the folder of the Python file (reference:
 * docs/en/dev/language/04-external-kernels.md).
 */
final class ExternalSources {
  private static final String OF_FUNCTION = "external_source";

  private final ProgramWorld world;
  private final List<Problem> problems = new ArrayList<>();

  private ExternalSources(ProgramWorld world) {
    this.world = world;
  }

  /** Returns which files of kernels are not there, in all modules of a world. */
  static List<Problem> check(ProgramWorld world) {
    ExternalSources sources = new ExternalSources(world);
    world.modules().stream().flatMap(m -> m.definitions().stream()).forEach(sources::definition);
    return sources.problems;
  }

  private void definition(Definition definition) {
    switch (definition) {
      case DecoratedFunction function ->
          JitDecorator.of(function)
              .ifPresentOrElse(
                  jit -> specialized(function, jit), () -> function(function, function.syntax()));
      case DecoratedClass program -> {
        for (Stmt stmt : program.syntax().body()) {
          if (stmt instanceof Stmt.FunctionDef method
              && DecoratorReader.isProgramFunction(method)) {
            function(program, method);
          }
        }
      }
    }
  }

  private void function(Definition definition, Stmt.FunctionDef function) {
    keyword(function, OF_FUNCTION)
        .ifPresent(
            keyword ->
                look(
                    definition,
                    keyword,
                    world.evaluate(keyword.value(), definition.environment())));
  }

  private void specialized(DecoratedFunction function, JitDecorator decorator) {
    if (decorator.kind() != JitKind.EXTERN) {
      return;
    }
    Map<String, Value> given = decorator.keywords();
    boolean mixed = given.get("core_type") instanceof StrValue(String core) && core.equals("mixed");
    if (mixed) {
      look(function, given, "aic_source");
      look(function, given, "aiv_source");
    } else if (isGiven(given, "source")) {
      look(function, given, "source");
    } else {
      look(function, given, isGiven(given, "aic_source") ? "aic_source" : "aiv_source");
    }
  }

  private static boolean isGiven(Map<String, Value> given, String name) {
    return given.containsKey(name) && !(given.get(name) instanceof NoneValue);
  }

  private void look(DecoratedFunction function, Map<String, Value> given, String name) {
    if (isGiven(given, name)) {
      keyword(function.syntax(), name)
          .ifPresent(keyword -> look(function, keyword, given.get(name)));
    }
  }

  private static Optional<Part.Keyword> keyword(Stmt.FunctionDef function, String name) {
    return function.decorators().stream()
        .map(Part.Decorator::expression)
        .filter(Expr.Call.class::isInstance)
        .flatMap(call -> ((Expr.Call) call).keywords().stream())
        .filter(keyword -> keyword.isNamed(name))
        .findFirst();
  }

  private void look(Definition definition, Part.Keyword keyword, Value value) {
    Optional<String> path =
        switch (value) {
          case StrValue(String text) -> Optional.of(text);
          case PathValue(String text) -> Optional.of(text);
          default -> Optional.empty();
        };
    if (path.isPresent()
        && world.hasFile(definition.module(), path.get()).filter(there -> !there).isPresent()) {
      Origin origin =
          new Origin(
              definition.site().file(),
              definition.site().item(),
              keyword.range().start(),
              keyword.range().end(),
              Optional.empty());
      problems.add(
          new Problem(
              Code.FUNCTION_EXTERNAL_SOURCE,
              "There is no file '"
                  + path.get()
                  + "', which is to be the C++ source of the external kernel. Give its"
                  + " path from the folder of this Python file, or an absolute one.",
              origin));
    }
  }
}
