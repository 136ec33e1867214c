package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which tasks a write of the orchestrator waits for besides the recorded writers: those that hold
 * the task that the buffer was made by until they end (rule O of docs/order.md; pto_runtime2.cpp,
 * {@code wait_for_tensor_ready}). Each task of an AUTO scope holds the maker of every buffer that
 * it is passed, whatever it does with it. A parameter has no maker.
 */
final class Pins {
  private final Map<Root, List<Site>> holders = new IdentityHashMap<>();

  Pins(List<Site> sites) {
    for (Site site : sites) {
      root(site).ifPresent(root -> holders.put(root, new ArrayList<>()));
    }
    if (holders.isEmpty()) {
      return;
    }
    for (Site site : sites) {
      for (Use use : site.uses()) {
        Root root = use.parts().getFirst().root();
        if (holders.containsKey(root) && holds(site, use)) {
          holders.get(root).add(site);
        }
      }
    }
  }

  /** Returns the buffer that a site of the orchestrator writes, where something can hold it. */
  static Optional<Root> root(Site site) {
    boolean isWrite = site.node() instanceof OrderNode.HostAccess access && access.writes();
    List<Part> parts = isWrite ? site.uses().getFirst().parts() : List.of();
    return parts.size() == 1
            && !parts.getFirst().earlier()
            && parts.getFirst().root().kind() != Root.Kind.PARAMETER
        ? Optional.of(parts.getFirst().root())
        : Optional.empty();
  }

  private static boolean holds(Site site, Use use) {
    return !site.manual()
        && !(site.node() instanceof OrderNode.HostAccess)
        && use.parts().size() == 1
        && !use.parts().getFirst().earlier()
        && use.direction().filter(d -> d != ArgDirection.OUTPUT).isPresent();
  }

  /** Returns the sites all of whose tasks hold a buffer. */
  List<Site> holders(Root root) {
    return holders.getOrDefault(root, List.of());
  }

  /** Returns whether a site holds a buffer that the orchestrator writes. */
  boolean isHolder(Site site) {
    return holders.values().stream().anyMatch(all -> all.contains(site));
  }
}
