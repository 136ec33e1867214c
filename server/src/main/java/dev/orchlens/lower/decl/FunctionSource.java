package dev.orchlens.lower.decl;

import dev.orchlens.ir.Origin;
import dev.orchlens.lower.jit.JitMember;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The text of a function that is to be lowered.
 *
 * @param syntax the definition, decorators included
 * @param origins the places of its nodes
 * @param environment the names around it
 * @param method whether it stands in a class, so that a leading {@code self} is no parameter
 * @param specialized what specialising made of it, where it was specialised
 */
public record FunctionSource(
    Stmt.FunctionDef syntax,
    Origins origins,
    Environment environment,
    boolean method,
    Optional<Specialized> specialized) {
  private static final Set<String> LANGUAGE = Set.of("pl", "pld");

  /**
   * What specialising made of a function.
   *
   * @param aliases the names that were made, each with the name that the user wrote
   * @param dynamic the dimensions known only at run time: the name that the text uses, and what it
   *     was created with
   */
  public record Specialized(Map<String, String> aliases, Map<String, String> dynamic) {}

  /** Returns the text of a method of a program class. */
  public static FunctionSource method(DecoratedClass program, Stmt.FunctionDef method) {
    return new FunctionSource(
        method,
        originsOf(program, Optional.empty()),
        program.environment(),
        true,
        Optional.empty());
  }

  /** Returns the text of a function that stands on its own. */
  public static FunctionSource free(DecoratedFunction function) {
    return new FunctionSource(
        function.syntax(),
        originsOf(function, Optional.empty()),
        function.environment(),
        false,
        Optional.empty());
  }

  /** Returns the text of a function of a specialised program. */
  public static FunctionSource specialized(JitMember member, Map<String, String> dynamic) {
    return new FunctionSource(
        member.definition(),
        originsOf(member.source(), Optional.empty()),
        member.source().environment().whenLoaded(),
        true,
        Optional.of(new Specialized(member.aliases(), dynamic)));
  }

  /**
   * Returns what the text sees outside itself. A specialised function has everything written out
   * that it may see, but for the language itself, dynamic dimensions, and values that nobody can
   * tell while compiling.
   */
  public Closure closure(ConstantEvaluator evaluator, ReadRecorder recorder) {
    if (specialized.isEmpty()) {
      return Closure.of(environment, evaluator, recorder);
    }
    Map<String, Value> dims = new HashMap<>();
    Site site = new Site(origins.file(), origins.item(), syntax.header());
    specialized
        .get()
        .dynamic()
        .forEach((name, literal) -> dims.put(name, new LanguageObject.DynamicDim(literal, site)));
    return Closure.of(environment.with(dims), evaluator, recorder)
        .showing(
            name -> LANGUAGE.contains(name) || dims.containsKey(name) || isUnknown(name, recorder));
  }

  private boolean isUnknown(String name, ReadRecorder recorder) {
    return environment.resolve(name, recorder).filter(b -> !b.value().isKnown()).isPresent();
  }

  /** Returns the places of a definition's nodes. */
  public static Origins originsOf(Definition definition, Optional<Origin> inlinedAt) {
    String item = definition.site().item();
    String text =
        definition.module().tree().flatMap(t -> t.item(item)).map(TopLevel::text).orElse("");
    return new Origins(definition.site().file(), item, text, inlinedAt);
  }

  /** Returns the name in the definition. */
  public String name() {
    return syntax.name().text();
  }
}
