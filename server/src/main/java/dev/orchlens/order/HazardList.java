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
  private final Map<Runs.Question, String> witnesses;
  private final Map<Key, Distance> distances = new LinkedHashMap<>();
  private final Map<Key, Hazards.Pair> examples = new LinkedHashMap<>();

  private record Key(OrderNode first, OrderNode second, String tensor, Kind kind, Status status) {}

  /**
   * Puts pairs together.
   *
   * @param witnesses how runs come about in which nothing orders the two
   */
  HazardList(List<Hazards.Pair> pairs, Map<Runs.Question, String> witnesses) {
    this.witnesses = witnesses;
    for (Hazards.Pair pair : pairs) {
      Key key =
          new Key(
              pair.first().node(),
              pair.second().node(),
              pair.root().name(),
              pair.kind(),
              status(pair));
      distances.merge(
          key, Distances.of(pair.first(), pair.second(), pair.bit()), Distances::either);
      examples.putIfAbsent(key, pair);
    }
  }

  private Status status(Hazards.Pair pair) {
    return pair.status() == Status.UNPROVEN && witnesses.containsKey(question(pair))
        ? Status.RACE
        : pair.status();
  }

  private static Runs.Question question(Hazards.Pair pair) {
    return Runs.Question.of(pair.first(), pair.second(), pair.root(), pair.kind());
  }

  List<OrderHazard> hazards() {
    List<OrderHazard> hazards = new ArrayList<>();
    distances.forEach((key, distance) -> hazards.add(hazard(key, distance, examples.get(key))));
    return hazards;
  }

  private OrderHazard hazard(Key key, Distance distance, Hazards.Pair pair) {
    Optional<RaceCause> cause = Optional.ofNullable(pair.doubt()).map(Hazards.Doubt::cause);
    String because =
        switch (key.status) {
          case ORDERED_BY_LOOKUP ->
              "The runtime finds the earlier task as a recorded writer of '" + key.tensor + "'.";
          case ORDERED_BY_CHAIN -> "Waits lead from the later task to the earlier one.";
          case COMMUTES -> "Both add atomically, in whichever order.";
          case RACE -> cause.orElseThrow().rule();
          case UNPROVEN -> unproven(pair.doubt());
        };
    Optional<String> witness =
        key.status == Status.RACE ? Optional.of(witnesses.get(question(pair))) : Optional.empty();
    return new OrderHazard(
        key.first,
        key.second,
        key.tensor,
        pair.root().origin(),
        key.kind,
        distance,
        key.status,
        because,
        cause,
        witness,
        open(key.status, pair));
  }

  private static List<String> open(Status status, Hazards.Pair pair) {
    return status == Status.UNPROVEN
            && !pair.doubt().open().isEmpty()
            && !pair.doubt().open().contains(" of ")
        ? List.of(pair.doubt().open().split(", "))
        : List.of();
  }

  private static String unproven(Hazards.Doubt doubt) {
    return doubt.open().isEmpty()
        ? "No chain of waits is shown, and no run that was tried leaves them unordered. "
            + doubt.cause().rule()
        : "Whether they meet depends on what is known at run time only: "
            + doubt.open()
            + ". "
            + doubt.cause().rule();
  }
}
