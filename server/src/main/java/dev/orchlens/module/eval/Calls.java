package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoundMethodValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Calls values. */
public final class Calls {
  private static final Set<String> PLAIN_BASES =
      Set.of("object", "abc.ABC", "abc.ABCMeta", "typing.Generic", "typing.Protocol");

  private static final Value NOT_IMPLEMENTED = new OpaqueValue("builtins.NotImplemented");

  private final Interpreter interpreter;
  private final Map<Stmt.FunctionDef, Boolean> generators = new IdentityHashMap<>();
  private final Map<Stmt.FunctionDef, Set<String>> locals = new IdentityHashMap<>();

  Calls(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  public Value call(Value callee, List<Value> arguments) {
    return call(callee, arguments, Map.of());
  }

  /** The result of a call. */
  public Value call(Value callee, List<Value> arguments, Map<String, Value> keywords) {
    interpreter.budget.step();
    return switch (callee) {
      case UnknownValue _ -> callee;
      case FunctionValue function -> function(function, arguments, keywords);
      case BoundMethodValue(Value self, Value function) ->
          call(function, prepend(self, arguments), keywords);
      case BuiltinFunction builtin -> builtin.body().call(interpreter, arguments, keywords);
      case ClassValue type -> instantiate(type, arguments, keywords);
      case DescriptorValue(_, Value function) -> call(function, arguments, keywords);
      case LanguageObject object -> LanguageCalls.call(interpreter, object, arguments, keywords);
      case OpaqueValue(String path) ->
          interpreter
              .library
              .call(interpreter, path, arguments, keywords)
              .orElseGet(
                  () -> interpreter.unknown("the result of " + path + "() is not evaluated"));
      case InstanceValue instance when instance.type().attribute("__call__").isPresent() ->
          call(interpreter.attributes.get(instance, "__call__"), arguments, keywords);
      default ->
          throw interpreter.error(
              "TypeError", "a value of type " + ValueText.typeName(callee) + " cannot be called");
    };
  }

  public static List<Value> prepend(Value first, List<Value> rest) {
    List<Value> all = new ArrayList<>(rest.size() + 1);
    all.add(first);
    all.addAll(rest);
    return all;
  }

  /**
   * The result of a method that Python calls by itself; empty where the value's class does not
   * define it.
   */
  public Optional<Value> special(Value value, String method, List<Value> arguments) {
    if (!(value instanceof InstanceValue instance)) {
      return Optional.empty();
    }
    return instance
        .type()
        .attribute(method)
        .filter(function -> function instanceof FunctionValue)
        .map(function -> call(function, prepend(value, arguments)));
  }

  /** The same for a method of an operator, which may say that it does not take the operand. */
  Optional<Value> operation(Value value, String method, List<Value> arguments) {
    return special(value, method, arguments).filter(result -> !result.equals(NOT_IMPLEMENTED));
  }

  private Value function(
      FunctionValue function, List<Value> arguments, Map<String, Value> keywords) {
    Environment environment = function.environment();
    Scope scope =
        new Scope(
            interpreter.heap,
            Scope.Kind.FUNCTION,
            environment.scope(),
            environment.scope().module());
    if (function.code() instanceof FunctionValue.Def(Stmt.FunctionDef definition)) {
      scope.own(locals.computeIfAbsent(definition, Locals::of));
    }
    Frame frame = new Frame(scope, environment.item(), Scope.LATEST, Optional.of(function), null);
    bind(frame, function, arguments, keywords);
    interpreter.budget.enter();
    try {
      return switch (function.code()) {
        case FunctionValue.LambdaCode(Expr.Lambda lambda) ->
            interpreter.expressions.value(frame, lambda.body());
        case FunctionValue.Def(Stmt.FunctionDef definition) -> run(frame, definition);
      };
    } finally {
      interpreter.budget.leave();
    }
  }

  private Value run(Frame frame, Stmt.FunctionDef definition) {
    if (definition.isAsync()) {
      return interpreter.unknown("asynchronous functions are not evaluated");
    }
    boolean generator =
        generators.computeIfAbsent(
            definition, each -> each.body().stream().anyMatch(Calls::yields));
    List<Value> yielded = generator ? new ArrayList<>() : null;
    Frame inner = new Frame(frame.scope(), frame.item(), frame.tick(), frame.function(), yielded);
    Completion completion;
    try {
      completion = interpreter.statements.block(inner, definition.body());
    } catch (PythonException e) {
      if (!generator) {
        throw e;
      }
      return new IteratorValue(interpreter.heap, failing(yielded.iterator(), e));
    }
    if (generator && !(completion instanceof Completion.Unclear)) {
      return new IteratorValue(interpreter.heap, yielded.iterator());
    }
    return switch (completion) {
      case Completion.Return(Value value) -> value;
      case Completion.Unclear(UnknownValue why) -> why;
      case Completion.Normal _, Completion.Break _, Completion.Continue _ -> Value.NONE;
    };
  }

  /** What a generator gives that then raises an exception: it does so when it is asked for more. */
  private static Iterator<Value> failing(Iterator<Value> elements, PythonException exception) {
    return new Iterator<>() {
      private boolean failed;

      @Override
      public boolean hasNext() {
        if (elements.hasNext() || failed) {
          return elements.hasNext();
        }
        failed = true;
        throw exception;
      }

      @Override
      public Value next() {
        return elements.next();
      }
    };
  }

  private static boolean yields(Node node) {
    return switch (node) {
      case Expr.Yield _, Expr.YieldFrom _ -> true;
      case Stmt.FunctionDef _, Stmt.ClassDef _, Expr.Lambda _ -> false;
      default -> node.children().stream().anyMatch(Calls::yields);
    };
  }

  private void bind(
      Frame frame, FunctionValue function, List<Value> arguments, Map<String, Value> keywords) {
    Map<String, Value> left = new LinkedHashMap<>(keywords);
    int next = 0;
    for (Part.Parameter parameter : function.code().parameters()) {
      String name = parameter.name().text();
      Value value;
      switch (parameter.kind()) {
        case VAR_POSITIONAL -> {
          value =
              new TupleValue(arguments.subList(Math.min(next, arguments.size()), arguments.size()));
          next = arguments.size();
        }
        case VAR_KEYWORD -> {
          DictValue rest = interpreter.dict();
          left.forEach((key, each) -> rest.put(key, each));
          left.clear();
          value = rest;
        }
        default -> {
          boolean positional =
              parameter.kind() != Part.ParameterKind.KEYWORD_ONLY && next < arguments.size();
          if (positional && left.containsKey(name)) {
            throw interpreter.error(
                "TypeError", function.name() + "() got the argument '" + name + "' twice");
          }
          value =
              positional ? arguments.get(next++) : argument(function, parameter, left.remove(name));
        }
      }
      interpreter.assignments.bind(frame, name, value, parameter.name());
    }
    if (next < arguments.size()) {
      throw interpreter.error(
          "TypeError",
          function.name() + "() takes " + next + " positional arguments, got " + arguments.size());
    }
    if (!left.isEmpty()) {
      throw interpreter.error(
          "TypeError",
          function.name() + "() has no argument '" + left.keySet().iterator().next() + "'");
    }
  }

  private Value argument(FunctionValue function, Part.Parameter parameter, Value keyword) {
    if (keyword != null) {
      return keyword;
    }
    Value value = function.defaults().get(parameter);
    if (value == null) {
      throw interpreter.error(
          "TypeError",
          function.name() + "() misses the argument '" + parameter.name().text() + "'");
    }
    return value;
  }

  private Value instantiate(ClassValue type, List<Value> arguments, Map<String, Value> keywords) {
    Optional<Value> foreign =
        type.lineage().stream()
            .flatMap(each -> each.bases().stream())
            .filter(base -> !isPlainBase(base))
            .findFirst();
    if (foreign.isPresent()) {
      return interpreter.unknown(
          "class "
              + type.name()
              + " derives from "
              + Operators.what(foreign.get())
              + ", which is not evaluated");
    }
    if (Exceptions.isException(type)) {
      return initialized(Exceptions.make(interpreter.heap, type, arguments), arguments, keywords);
    }
    if (type.attribute("__new__").isPresent()) {
      return interpreter.unknown("classes with a __new__ method are not evaluated");
    }
    boolean ownConstructor = type.attribute("__init__").isPresent();
    return switch (type.form()) {
      case ENUM, DATA_ENUM ->
          Enumerations.member(
              interpreter, type, arguments.isEmpty() ? Value.NONE : arguments.getFirst());
      case NAMED_TUPLE -> Dataclasses.constructTuple(interpreter, type, arguments, keywords);
      case DATA ->
          ownConstructor
              ? initialized(new InstanceValue(interpreter.heap, type), arguments, keywords)
              : Dataclasses.construct(interpreter, type, arguments, keywords);
      case PLAIN -> {
        if (!ownConstructor && !(arguments.isEmpty() && keywords.isEmpty())) {
          throw interpreter.error("TypeError", type.name() + "() takes no arguments");
        }
        yield initialized(new InstanceValue(interpreter.heap, type), arguments, keywords);
      }
    };
  }

  private static boolean isPlainBase(Value base) {
    return switch (base) {
      case ClassValue _ -> true;
      case BuiltinValue builtin ->
          PLAIN_BASES.contains(builtin.name()) || builtin.name().startsWith("enum.");
      case OpaqueValue(String path) -> path.startsWith("typing.");
      default -> false;
    };
  }

  private Value initialized(
      InstanceValue instance, List<Value> arguments, Map<String, Value> keywords) {
    instance
        .type()
        .attribute("__init__")
        .ifPresent(init -> call(init, prepend(instance, arguments), keywords));
    return instance;
  }

  /** The text that {@code str()} gives. */
  public String text(Value value) {
    return written(interpreter.texts.str(value));
  }

  /** The text that {@code repr()} gives. */
  public String representation(Value value) {
    return written(interpreter.texts.repr(value));
  }

  private String written(String text) {
    interpreter.budget.text(Budget.size(text.length()));
    return text;
  }

  /** {@code globals} or {@code locals} as seen from a frame. */
  Value scopeFunction(Frame frame, String name) {
    boolean global = name.equals("globals");
    Scope scope = global ? frame.module().scope() : frame.scope();
    return new BuiltinFunction(
        name,
        (_, _, _) -> {
          Set<String> names = new HashSet<>(scope.names(Scope.LATEST));
          DictValue dict =
              new DictValue(
                  interpreter.heap,
                  DictValue.Kind.PLAIN,
                  Optional.empty(),
                  (key, value) -> {
                    String text = ValueText.str(key);
                    if (global && !names.remove(text)) {
                      scope.set(
                          text, value, interpreter.position().orElse(null), interpreter.tick());
                    }
                  });
          for (String each : scope.names(Scope.LATEST)) {
            dict.put(each, scope.entry(each, Scope.LATEST).value());
          }
          return dict;
        });
  }

  /** {@code super} as seen from a frame. */
  Value superFunction(Frame frame) {
    return new BuiltinFunction(
        "super",
        (_, _, _) -> {
          Optional<FunctionValue> function = frame.function();
          if (function.isEmpty() || function.get().code().parameters().isEmpty()) {
            throw interpreter.error("RuntimeError", "super() is used outside of a method");
          }
          String first = function.get().code().parameters().getFirst().name().text();
          Scope.Entry self = frame.scope().entry(first, Scope.LATEST);
          return self == null
              ? interpreter.unknown("super() is not evaluated here")
              : interpreter.attributes.superOf(self.value(), function.get());
        });
  }
}
