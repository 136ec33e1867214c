package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Scalars;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The carries of an unfolded loop: what an iteration hands to the next, and what several collect
 * for those behind.
 */
final class Collected {
  private final Stmt.For loop;
  private final IntPredicate collects;
  private final Tensors tensors;
  private final Handles handles;
  private final Scalars scalars;
  private final Frame frame;
  private final Map<Integer, List<Integer>> ids = new HashMap<>();

  /**
   * Makes the carries of a loop, of which no iteration has ended yet.
   *
   * @param collects whether the loop keeps the TaskId of each iteration for a carry, by its
   *     position
   * @param frame the innermost loop around it that is not unfolded; null for none
   */
  Collected(
      Stmt.For loop,
      IntPredicate collects,
      Tensors tensors,
      Handles handles,
      Scalars scalars,
      Frame frame) {
    this.loop = loop;
    this.collects = collects;
    this.tensors = tensors;
    this.handles = handles;
    this.scalars = scalars;
    this.frame = frame;
  }

  /** An iteration hands {@code values} on. */
  void iteration(List<Expr> values) {
    List<Runnable> moves = new ArrayList<>();
    for (int i = 0; i < Math.min(values.size(), loop.carries().size()); i++) {
      Var carry = loop.carries().get(i).var();
      Expr value = values.get(i);
      if (collects.test(i) && handles.of(value).isPresent()) {
        ids.computeIfAbsent(i, _ -> new ArrayList<>()).add(handles.of(value).get());
      }
      Optional<List<Part>> parts = tensors.of(value);
      Optional<Integer> id = handles.of(value);
      Optional<TaskArray> array = handles.array(value);
      Optional<Affine> number = number(carry, value);
      // Every iteration of a parallel loop starts from the TaskId that came in.
      boolean isKept = loop.kind() == ForKind.PARALLEL && ids.containsKey(i);
      moves.add(
          () -> {
            parts.ifPresent(p -> tensors.set(carry, p));
            id.filter(_ -> !isKept).ifPresent(h -> handles.set(carry, h));
            array.ifPresent(a -> handles.set(carry, a));
            number.ifPresent(n -> scalars.set(carry, n));
          });
    }
    moves.forEach(Runnable::run);
  }

  private Optional<Affine> number(Var carry, Expr value) {
    if (!(carry.type() instanceof Type.Scalar s) || !s.dtype().isInteger()) {
      return Optional.empty();
    }
    Affine known = scalars.of(value);
    return Optional.of(
        known.isKnown()
            ? known
            : Affine.of(scalars.symbols().fresh(carry.sourceName(), frame, false)));
  }

  /** The loop has ended: its results stand for what was collected. */
  void finish(Consumer<Step> steps) {
    ids.forEach(
        (i, all) ->
            handles.set(
                loop.results().get(i),
                handles.bound(new Step.Source.All(List.copyOf(all)), steps)));
  }
}
