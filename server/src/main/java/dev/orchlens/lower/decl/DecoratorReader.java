package dev.orchlens.lower.decl;

import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Role;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.List;
import java.util.Optional;

/**
 * Reads the decorators of functions and classes (reference: docs/en/dev/language/03-functions.md).
 */
public final class DecoratorReader {
  private final Problems problems;
  private final Origins origins;
  private final AttributeReader attributes;

  public DecoratorReader(Problems problems, Origins origins, AttributeReader attributes) {
    this.problems = problems;
    this.origins = origins;
    this.attributes = attributes;
  }

  /** Returns whether a decorator is the language's name {@code name}, with or without arguments. */
  private static boolean names(Value decorator, String name) {
    return switch (decorator) {
      case LanguageObject.Name value -> value.isLanguage(name);
      case LanguageObject.Call call ->
          call.callee() instanceof LanguageObject callee && names(callee, name);
      default -> false;
    };
  }

  /** Returns whether a function is expanded in place: {@code @pl.inline}. */
  public static boolean isInline(DecoratedFunction function) {
    return function.decorators().stream().anyMatch(d -> names(d, "inline"));
  }

  /** Returns whether a function is one of the language: {@code @pl.function}. */
  public static boolean isFunction(DecoratedFunction function) {
    return function.decorators().stream().anyMatch(d -> names(d, "function"));
  }

  /** Returns whether a class is a program: {@code @pl.program}. */
  public static boolean isProgram(DecoratedClass program) {
    return program.decorators().stream().anyMatch(d -> names(d, "program"));
  }

  /** Returns whether the decorator of a program asks for single assignment. */
  public static boolean asksForSingleAssignment(List<Value> decorators) {
    return decorators.stream()
        .anyMatch(
            d ->
                d instanceof LanguageObject.Call call
                    && call.keywords().get("strict_ssa") instanceof BoolValue(boolean flag)
                    && flag);
  }

  /** Returns whether a level is at or above the host, where functions are plain Python. */
  public static boolean isHostLevel(Level level) {
    return level.ordinal() >= Level.HOST.ordinal();
  }

  /**
   * Returns whether a method of a class is a function of the program, by how its decorator is
   * written.
   */
  public static boolean isProgramFunction(Stmt.FunctionDef method) {
    return method.decorators().stream().anyMatch(d -> isFunctionDecorator(d.expression()));
  }

  private static boolean isFunctionDecorator(Node node) {
    return switch (node) {
      case Call call -> isFunctionDecorator(call.function());
      case Attribute attribute -> attribute.name().text().equals("function");
      case Name name -> name.id().equals("function");
      default -> false;
    };
  }

  /** Reads what the decorator of a function says; what cannot be read is reported and left out. */
  public FunctionHeader read(Stmt.FunctionDef function, boolean singleAssignment) {
    Optional<Call> decorator =
        function.decorators().stream()
            .map(Part.Decorator::expression)
            .filter(e -> e instanceof Call call && isFunctionDecorator(call))
            .map(Call.class::cast)
            .findFirst();
    FunctionType type = FunctionType.OPAQUE;
    FunctionAttrs attrs = FunctionAttrs.defaults();
    boolean single = singleAssignment;
    Optional<Level> level = Optional.empty();
    Optional<Role> role = Optional.empty();
    for (Part.Keyword keyword : decorator.map(Call::keywords).orElse(List.of())) {
      Node value = keyword.value();
      switch (keyword.name().map(Part.Identifier::text).orElse("**")) {
        case "type" ->
            type =
                EnumReader.functionType(value).orElseGet(() -> unreadable(value, "type", type()));
        case "level" -> level = isNone(value) ? Optional.empty() : level(value);
        case "role" -> role = isNone(value) ? Optional.empty() : role(value);
        case "auto_scope" -> attrs = attrs.withAutoScope(flag(value, "auto_scope", true));
        case "strict_ssa" -> single |= flag(value, "strict_ssa", false);
        case "external_source" -> attrs = attrs.withExternalSource(source(value));
        case "attrs" -> attrs = attributes.decorator(keyword.value(), attrs);
        default ->
            error(
                Code.DECORATOR_ARGUMENT,
                keyword,
                "@pl.function takes type, level, role, auto_scope, strict_ssa and"
                    + " external_source.");
      }
    }
    FunctionAttrs placed = placed(function, type, attrs, level, role);
    return new FunctionHeader(function.name().text(), type, placed, single);
  }

  private static FunctionType type() {
    return FunctionType.OPAQUE;
  }

  private static boolean isNone(Node node) {
    return node instanceof Literal.NoneLiteral;
  }

  private <T> T unreadable(Node node, String keyword, T fallback) {
    error(
        Code.DECORATOR_ARGUMENT,
        node,
        "'"
            + keyword
            + "=' cannot be read: '"
            + origins.quote(node)
            + "'. Write the value in place.");
    return fallback;
  }

  private Optional<Level> level(Node node) {
    Optional<Level> level = EnumReader.level(node);
    return level.isPresent() ? level : unreadable(node, "level", level);
  }

  private Optional<Role> role(Node node) {
    Optional<Role> role = EnumReader.role(node);
    return role.isPresent() ? role : unreadable(node, "role", role);
  }

  private boolean flag(Node node, String keyword, boolean fallback) {
    return Syntax.booleanLiteral(node).orElseGet(() -> unreadable(node, keyword, fallback));
  }

  private Optional<String> source(Node node) {
    return Optional.of(Syntax.stringLiteral(node).orElseGet(() -> origins.quote(node)));
  }

  /** Gives a function the level and role of its type, which what is written must not contradict. */
  private FunctionAttrs placed(
      Stmt.FunctionDef function,
      FunctionType type,
      FunctionAttrs attrs,
      Optional<Level> level,
      Optional<Role> role) {
    Optional<Level> own =
        switch (type) {
          case ORCHESTRATION, GRAPH -> Optional.of(Level.CHIP);
          case IN_CORE -> Optional.of(Level.CHIP_DIE);
          case AIC -> Optional.of(Level.AIC);
          case AIV -> Optional.of(Level.AIV);
          case GROUP -> Optional.of(Level.CORE_GROUP);
          case OPAQUE, SPMD, INLINE -> Optional.empty();
        };
    Optional<Role> ownRole =
        own.map(
            _ ->
                type == FunctionType.ORCHESTRATION || type == FunctionType.GRAPH
                    ? Role.ORCHESTRATOR
                    : Role.SUB_WORKER);
    boolean otherLevel = own.isPresent() && level.isPresent() && !level.equals(own);
    boolean otherRole = ownRole.isPresent() && role.isPresent() && !role.equals(ownRole);
    if (otherLevel || otherRole) {
      problems.error(
          Code.DECORATOR_LEVEL,
          origins.of(function.header()),
          "A function of type "
              + type.label()
              + " runs at level "
              + own.get().label()
              + " as "
              + ownRole.get().label()
              + ". Drop 'level=' and 'role='.");
    }
    return attrs.withPlace(own.or(() -> level), ownRole.or(() -> role));
  }

  private void error(Code code, Node node, String message) {
    problems.error(code, origins.of(node), message);
  }
}
