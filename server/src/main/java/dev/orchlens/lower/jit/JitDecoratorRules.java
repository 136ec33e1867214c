package dev.orchlens.lower.jit;

import dev.orchlens.ir.Problem;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Definition;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the decorators of specialised functions, as Python does when it executes them. */
public final class JitDecoratorRules {
  private static final Map<JitKind, Set<String>> KEYWORDS =
      Map.of(
          JitKind.ENTRY, Set.of("auto_scope"),
          JitKind.HOST, Set.of("auto_scope"),
          JitKind.INLINE, Set.of("auto_scope"),
          JitKind.OPAQUE, Set.of(),
          JitKind.IN_CORE, Set.of("level"),
          JitKind.EXTERN,
              Set.of(
                  "core_type",
                  "source",
                  "aic_source",
                  "aiv_source",
                  "dual_aiv_dispatch",
                  "include_dirs"));

  private final List<Problem> problems = new ArrayList<>();

  private JitDecoratorRules() {}

  /** Returns what is wrong with the decorators in all modules of a world. */
  public static List<Problem> check(ProgramWorld world) {
    JitDecoratorRules rules = new JitDecoratorRules();
    world.modules().stream().flatMap(m -> m.definitions().stream()).forEach(rules::check);
    return rules.problems;
  }

  private void check(Definition definition) {
    if (definition instanceof DecoratedFunction function) {
      JitDecorator.of(function).ifPresent(d -> check(function, d));
    }
  }

  private void check(DecoratedFunction function, JitDecorator decorator) {
    Set<String> known = KEYWORDS.get(decorator.kind());
    for (String keyword : decorator.keywords().keySet()) {
      if (!known.contains(keyword) && (!keyword.equals("level") || decorator.has("level"))) {
        error(
            function,
            "@pl."
                + decorator.kind().path()
                + " takes no '"
                + keyword
                + "='"
                + reason(keyword)
                + ".");
      }
    }
    if (decorator.kind() == JitKind.EXTERN) {
      external(function, decorator);
    }
  }

  private static String reason(String keyword) {
    return switch (keyword) {
      case "auto_scope" ->
          ": runtime scopes belong to entries and to helpers that are expanded into them";
      case "level" -> ": only @pl.jit.incore has one";
      default -> "";
    };
  }

  private void external(DecoratedFunction function, JitDecorator decorator) {
    String core = decorator.coreType();
    if (!Set.of("aic", "aiv", "mixed").contains(core)) {
      error(function, "core_type= is 'aic', 'aiv' or 'mixed', not '" + core + "'.");
    } else if (decorator.dualAivDispatch() && !core.equals("mixed")) {
      error(function, "dual_aiv_dispatch=True needs core_type='mixed'.");
    } else if (core.equals("mixed")
        && !(decorator.has("aic_source") && decorator.has("aiv_source"))) {
      error(function, "core_type='mixed' needs both aic_source= and aiv_source=.");
    } else if (!core.equals("mixed")
        && !(decorator.has("source")
            || decorator.has("aic_source")
            || decorator.has("aiv_source"))) {
      error(function, "An external kernel needs source=, the path of its C++ file.");
    }
  }

  private void error(DecoratedFunction function, String message) {
    Part.Decorator decorator = function.syntax().decorators().getFirst();
    problems.add(Places.error(Code.JIT_DECORATOR_ARGUMENT, function, decorator, message));
  }
}
