package dev.orchlens.order;

import dev.orchlens.order.OrderHazard.Kind;
import dev.orchlens.order.OrderHazard.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the pairs of a trace together to hazards between the launches of the program. */
final class HazardList {
  private final Map<Key, Distance> distances = new LinkedHashMap<>();
  private final Map<Key, Root> roots = new LinkedHashMap<>();

  private record Key(OrderNode first, OrderNode second, String tensor, Kind kind, Status status) {}

  HazardList(List<Hazards.Pair> pairs) {
    for (Hazards.Pair pair : pairs) {
      Key key = new Key(pair.first().node(), pair.second().node(), pair.root().name(), pair.kind(), pair.status());
      distances.merge(key, Distances.of(pair.first(), pair.second(), pair.bit()), Distances::either);
      roots.putIfAbsent(key, pair.root());
    }
  }

  List<OrderHazard> hazards() {
    List<OrderHazard> hazards = new ArrayList<>();
    distances.forEach(
        (key, distance) ->
            hazards.add(
                new OrderHazard(
                    key.first, key.second, key.tensor, roots.get(key).origin(), key.kind, distance, key.status, "",
                    Optional.empty())));
    return hazards;
  }
}
