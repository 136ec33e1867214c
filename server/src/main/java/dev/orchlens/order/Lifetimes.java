package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.order.FunctionOrder.EarlyRelease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds buffers that the runtime may hand out again while a task still uses them (rule M of
 * docs/order.md): their scope has ended, and neither the task itself nor one that comes behind it
 * keeps them alive.
 */
final class Lifetimes {
  private final Trace trace;
  private final Ordering ordering;

  /** Who uses a buffer. */
  private record User(Site site, boolean keeps) {}

  private Lifetimes(Trace trace, Ordering ordering) {
    this.trace = trace;
    this.ordering = ordering;
  }

  static List<EarlyRelease> of(Trace trace, Ordering ordering) {
    return new Lifetimes(trace, ordering).find();
  }

  private List<EarlyRelease> find() {
    Map<RootScope, List<User>> keepers = new LinkedHashMap<>();
    Map<Root, List<User>> users = new LinkedHashMap<>();
    for (Site site : trace.sites()) {
      for (Use use : site.uses()) {
        for (Part part : use.parts()) {
          Root root = part.root();
          boolean isOwn =
              root.maker() == site
                  || use.direction().filter(d -> d == ArgDirection.OUTPUT).isPresent();
          if (root.scope() != null
              && root.scope().isReleased(trace.roots(), root)
              && !isOwn
              && !(site.node() instanceof OrderNode.HostAccess)) {
            User user = new User(site, keeps(site, root));
            users.computeIfAbsent(root, _ -> new ArrayList<>()).add(user);
            keepers.computeIfAbsent(root.scope(), _ -> new ArrayList<>()).add(user);
          }
        }
      }
    }
    List<EarlyRelease> found = new ArrayList<>();
    users.forEach(
        (root, all) -> {
          // One allocation serves all buffers of a scope that are made together: who keeps one
          // keeps all.
          List<User> keeping = root.kind() == Root.Kind.MADE ? all : keepers.get(root.scope());
          for (User user : all) {
            if (!user.keeps()
                && keeping.stream().noneMatch(k -> k.keeps() && isBehind(k.site(), user.site()))) {
              add(found, new EarlyRelease(root.name(), root.origin(), user.site().node()));
            }
          }
        });
    return found;
  }

  private static void add(List<EarlyRelease> found, EarlyRelease release) {
    boolean isKnown =
        found.stream()
            .anyMatch(f -> f.user() == release.user() && f.allocated().equals(release.allocated()));
    if (!isKnown) {
      found.add(release);
    }
  }

  /**
   * Whether a task holds the allocation until it ends: by the creator edge, or as it names the
   * maker (M2, X2).
   */
  private boolean keeps(Site site, Root root) {
    if (!site.manual()) {
      return true;
    }
    Site maker = root.maker();
    if (maker == null) {
      return false;
    }
    return ordering.edges(site).stream()
        .anyMatch(
            e ->
                e.kind() == OrderEdge.Kind.EXPLICIT
                    && e.always()
                    && e.bit() == Classes.current(maker));
  }

  private boolean isBehind(Site later, Site earlier) {
    return earlier.index() < later.index() && ordering.isBefore(Classes.current(earlier), later);
  }
}
