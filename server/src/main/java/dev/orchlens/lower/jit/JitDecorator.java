package dev.orchlens.lower.jit;

import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import java.util.Map;
import java.util.Optional;

/**
 * What the decorator of a specialised function says.
 *
 * @param kind which decorator it is
 * @param keywords its arguments
 */
public record JitDecorator(JitKind kind, Map<String, Value> keywords) {

  /** Returns the decorator that makes a function one to specialise, if it has one. */
  public static Optional<JitDecorator> of(DecoratedFunction function) {
    return function.decorators().stream().flatMap(d -> read(d).stream()).findFirst();
  }

  private static Optional<JitDecorator> read(Value decorator) {
    return switch (decorator) {
      case LanguageObject.Name name -> kind(name).map(k -> new JitDecorator(k, Map.of()));
      case LanguageObject.Call call when call.callee() instanceof LanguageObject.Name name ->
          kind(name).map(k -> new JitDecorator(k, call.keywords()));
      default -> Optional.empty();
    };
  }

  private static Optional<JitKind> kind(LanguageObject.Name name) {
    for (JitKind kind : JitKind.values()) {
      if (name.isLanguage(kind.path())) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** Returns whether the compiler places the runtime scopes. */
  boolean autoScope() {
    return !(keywords.get("auto_scope") instanceof BoolValue(boolean flag)) || flag;
  }

  /** Returns the level of a kernel where one is given. */
  Optional<LanguageObject.Name> level() {
    return keywords.get("level") instanceof LanguageObject.Name level
        ? Optional.of(level)
        : Optional.empty();
  }

  /** Returns which cores run an external kernel: {@code aic}, {@code aiv} or {@code mixed}. */
  String coreType() {
    return text("core_type").orElse("aiv");
  }

  /** Returns the source of an external kernel for the cube or vector cores. */
  Optional<String> source(String core) {
    if (coreType().equals("mixed")) {
      return text(core + "_source");
    }
    return text("source").or(() -> text("aic_source")).or(() -> text("aiv_source"));
  }

  /** Returns whether both vector lanes run an external kernel. */
  boolean dualAivDispatch() {
    return keywords.get("dual_aiv_dispatch") instanceof BoolValue(boolean flag) && flag;
  }

  private Optional<String> text(String keyword) {
    return switch (keywords.get(keyword)) {
      case StrValue(String value) -> Optional.of(value);
      case PathValue path -> Optional.of(path.path());
      case null, default -> Optional.empty();
    };
  }

  /** Returns whether a keyword is given with a value other than None. */
  boolean has(String keyword) {
    return keywords.containsKey(keyword) && !(keywords.get(keyword) instanceof NoneValue);
  }
}
