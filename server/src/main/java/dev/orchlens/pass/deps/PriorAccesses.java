package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The accesses of one region that later launches may have to wait for, found by what they share
 * memory with. Accesses of one buffer are in a log of their own, and those of each window of it
 * too, since windows need not overlap.
 */
final class PriorAccesses {
  private static final PriorLog NONE = new PriorLog();

  /** The accesses of the same memory: all of them, and those that write. */
  private static final class Split {
    private final PriorLog all = new PriorLog();
    private final PriorLog writes = new PriorLog();

    PriorLog of(AccessKind later) {
      return later.writes() ? all : writes;
    }
  }

  /**
   * The accesses of one buffer: all of them, those of windows with known bounds, and the others.
   */
  private static final class Buffer {
    private final Split all = new Split();
    private final Split others = new Split();
    private final Map<Region.Box, Split> windows = new LinkedHashMap<>();
  }

  private final TaskIdLineage lineage;
  private final List<PriorAccess> all = new ArrayList<>();
  private final Map<Var, Buffer> buffers = new HashMap<>();

  PriorAccesses(TaskIdLineage lineage) {
    this.lineage = lineage;
  }

  void add(PriorAccess prior) {
    record(all.size(), prior);
    all.add(prior);
  }

  /** Adds the accesses of a region that has ended. */
  void addAll(PriorAccesses inner) {
    inner.all.forEach(this::add);
  }

  /** Puts {@code change} of each access in its place. */
  void replaceAll(UnaryOperator<PriorAccess> change) {
    Set<Var> changed = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      PriorAccess before = all.get(i);
      PriorAccess after = change.apply(before);
      if (after != before) {
        all.set(i, after);
        changed.add(after.access().root());
      }
    }
    if (!changed.isEmpty()) {
      buffers.keySet().removeAll(changed);
      for (int i = 0; i < all.size(); i++) {
        if (changed.contains(all.get(i).access().root())) {
          record(i, all.get(i));
        }
      }
    }
  }

  private void record(int position, PriorAccess prior) {
    Buffer buffer = buffers.computeIfAbsent(prior.access().root(), _ -> new Buffer());
    record(buffer.all, position, prior);
    record(
        prior.access().region() instanceof Region.Box box
            ? buffer.windows.computeIfAbsent(box, _ -> new Split())
            : buffer.others,
        position,
        prior);
  }

  private void record(Split split, int position, PriorAccess prior) {
    var edge =
        prior.direct() || prior.waitsFor().isEmpty()
            ? prior.waitsFor()
            : lineage.canonical(prior.waitsFor().get()).or(prior::waitsFor);
    split.all.add(position, prior, edge);
    if (prior.access().kind().writes()) {
      split.writes.add(position, prior, edge);
    }
  }

  /** Returns the accesses whose order with {@code access} matters, in the order of the program. */
  PriorLog conflicting(Access access) {
    Buffer buffer = buffers.get(access.root());
    if (buffer == null) {
      return NONE;
    }
    PriorLog all = buffer.all.of(access.kind());
    if (!(access.region() instanceof Region.Box window) || buffer.windows.isEmpty()) {
      return all;
    }
    List<PriorLog> met = new ArrayList<>();
    meet(buffer.others.of(access.kind()), met);
    buffer.windows.forEach(
        (other, split) -> {
          if (window.mayOverlap(other)) {
            meet(split.of(access.kind()), met);
          }
        });
    int count = met.stream().mapToInt(PriorLog::size).sum();
    return count == all.size()
        ? all
        : met.isEmpty() ? NONE : met.size() == 1 ? met.getFirst() : merged(met);
  }

  private static void meet(PriorLog log, List<PriorLog> met) {
    if (log.size() > 0) {
      met.add(log);
    }
  }

  private static PriorLog merged(List<PriorLog> logs) {
    List<PriorLog.Entry> entries = new ArrayList<>();
    for (PriorLog log : logs) {
      for (int i = 0; i < log.size(); i++) {
        entries.add(log.get(i));
      }
    }
    entries.sort((a, b) -> Integer.compare(a.position(), b.position()));
    PriorLog merged = new PriorLog();
    entries.forEach(e -> merged.add(e.position(), e.prior(), e.edge()));
    return merged;
  }
}
