package dev.orchlens.module.eval;

import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Executes function and class definitions. */
final class Definitions {
  private final Interpreter interpreter;

  Definitions(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** Executes a {@code def}: those with DSL decorators are kept as syntax. */
  void function(Frame frame, Stmt.FunctionDef def) {
    List<Value> decorators = decorators(frame, def.decorators());
    Environment environment = environment(frame);
    Value value;
    if (decorators.stream().anyMatch(Definitions::isLanguage)) {
      value = define(new DecoratedFunction(def, decorators, environment, frame.site(def.name())));
    } else {
      Value plain =
          new FunctionValue(
              def.name().text(),
              new FunctionValue.Def(def),
              environment,
              defaults(frame, def.parameters()),
              frame.site(def.name()));
      value = decorate(frame, def.decorators(), decorators, plain);
    }
    interpreter.assignments.bind(frame, def.name().text(), value, def.name());
  }

  /** Records a definition with DSL decorators. */
  Definition define(Definition definition) {
    interpreter.add(definition);
    return definition;
  }

  private Environment environment(Frame frame) {
    long tick = frame.tick() == Scope.LATEST ? interpreter.tick() : frame.tick();
    return new Environment(frame.scope(), frame.item(), tick);
  }

  private List<Value> decorators(Frame frame, List<Part.Decorator> decorators) {
    List<Value> values = new ArrayList<>();
    for (Part.Decorator decorator : decorators) {
      values.add(interpreter.expressions.value(frame, decorator.expression()));
    }
    return values;
  }

  private static boolean isLanguage(Value decorator) {
    return decorator instanceof LanguageObject.Name || decorator instanceof LanguageObject.Call;
  }

  private Value decorate(
      Frame frame, List<Part.Decorator> written, List<Value> decorators, Value plain) {
    Value value = plain;
    for (int i = decorators.size() - 1; i >= 0; i--) {
      Value decorator = decorators.get(i);
      interpreter.at(frame, written.get(i));
      try {
        value = interpreter.calls.call(decorator, List.of(value));
      } catch (UnknownAnswerException e) {
        value = e.unknown();
      }
    }
    return value;
  }

  private Map<Part.Parameter, Value> defaults(Frame frame, List<Part.Parameter> parameters) {
    Map<Part.Parameter, Value> defaults = new IdentityHashMap<>();
    for (Part.Parameter parameter : parameters) {
      parameter
          .defaultValue()
          .ifPresent(value -> defaults.put(parameter, interpreter.expressions.value(frame, value)));
    }
    return defaults;
  }

  Value lambda(Frame frame, Expr.Lambda lambda) {
    return new FunctionValue(
        "<lambda>",
        new FunctionValue.LambdaCode(lambda),
        environment(frame).whenLoaded(),
        defaults(frame, lambda.parameters()),
        frame.site(lambda));
  }

  /** Executes a {@code class}: those with DSL decorators are kept as syntax. */
  void type(Frame frame, Stmt.ClassDef def) {
    List<Value> decorators = decorators(frame, def.decorators());
    Value value;
    if (decorators.stream().anyMatch(Definitions::isLanguage)) {
      value =
          define(new DecoratedClass(def, decorators, environment(frame), frame.site(def.name())));
    } else {
      value = decorate(frame, def.decorators(), decorators, build(frame, def));
    }
    interpreter.assignments.bind(frame, def.name().text(), value, def.name());
  }

  private Value build(Frame frame, Stmt.ClassDef def) {
    List<Value> bases = interpreter.expressions.elements(frame, def.bases());
    Map<String, Value> keywords = interpreter.expressions.keywords(frame, def.keywords());
    if (keywords.containsKey("metaclass")) {
      bases.add(keywords.get("metaclass"));
    }
    Scope body =
        new Scope(interpreter.heap, Scope.Kind.CLASS, frame.scope(), frame.scope().module());
    interpreter.statements.block(frame.inside(body), def.body());
    Map<String, Value> attributes = new LinkedHashMap<>();
    for (String name : body.names(Scope.LATEST)) {
      attributes.put(name, body.entry(name, Scope.LATEST).value());
    }
    interpreter.at(frame, def.name());
    ClassValue.Form form = form(bases);
    Optional<Site> site = Optional.of(frame.site(def.name()));
    ClassValue plain =
        new ClassValue(
            interpreter.heap,
            def.name().text(),
            ClassValue.Form.PLAIN,
            ClassValue.Traits.USUAL,
            bases,
            inheritedFields(bases),
            annotated(def),
            attributes,
            site);
    return switch (form) {
      case ENUM, DATA_ENUM -> Enumerations.build(interpreter, plain, form);
      case NAMED_TUPLE -> Dataclasses.namedTuple(interpreter, plain);
      case DATA -> Dataclasses.inherit(interpreter, plain);
      case PLAIN -> plain;
    };
  }

  private static List<ClassValue.Field> inheritedFields(List<Value> bases) {
    for (Value base : bases) {
      if (base instanceof ClassValue parent && !parent.fields().isEmpty()) {
        return parent.fields();
      }
    }
    return List.of();
  }

  private static ClassValue.Form form(List<Value> bases) {
    for (Value base : bases) {
      if (base instanceof ClassValue parent && Iteration.isEnum(parent)) {
        return Enumerations.form(bases);
      }
      if (base instanceof ClassValue parent && parent.form() != ClassValue.Form.PLAIN) {
        return parent.form();
      }
      if (base instanceof BuiltinValue builtin) {
        switch (builtin.name()) {
          case "enum.Enum", "enum.StrEnum", "enum.Flag", "enum.IntEnum", "enum.IntFlag" -> {
            return Enumerations.form(bases);
          }
          case "typing.NamedTuple" -> {
            return ClassValue.Form.NAMED_TUPLE;
          }
          default -> {}
        }
      }
    }
    return ClassValue.Form.PLAIN;
  }

  private static List<String> annotated(Stmt.ClassDef def) {
    List<String> names = new ArrayList<>();
    for (Stmt statement : def.body()) {
      if (statement instanceof Stmt.AnnAssign(_, Expr.Name name, Expr annotation, _, _)
          && !isNamed(annotation, "ClassVar")
          && !isNamed(annotation, "KW_ONLY")) {
        names.add(name.id());
      }
    }
    return names;
  }

  /**
   * Whether an annotation is the name, an attribute of that name, or a subscript of one of them.
   */
  private static boolean isNamed(Expr annotation, String wanted) {
    return switch (annotation) {
      case Expr.Name name -> name.id().equals(wanted);
      case Expr.Attribute attribute -> attribute.name().text().equals(wanted);
      case Expr.Subscript subscript -> isNamed(subscript.value(), wanted);
      default -> false;
    };
  }
}
