package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Scalars;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the arms of a branch hand on: a result is what either arm says. */
final class Merge {
  private final List<Var> results;
  private final Tensors tensors;
  private final Handles handles;
  private final Map<Var, List<Part>> parts = new HashMap<>();
  private final Map<Var, Integer> ids = new HashMap<>();
  private final Map<Var, TaskArray> arrays = new HashMap<>();

  Merge(List<Var> results, Tensors tensors, Handles handles) {
    this.results = results;
    this.tensors = tensors;
    this.handles = handles;
  }

  /**
   * Takes what an arm hands on.
   *
   * @param steps the steps of the arm
   */
  void arm(List<Expr> values, Consumer<Step> steps) {
    for (int i = 0; i < Math.min(values.size(), results.size()); i++) {
      Var result = results.get(i);
      Expr value = values.get(i);
      tensors.of(value).ifPresent(p -> parts.merge(result, p, Tensors::either));
      handles
          .array(value)
          .ifPresent(a -> handles.copy(arrays.computeIfAbsent(result, _ -> a), a, steps));
      if (result.type().isTaskId() || handles.of(value).isPresent()) {
        int id = ids.computeIfAbsent(result, _ -> handles.fresh());
        steps.accept(
            new Step.Bind(
                id, new Step.Source.All(List.of(handles.of(value).orElse(Handles.NOTHING)))));
      }
    }
  }

  /** Gives the results what the arms handed on, in an iteration of {@code frame}. */
  void finish(Scalars scalars, Frame frame) {
    parts.forEach(tensors::set);
    ids.forEach(handles::set);
    arrays.forEach(handles::set);
    for (Var result : results) {
      if (result.type() instanceof Type.Scalar s
          && s.dtype().isInteger()
          && !result.type().isTaskId()) {
        scalars.set(result, Affine.of(scalars.symbols().fresh(result.sourceName(), frame, false)));
      }
    }
  }
}
