package dev.orchlens.analysis;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.FactNames;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.analysis.facts.TreeNode;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.codegen.Kernel;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.pass.deps.Fallback;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the facts of a file as JSON; docs/facts.md describes the format. */
public final class FactsJson {
  private final Places places;

  private FactsJson(Places places) {
    this.places = places;
  }

  /** Returns the document for one analysed file, which the caller knows as {@code file}. */
  public static JsonObject of(String file, FileAnalysis analysis) {
    JsonObject document = new JsonObject();
    document.addProperty("file", file);
    analysis
        .loadError()
        .ifPresent(problem -> document.addProperty("load_error", problem.message()));
    JsonObject entries = new JsonObject();
    FactsJson writer = new FactsJson(analysis.places());
    for (EntryAnalysis entry : analysis.entries()) {
      JsonObject object = new JsonObject();
      object.addProperty("form", entry.form().label());
      object.add("default", writer.outcome(entry.off()));
      object.add("auto", writer.outcome(entry.on()));
      entries.add(entry.name(), object);
    }
    document.add("entries", entries);
    return document;
  }

  private JsonObject outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Rejected rejected -> {
        JsonObject object = new JsonObject();
        object.addProperty(
            "error",
            rejected.problems().stream()
                .filter(p -> p.stops())
                .map(Problem::message)
                .collect(Collectors.joining("\n")));
        yield object;
      }
      case Outcome.Compiled compiled -> compiled(compiled);
    };
  }

  private JsonObject compiled(Outcome.Compiled compiled) {
    JsonObject functions = new JsonObject();
    compiled
        .functions()
        .forEach(
            (name, facts) -> {
              JsonObject function = function(facts);
              code(function, compiled.code().get(name));
              functions.add(name, function);
            });
    JsonArray fallbacks = new JsonArray();
    compiled.result().derivation().fallbacks().forEach(f -> fallbacks.add(fallback(f)));
    JsonObject buckets = new JsonObject();
    compiled.result().derivation().buckets().forEach(buckets::addProperty);
    JsonObject object = new JsonObject();
    object.add("functions", functions);
    object.add("fallbacks", fallbacks);
    object.add("buckets", buckets);
    object.addProperty("stage", "full");
    return object;
  }

  private static JsonObject fallback(Fallback fallback) {
    JsonObject object = new JsonObject();
    object.addProperty("callee", fallback.argument().launch().callee());
    object.addProperty("arg", fallback.argument().index());
    object.addProperty("reason", fallback.reason().code().section());
    return object;
  }

  private JsonObject function(FunctionFacts facts) {
    JsonArray params = new JsonArray();
    for (Param param : facts.function().params()) {
      params.add(pair(new JsonPrimitive(FactNames.of(param.var())), param.direction().label()));
    }
    JsonArray tasks = new JsonArray();
    facts.tasks().forEach(task -> tasks.add(task(task)));
    JsonArray barriers = new JsonArray();
    facts.barriers().forEach(barrier -> barriers.add(barrier(barrier)));
    JsonObject object = new JsonObject();
    object.add("params", params);
    object.add("tasks", tasks);
    object.add("barriers", barriers);
    object.add("tree", tree(facts.tree()));
    return object;
  }

  private static void code(JsonObject function, CodegenOutcome outcome) {
    switch (outcome) {
      case CodegenOutcome.Refused(Problem problem) ->
          function.addProperty("cpp_error", problem.message());
      case CodegenOutcome.Generated(GeneratedOrchestration generated) -> {
        JsonObject arrays = new JsonObject();
        arrays.add("tasks", numbers(generated.taskDepArrays()));
        arrays.add("barriers", numbers(generated.barrierDepArrays()));
        JsonArray kernels = new JsonArray();
        for (Kernel kernel : generated.kernels()) {
          JsonArray entry = new JsonArray();
          entry.add(kernel.name());
          entry.add(kernel.id());
          entry.add(kernel.coreType().name());
          kernels.add(entry);
        }
        function.add("dep_arrays", arrays);
        function.add("kernels", kernels);
        function.addProperty("cpp", generated.text());
      }
    }
  }

  private static JsonArray numbers(List<Long> values) {
    JsonArray out = new JsonArray();
    values.forEach(out::add);
    return out;
  }

  private JsonObject task(TaskFact task) {
    JsonObject object = new JsonObject();
    object.addProperty("id", task.id());
    object.addProperty("callee", task.callee());
    object.addProperty("submit", task.submit());
    object.add("at", at(task.origin()));
    object.addProperty("kind", task.kind().label());
    JsonArray args = new JsonArray();
    task.args().forEach(arg -> args.add(pair(value(arg.value()), arg.direction().label())));
    object.add("args", args);
    if (task.submit()) {
      task.coreNum().ifPresent(n -> object.add("core_num", value(n)));
    }
    if (task.call().attrs().allowEarlyResolve()) {
      object.addProperty("allow_early_resolve", true);
    }
    if (task.predicate().isPresent()) {
      object.addProperty("predicate", true);
    }
    object.add("user_deps", edges(task.userDeps()));
    object.add("compiler_deps", edges(task.compilerDeps()));
    return object;
  }

  private JsonObject barrier(FunctionFacts.Barrier barrier) {
    JsonObject object = new JsonObject();
    object.addProperty("id", barrier.id());
    object.add("at", at(barrier.origin()));
    object.add("deps", edges(barrier.deps()));
    return object;
  }

  private JsonArray tree(List<TreeNode> nodes) {
    JsonArray out = new JsonArray();
    for (TreeNode node : nodes) {
      JsonObject object = new JsonObject();
      switch (node) {
        case TreeNode.Task(int id) -> object.addProperty("task", id);
        case TreeNode.Barrier(int id) -> object.addProperty("barrier", id);
        case TreeNode.Scope scope -> {
          object.addProperty("scope", scope.manual() ? "MANUAL" : "AUTO");
          object.add("body", tree(scope.body()));
        }
        case TreeNode.Loop loop -> loop(object, loop);
        case TreeNode.If branch -> {
          object.addProperty("if", branch.number());
          object.add("then", tree(branch.then()));
          object.add("else", tree(branch.orElse()));
        }
      }
      out.add(object);
    }
    return out;
  }

  private void loop(JsonObject object, TreeNode.Loop loop) {
    object.addProperty("loop", loop.number());
    object.add("at", at(loop.origin()));
    object.addProperty("kind", loop.kind());
    loop.range()
        .ifPresent(
            bounds -> {
              JsonArray range = new JsonArray();
              bounds.forEach(bound -> range.add(value(bound)));
              object.add("range", range);
            });
    JsonArray carries = new JsonArray();
    loop.carries().forEach(carries::add);
    object.add("carries", carries);
    object.add("body", tree(loop.body()));
  }

  private static JsonArray edges(List<Edge> edges) {
    JsonArray out = new JsonArray();
    edges.forEach(edge -> out.add(edge(edge)));
    return out;
  }

  private static JsonObject edge(Edge edge) {
    return switch (edge) {
      case Edge.Task(int id) -> object("task", new JsonPrimitive(id));
      case Edge.Barrier(int id) -> object("barrier", new JsonPrimitive(id));
      case Edge.Loop(int loop, String var) ->
          object("loop", new JsonPrimitive(loop), "var", new JsonPrimitive(var));
      case Edge.Carry(int loop, String var) ->
          object("carry", new JsonPrimitive(loop), "var", new JsonPrimitive(var));
      case Edge.If(int branch, String var) ->
          object("if", new JsonPrimitive(branch), "var", new JsonPrimitive(var));
      case Edge.Array(String name) -> object("array", new JsonPrimitive(name));
      case Edge.Slot(String array, Expr index) ->
          object("slot_of", new JsonPrimitive(array), "index", value(index));
      case Edge.Param(String name) -> object("param", new JsonPrimitive(name));
      case Edge.Local(String name) -> object("local", new JsonPrimitive(name));
    };
  }

  private static JsonObject object(String key, JsonElement value) {
    JsonObject object = new JsonObject();
    object.add(key, value);
    return object;
  }

  private static JsonObject object(
      String first, JsonElement firstValue, String second, JsonElement secondValue) {
    JsonObject object = object(first, firstValue);
    object.add(second, secondValue);
    return object;
  }

  private static JsonElement value(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> new JsonPrimitive(c.value());
      case Expr.ConstFloat c when Double.isFinite(c.value()) -> new JsonPrimitive(c.value());
      case Expr.ConstBool c -> new JsonPrimitive(c.value());
      default -> new JsonPrimitive(ExprText.ofFacts(expr));
    };
  }

  private static JsonArray pair(JsonElement name, String direction) {
    JsonArray pair = new JsonArray();
    pair.add(name);
    pair.add(direction);
    return pair;
  }

  private JsonArray at(Origin origin) {
    return at(places, origin);
  }

  /** Returns where something stands as documents write it: its file and its line, from 1. */
  public static JsonArray at(Places places, Origin origin) {
    JsonArray at = new JsonArray();
    Optional<Place> place = places.of(origin);
    at.add(place.map(Place::fileName).orElse(""));
    at.add(place.map(Place::line).orElse(0));
    return at;
  }
}
