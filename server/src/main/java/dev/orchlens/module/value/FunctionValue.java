package dev.orchlens.module.value;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A function or lambda of the program: its code together with the names it was defined among. Two
 * function values are equal only if they are the same one.
 */
public final class FunctionValue implements CallableValue {
  /** What a function runs. */
  public sealed interface Code {
    /** The parameters as written. */
    List<Part.Parameter> parameters();
  }

  /** A {@code def}. */
  public record Def(Stmt.FunctionDef definition) implements Code {
    @Override
    public List<Part.Parameter> parameters() {
      return definition.parameters();
    }
  }

  /** A {@code lambda}. */
  public record LambdaCode(Expr.Lambda lambda) implements Code {
    @Override
    public List<Part.Parameter> parameters() {
      return lambda.parameters();
    }
  }

  private final String name;
  private final Code code;
  private final Environment environment;
  private final Map<Part.Parameter, Value> defaults;
  private final Site site;

  public FunctionValue(
      String name,
      Code code,
      Environment environment,
      Map<Part.Parameter, Value> defaults,
      Site site) {
    this.name = name;
    this.code = code;
    this.environment = environment;
    this.defaults = new IdentityHashMap<>(defaults);
    this.site = site;
  }

  /** The name in the definition; {@code <lambda>} for a lambda. */
  public String name() {
    return name;
  }

  /** What the function runs. */
  public Code code() {
    return code;
  }

  /** The names that its body sees. */
  public Environment environment() {
    return environment;
  }

  /** The values of the parameters' defaults, by the parameter node. */
  public Map<Part.Parameter, Value> defaults() {
    return Collections.unmodifiableMap(defaults);
  }

  /** Where it is defined. */
  public Site site() {
    return site;
  }
}
