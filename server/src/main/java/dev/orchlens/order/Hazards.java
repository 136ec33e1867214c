package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.order.OrderHazard.Kind;
import dev.orchlens.order.OrderHazard.Status;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Box;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Overlap;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the pairs of accesses of a trace that may meet, and whether something orders each. */
final class Hazards {
  private final Trace trace;
  private final Ordering ordering;
  private final Overlap overlap = new Overlap();
  private final Map<Root, List<Access>> byRoot = new IdentityHashMap<>();
  private final List<Pair> pairs = new ArrayList<>();

  /** What one site does with one buffer. */
  private static final class Access {
    private final Site site;
    private final List<Touch> touches = new ArrayList<>();
    private boolean seals;

    Access(Site site) {
      this.site = site;
    }
  }

  /**
   * Two accesses that may meet.
   *
   * @param bit the class of the earlier one
   * @param doubt what keeps them from being ordered; null where they are
   */
  record Pair(Site first, Site second, Root root, Kind kind, int bit, Status status, Doubt doubt) {}

  /**
   * What keeps two accesses from being ordered.
   *
   * @param open the numbers, known at run time alone, that decide whether they meet; empty when
   *     none does
   */
  record Doubt(RaceCause cause, String open) {}

  private Hazards(Trace trace, Ordering ordering) {
    this.trace = trace;
    this.ordering = ordering;
  }

  static List<Pair> of(Trace trace, Ordering ordering) {
    Hazards hazards = new Hazards(trace, ordering);
    List<List<Access>> bySite = hazards.collect();
    for (Site site : trace.sites()) {
      for (Access access : bySite.get(site.index())) {
        hazards.against(access);
      }
    }
    return hazards.pairs;
  }

  private List<List<Access>> collect() {
    List<List<Access>> bySite = new ArrayList<>();
    for (Site site : trace.sites()) {
      List<Access> own = new ArrayList<>();
      for (Touch touch : site.touches()) {
        Access access =
            own.stream()
                .filter(a -> a.touches.getFirst().part().root() == touch.part().root())
                .findFirst()
                .orElse(null);
        if (access == null) {
          access = new Access(site);
          own.add(access);
          byRoot.computeIfAbsent(touch.part().root(), _ -> new ArrayList<>()).add(access);
        }
        access.touches.add(touch);
      }
      bySite.add(own);
    }
    return bySite;
  }

  private void against(Access later) {
    Root root = later.touches.getFirst().part().root();
    List<Access> all = byRoot.get(root);
    boolean ordered = true;
    for (int i = all.size() - 1; i >= 0; i--) {
      Access earlier = all.get(i);
      boolean isBehind = earlier.site.index() >= later.site.index();
      if (isBehind && Frame.common(earlier.site.frame(), later.site.frame()) == 0) {
        continue;
      }
      ordered &= pair(earlier, later, root);
      if (!isBehind
          && earlier.seals
          && ordering.isBefore(Classes.current(earlier.site), later.site)) {
        break;
      }
    }
    later.seals =
        ordered && later.site.depth() == 0 && !later.site.conditional() && writesAll(later);
  }

  private static boolean writesAll(Access access) {
    return access.touches.stream()
        .anyMatch(
            t ->
                t.kind().writes()
                    && !t.part().earlier()
                    && t.part().box().isPresent()
                    && t.part().box().get().isEverything());
  }

  private boolean pair(Access earlier, Access later, Root root) {
    boolean ordered = true;
    int first = earlier.site.firstBit();
    for (int bit = first; bit < first + Classes.count(earlier.site); bit++) {
      if (ordering.isEmpty(bit, later.site)) {
        continue;
      }
      for (Kind kind : Kind.values()) {
        Optional<Pair> found = found(earlier, later, root, bit, kind);
        found.ifPresent(pairs::add);
        ordered &= found.isEmpty() || found.get().status().isOrdered();
      }
    }
    return ordered;
  }

  /**
   * Returns the accesses of a kind with the least that holds for all of them; nothing when they
   * never meet.
   */
  private Optional<Pair> found(Access earlier, Access later, Root root, int bit, Kind kind) {
    Site first = earlier.site;
    Site second = later.site;
    Optional<Status> worst = Optional.empty();
    Optional<Pair> unproven = Optional.empty();
    for (Touch a : earlier.touches) {
      for (Touch b : later.touches) {
        if (!isKind(kind, a, b) || apart(a, b, first, second, root, bit)) {
          continue;
        }
        Status status = status(a, b, first, second, bit);
        if (status == Status.UNPROVEN) {
          Pair pair =
              new Pair(
                  first, second, root, kind, bit, status, doubt(a, b, first, second, bit, kind));
          if (pair.doubt().open().isEmpty()) {
            return Optional.of(pair);
          }
          unproven = unproven.or(() -> Optional.of(pair));
        }
        worst = worst.filter(w -> w.ordinal() >= status.ordinal()).or(() -> Optional.of(status));
      }
    }
    Optional<Pair> settled =
        worst.map(status -> new Pair(first, second, root, kind, bit, status, null));
    return unproven.or(() -> settled);
  }

