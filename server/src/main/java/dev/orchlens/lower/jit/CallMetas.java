package dev.orchlens.lower.jit;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Part;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes what is known about the parameters of a helper from the arguments of its first call in the
 * function that was found to call it first (reference: python/pypto/jit/decorator.py, {@code
 * _resolve_dep_call_metadata}).
 */
final class CallMetas {
  private final JitFunction helper;
  private final JitFunction caller;
  private final FunctionMetas ofCaller;
  private final Map<String, TensorMeta> available;
  private final Map<String, TensorMeta> tensors = new LinkedHashMap<>();
  private final Map<String, Value> scalars = new LinkedHashMap<>();
  private final Set<String> unknown = new HashSet<>();

  CallMetas(JitFunction helper, JitFunction caller, FunctionMetas ofCaller, LocalMetas locals) {
    this.helper = helper;
    this.caller = caller;
    this.ofCaller = ofCaller;
    this.available = locals.before(helper);
  }

  /** Returns what is known about the helper's parameters. */
  FunctionMetas read(Map<String, Map<Integer, Dim.Dynamic>> dynamic, List<Problem> problems) {
    Optional<CallArguments> arguments = CallArguments.of(caller, helper);
    if (arguments.isPresent()) {
      arguments.get().byParameter().forEach(this::argument);
    } else {
      helper.parameterNames().forEach(p -> variable(p, p));
    }
    dynamic.forEach(
        (name, dims) -> tensors.computeIfPresent(name, (_, meta) -> meta.withDynamic(dims)));
    for (String name : helper.parameterNames()) {
      TensorMeta meta = tensors.get(name);
      Optional<Annotations.TensorType> declared = helper.tensorType(name);
      if (meta != null) {
        declared
            .flatMap(t -> t.meta().layout())
            .ifPresent(l -> tensors.put(name, meta.withDefaultLayout(l)));
      }
    }
    helper.parameters().forEach((name, parameter) -> check(name, parameter, arguments, problems));
    return new FunctionMetas(tensors, scalars, unknown);
  }

  private void argument(String parameter, CallArguments.Argument argument) {
    switch (argument) {
      case CallArguments.Variable(String name) -> variable(parameter, name);
      case CallArguments.Element(String base, int dropped) -> {
        TensorMeta meta = available.get(base);
        if (meta != null && dropped < meta.shape().size()) {
          tensors.put(parameter, meta.withoutLeading(dropped));
        } else if (ofCaller.unknown().contains(base)) {
          unknown.add(parameter);
        }
      }
    }
  }

  private void variable(String parameter, String name) {
    if (available.containsKey(name)) {
      tensors.put(parameter, available.get(name));
    } else if (ofCaller.scalars().containsKey(name)) {
      scalars.put(parameter, ofCaller.scalars().get(name));
    } else if (ofCaller.unknown().contains(name)) {
      unknown.add(parameter);
    }
  }

  private void check(
      String name,
      Part.Parameter parameter,
      Optional<CallArguments> arguments,
      List<Problem> problems) {
    boolean view = helper.tensorType(name).filter(Annotations.TensorType::view).isPresent();
    if (view) {
      problems.add(
          Places.error(
              Code.JIT_TENSOR_VIEW,
              helper.definition(),
              parameter,
              "'"
                  + name
                  + "' declares a pl.TensorView, which a specialised function cannot keep. Give a"
                  + " plain layout such as pl.NZ, or write the kernel with @pl.function."));
    }
    if (!(Annotations.written(parameter) instanceof Annotations.Written.Tensor)
        || tensors.containsKey(name)
        || !unknown.add(name)) {
      return;
    }
    Origin place =
        arguments
            .map(a -> Places.of(caller.definition(), a.place(name, helper.parameterNames())))
            .orElseGet(() -> Places.of(helper.definition(), parameter));
    Problem.Related related =
        new Problem.Related(
            Places.of(helper.definition(), parameter), "The parameter is declared here.");
    String message =
        arguments.isPresent()
            ? "The shape of the tensor '"
                + name
                + "' of '"
                + helper.name()
                + "' is not known from this call. Pass a tensor by its name: a parameter, or a"
                + " local one that is created or sliced with extents known while compiling."
            : "'"
                + helper.name()
                + "' is not called by its own name, so the shape of its tensor '"
                + name
                + "' is not known. Call it by the name it is defined with.";
    problems.add(Places.error(Code.JIT_ARGUMENT_SHAPE_UNKNOWN, place, message, related));
  }
}
