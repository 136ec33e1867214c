package dev.orchlens.lower.jit;

import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.Reads;
import dev.orchlens.module.value.Binding;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A function that is specialised, with the values of what its text names. Two are equal if they are
 * the same one.
 */
final class JitFunction {
  private final DecoratedFunction definition;
  private final JitDecorator decorator;
  private final ProgramWorld world;
  private final ReadRecorder recorder;
  private final Reads reads = Reads.apartFromDefinitions();
  private final Environment loaded;
  private final Map<String, Part.Parameter> parameters = new LinkedHashMap<>();
  private final FunctionText text;
  private final Map<String, Value> annotations = new HashMap<>();

  /**
   * Makes a function.
   *
   * @param text what its text says by itself
   * @param recorder learns which names of modules are read
   */
  JitFunction(
      DecoratedFunction definition,
      JitDecorator decorator,
      FunctionText text,
      ProgramWorld world,
      ReadRecorder recorder) {
    this.definition = definition;
    this.decorator = decorator;
    this.world = world;
    this.recorder =
        (module, name) -> {
          reads.read(module, name);
          recorder.read(module, name);
        };
    this.loaded = definition.environment().whenLoaded();
    for (Part.Parameter parameter : syntax().parameters()) {
      if (parameter.kind() == Part.ParameterKind.POSITIONAL_OR_KEYWORD
          && !parameter.name().text().equals("self")) {
        parameters.putIfAbsent(parameter.name().text(), parameter);
      }
    }
    this.text = text;
  }

  DecoratedFunction definition() {
    return definition;
  }

  Stmt.FunctionDef syntax() {
    return definition.syntax();
  }

  String name() {
    return definition.name();
  }

  JitDecorator decorator() {
    return decorator;
  }

  JitKind kind() {
    return decorator.kind();
  }

  /** Returns the parameters in order. */
  Map<String, Part.Parameter> parameters() {
    return parameters;
  }

  List<String> parameterNames() {
    return List.copyOf(parameters.keySet());
  }

  /** Returns what the text says by itself. */
  FunctionText text() {
    return text;
  }

  /** Returns the names of modules that were read for it so far. */
  Reads reads() {
    return reads;
  }

  /**
   * Returns what a name stands for around the function: among the functions around it or in its
   * module.
   */
  Optional<Value> lookup(String name) {
    return loaded
        .resolve(name, recorder)
        .filter(b -> b.level() != Binding.Level.BUILTIN)
        .map(Binding::value);
  }

  /** Returns what a name of the function's module stands for. */
  Optional<Value> global(String name) {
    Environment module = definition.module().environment(definition.site().item());
    return module
        .resolve(name, recorder)
        .filter(b -> b.level() == Binding.Level.MODULE)
        .map(Binding::value);
  }

  /**
   * Returns the value of an annotation: among the names that were there when the function was
   * defined or, where it is not known then, when everything is loaded.
   */
  Value annotation(Expr node) {
    Value value = world.evaluate(node, definition.environment(), recorder);
    return value.isKnown() ? value : world.evaluate(node, loaded, recorder);
  }

  /** Returns the value of the annotation of a parameter; unknown where it has none. */
  Value annotationOf(String parameter) {
    return annotations.computeIfAbsent(
        parameter,
        p ->
            parameters
                .get(p)
                .annotation()
                .map(this::annotation)
                .orElseGet(() -> new UnknownValue("it has no annotation", Optional.empty())));
  }

  /** Returns the tensor type that the annotation of a parameter declares. */
  Optional<Annotations.TensorType> tensorType(String parameter) {
    return Annotations.tensor(annotationOf(parameter), axis -> nameOfExtent(parameter, axis));
  }

  /**
   * Returns how an extent that cannot be known is written, so that it is the same one wherever it
   * is written so.
   */
  private String nameOfExtent(String parameter, int axis) {
    Expr node = parameters.get(parameter).annotation().orElse(null);
    while (node instanceof Expr.Subscript(_, Expr base, Expr index)) {
      if (index instanceof Expr.TupleExpr parts
          && parts.elements().getFirst() instanceof Expr.ListExpr shape
          && axis < shape.elements().size()) {
        return source(shape.elements().get(axis));
      }
      node = index;
    }
    return parameter + "_dim" + axis;
  }

  private String source(Node node) {
    String item = definition.site().item();
    return definition
        .module()
        .tree()
        .flatMap(t -> t.item(item))
        .map(top -> node.range().of(top.text()))
        .orElse("dim");
  }

  /** Returns the value of an expression around the function when everything is loaded. */
  Value evaluate(Expr node) {
    return world.evaluate(node, loaded, recorder);
  }
}
