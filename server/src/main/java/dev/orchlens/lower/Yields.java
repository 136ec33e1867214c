package dev.orchlens.lower;

import dev.orchlens.ir.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The targets of {@code name = pl.yield_(...)} in each loop body and branch that is being lowered.
 */
final class Yields {
  private record Frame(List<String> names, Map<String, Type> types) {}

  private final Deque<Frame> frames = new ArrayDeque<>();

  /** Gathers what {@code work} yields, which lowers a loop body or both arms of a branch. */
  <T> T gathering(Supplier<T> work) {
    frames.push(new Frame(new ArrayList<>(), new LinkedHashMap<>()));
    T done = work.get();
    frames.pop();
    return done;
  }

  /** Notes that {@code name} takes a yielded value; the first type noted for a name stays. */
  void note(String name, Type type) {
    if (!frames.isEmpty()) {
      frames.element().names().add(name);
      frames.element().types().putIfAbsent(name, type);
    }
  }

  /** Returns the targets noted so far, in order. */
  List<String> names() {
    return frames.isEmpty() ? List.of() : List.copyOf(frames.element().names());
  }

  /** Returns the type noted for a target. */
  Optional<Type> type(String name) {
    return frames.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(frames.element().types().get(name));
  }
}