  static boolean isKind(Kind kind, Touch a, Touch b) {
    return switch (kind) {
      case RAW -> a.kind().writes() && b.kind() == Touch.Kind.READ;
      case WAR -> a.kind() == Touch.Kind.READ && b.kind().writes();
      case WAW -> a.kind().writes() && b.kind().writes();
    };
  }

  private boolean apart(Touch a, Touch b, Site earlier, Site later, Root root, int bit) {
    boolean isPresent = !a.part().earlier() && !b.part().earlier();
    if (isPresent && Lookups.isOtherMemory(root, earlier, bit)) {
      return true;
    }
    if (a.part().box().isEmpty() || b.part().box().isEmpty()) {
      return false;
    }
    Box boxA = a.part().box().get();
    Box boxB = b.part().box().get();
    if (boxA.isEverything() || boxB.isEverything()) {
      return false;
    }
    return overlap.apart(boxA, ordering.lookups().relation(earlier, later, bit).of(boxB));
  }

  private Doubt doubt(Touch a, Touch b, Site earlier, Site later, int bit, Kind kind) {
    Distance distance = Distances.of(earlier, later, bit);
    boolean sameIteration = distance instanceof Distance.Same || distance instanceof Distance.All;
    return new Doubt(
        Causes.of(a, b, earlier, later, kind, sameIteration), open(a, b, earlier, later, bit));
  }

  /** Returns the numbers that decide whether two parts meet and that no counter runs through. */
  private String open(Touch a, Touch b, Site earlier, Site later, int bit) {
    if (a.part().box().isEmpty() || b.part().box().isEmpty()) {
      return "the part of '" + a.part().root().name() + "'";
    }
    Box boxA = a.part().box().get();
    Box boxB = ordering.lookups().relation(earlier, later, bit).of(b.part().box().get());
    if (boxA.isEverything() || boxB.isEverything() || overlap.meet(boxA, boxB)) {
      return "";
    }
    if (!boxA.space().equals(boxB.space())) {
      return "how views of '" + a.part().root().name() + "' lie";
    }
    StringBuilder open = new StringBuilder();
    for (int axis = 0; axis < boxA.rank(); axis++) {
      Affine distance = boxB.starts().get(axis).minus(boxA.starts().get(axis));
      for (int i = 0; i < distance.size(); i++) {
        String name = distance.sym(i).name();
        if (!distance.sym(i).isCounted() && open.indexOf(name) < 0) {
          open.append(open.isEmpty() ? "" : ", ").append(name);
        }
      }
    }
    return open.toString();
  }

  private Status status(Touch a, Touch b, Site earlier, Site later, int bit) {
    if (a.kind() == Touch.Kind.ADD && b.kind() == Touch.Kind.ADD) {
      return Status.COMMUTES;
    }
    if (isFound(a, b, earlier, later)) {
      return Status.ORDERED_BY_LOOKUP;
    }
    return ordering.isBefore(bit, later) ? Status.ORDERED_BY_CHAIN : Status.UNPROVEN;
  }

  /**
   * Whether the runtime finds the earlier access wherever the two really meet (rules A1, A4 and
   * A6).
   */
  static boolean isFound(Touch a, Touch b, Site earlier, Site later) {
    boolean isHost = later.node() instanceof OrderNode.HostAccess;
    return !earlier.manual()
        && !later.manual()
        && a.kind().writes()
        && isPassed(a, earlier, false, ArgDirection.IN_OUT, ArgDirection.OUTPUT_EXISTING)
        && isPassed(b, later, isHost, ArgDirection.INPUT, ArgDirection.IN_OUT);
  }

  /**
   * Returns whether a touch is through an argument with one of two directions that the runtime
   * follows.
   */
  private static boolean isPassed(
      Touch touch, Site site, boolean always, ArgDirection one, ArgDirection other) {
    for (Use use : site.uses()) {
      if (use.index() == touch.part().via() && touch.part().via() >= 0) {
        ArgDirection direction = use.direction().orElseThrow();
        boolean isFollowed =
            always
                || use.parts().stream()
                    .filter(p -> p.root() == touch.part().root())
                    .allMatch(Part::tracked);
        return isFollowed && (direction == one || direction == other);
      }
    }
    return false;
  }
}
