package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The dimensions that the functions of a program declare as known only at run time: with {@code
 * pl.dynamic} in an annotation or with {@code a.bind_dynamic(0, M)}. What a helper declares holds
 * for the tensors that its callers pass.
 */
final class DynamicExtents {
  private final Map<JitFunction, Map<String, Map<Integer, Dim.Dynamic>>> declared = new HashMap<>();

  DynamicExtents(JitGraph graph) {
    declared.put(graph.entry(), own(graph.entry()));
    graph.helpers().forEach(f -> declared.put(f, own(f)));
    for (JitFunction helper : graph.helpers()) {
      graph.callers(helper).forEach(caller -> hand(helper, caller));
    }
  }

  /** Returns the dynamic dimensions of each parameter or local variable of a function. */
  Map<String, Map<Integer, Dim.Dynamic>> of(JitFunction function) {
    return declared.getOrDefault(function, Map.of());
  }

  private void hand(JitFunction helper, JitFunction caller) {
    CallArguments.of(caller, helper)
        .ifPresent(
            arguments ->
                of(helper)
                    .forEach(
                        (parameter, dims) -> {
                          if (arguments.get(parameter)
                              instanceof CallArguments.Variable(String name)) {
                            Map<Integer, Dim.Dynamic> known =
                                declared
                                    .get(caller)
                                    .computeIfAbsent(name, _ -> new LinkedHashMap<>());
                            dims.forEach(known::putIfAbsent);
                          }
                        }));
  }

  private static Map<String, Map<Integer, Dim.Dynamic>> own(JitFunction function) {
    Map<String, Map<Integer, Dim.Dynamic>> dims = new LinkedHashMap<>();
    Map<String, String> literals = function.text().dynamicNames();
    function.text().dynamicBindings().forEach(call -> bound(call, function, literals, dims));
    for (Part.Parameter parameter : function.parameters().values()) {
      annotated(parameter, function, literals, dims);
    }
    return dims;
  }

  /** Reads {@code a.bind_dynamic(0, M)}. */
  private static void bound(
      Expr.Call call,
      JitFunction function,
      Map<String, String> literals,
      Map<String, Map<Integer, Dim.Dynamic>> dims) {
    if (call.function() instanceof Expr.Attribute(_, Expr.Name tensor, var attribute)
        && attribute.text().equals("bind_dynamic")
        && function.parameters().containsKey(tensor.id())
        && call.arguments().size() >= 2
        && call.arguments().get(0) instanceof Literal.IntLiteral axis
        && call.arguments().get(1) instanceof Expr.Name dim) {
      dims.computeIfAbsent(tensor.id(), _ -> new LinkedHashMap<>())
          .put(
              axis.value().intValue(),
              new Dim.Dynamic(dim.id(), literals.getOrDefault(dim.id(), dim.id())));
    }
  }

  private static void annotated(
      Part.Parameter parameter,
      JitFunction function,
      Map<String, String> literals,
      Map<String, Map<Integer, Dim.Dynamic>> dims) {
    String name = parameter.name().text();
    List<Dim> shape = function.tensorType(name).map(t -> t.meta().shape()).orElse(List.of());
    for (int i = 0; i < shape.size(); i++) {
      if (shape.get(i) instanceof Dim.Dynamic dim) {
        dims.computeIfAbsent(name, _ -> new LinkedHashMap<>())
            .putIfAbsent(
                i, new Dim.Dynamic(dim.name(), literals.getOrDefault(dim.name(), dim.literal())));
      }
    }
  }
}
