package dev.orchlens.order;

import dev.orchlens.order.symbolic.Box;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects what a task touches, in the order in which it does, each touch once. */
final class Touches {
  private final List<Touch> all = new ArrayList<>();
  private final Set<Key> known = new HashSet<>();

  private record Key(
      Touch.Kind kind,
      boolean certain,
      Root root,
      int via,
      boolean exact,
      boolean earlier,
      Optional<Box> box) {}

  void add(Touch touch) {
    Part part = touch.part();
    if (known.add(
        new Key(
            touch.kind(),
            touch.certain(),
            part.root(),
            part.via(),
            part.exact(),
            part.earlier(),
            part.box()))) {
      all.add(touch);
    }
  }

  List<Touch> all() {
    return all;
  }
}
