package dev.orchlens.order;

import dev.orchlens.order.symbolic.Frame;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds what is ordered in a trace (rules X, A, D, S and O of docs/order.md): goes through it with
 * what is known at each point, through loops until nothing changes.
 */
final class Ordering {
  private static final int MOST_ROUNDS = 12;

  private final Trace trace;
  private final Classes classes;
  private final Lookups lookups;
  private final Pins pins;
  private final int orchestrator;
  private final Sums sums;

  /** Handles that something may ask for later; nothing is kept of others. */
  private final boolean[] asked;

  private final long[][] before;
  private final long[][] empty;
  private final List<List<FoundEdge>> edges = new ArrayList<>();

  /** The tasks outside of loops that name one of a class. */
  private final Map<Integer, List<Site>> naming = new HashMap<>();

  private final List<Map<String, OrderNode>> needless = new ArrayList<>();
  private final Map<Step.Repeat, Knowledge> heads = new IdentityHashMap<>();
  private final Map<Step, Changes> changes = new IdentityHashMap<>();
  private final Changes everything;
  private boolean gaveUp;

  /**
   * A wait of a task for those of a class.
   *
   * @param bit the class
   * @param root the buffer that the runtime found it by; null for one that is named
   * @param always whether it is there whenever both tasks are
   */
  record FoundEdge(int bit, OrderEdge.Kind kind, Root root, boolean always) {}

  private Ordering(Trace trace, Classes classes) {
    this.trace = trace;
    this.classes = classes;
    this.lookups = new Lookups(trace, classes);
    this.pins = new Pins(trace.sites());
    int count = trace.sites().size();
    this.before = new long[count][];
    this.empty = new long[count][];
    int handles = trace.handles();
    this.orchestrator = handles++;
    for (int i = 0; i < count; i++) {
      edges.add(List.of());
      needless.add(Map.of());
    }
    this.sums = new Sums(trace.sites(), this::isSummed, handles);
    handles = sums.end();
    this.asked = new boolean[handles];
    this.everything = Changes.all(handles, trace.roots().size());
    for (Site site : trace.sites()) {
      site.deps().forEach(d -> asked[d.handle()] = true);
      asked[site.handle()] |= isSummed(site);
    }
    ask(trace.steps());
    Knowledge knowledge = new Knowledge(classes, handles, trace.roots().size());
    steps(trace.steps(), knowledge);
  }

  private void ask(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.Submit _ -> {}
        case Step.Bind(int _, Step.Source source) -> {
          switch (source) {
            case Step.Source.Nothing _ -> {}
            case Step.Source.All(List<Integer> of) -> of.forEach(h -> asked[h] = true);
            case Step.Source.Any(List<Integer> of) -> of.forEach(h -> asked[h] = true);
            case Step.Source.Spread(int value, TaskArray array) -> {
              asked[value] = true;
              asked[array.whole()] = true;
            }
          }
        }
        case Step.Either(List<Step> then, List<Step> orElse) -> {
          ask(then);
          ask(orElse);
        }
        case Step.Repeat repeat -> ask(repeat.body());
      }
    }
  }

  static Ordering of(Trace trace, Classes classes) {
    return new Ordering(trace, classes);
  }

  /** Returns whether all tasks of a class end before {@code later} starts. */
  boolean isBefore(int bit, Site later) {
    return Bits.has(before[later.index()], bit);
  }

  /** Returns whether a class holds no task when {@code later} is submitted. */
  boolean isEmpty(int bit, Site later) {
    return empty[later.index()] == null || Bits.has(empty[later.index()], bit);
  }

  /** Returns what a site waits for. */
  List<FoundEdge> edges(Site site) {
    return edges.get(site.index());
  }

  Lookups lookups() {
    return lookups;
  }

  private Knowledge steps(List<Step> steps, Knowledge start) {
    Knowledge knowledge = start;
    for (Step step : steps) {
      knowledge =
          switch (step) {
            case Step.Submit(Site site) -> submit(site, knowledge);
            case Step.Bind(int handle, Step.Source source) -> {
              knowledge.bind(handle, source);
              yield knowledge;
            }
            case Step.Either(List<Step> then, List<Step> orElse) -> {
              Knowledge other = steps(orElse, knowledge.copy());
              Knowledge one = steps(then, knowledge);
              one.join(other, changes(step));
              yield one;
            }
            case Step.Repeat repeat -> repeat(repeat, knowledge);
          };
    }
    return knowledge;
  }

  /** Returns what a branch or a loop may change of what is known. */
  private Changes changes(Step step) {
    return gaveUp
        ? everything
        : changes.computeIfAbsent(
            step, one -> new Changes.Survey(lookups, this::knownBy).of(List.of(one)));
  }

  /** Adds the handles that a site is known by, and those that its host access is waited for. */
  private void knownBy(BitSet handles, int index) {
    Site site = trace.sites().get(index);
    handles.set(site.handle());
    handles.set(orchestrator);
    sums.addTo(handles, site);
  }

  private Knowledge repeat(Step.Repeat repeat, Knowledge start) {
    int level = Frame.depthOf(repeat.frame());
    Changes own = changes(repeat);
    List<Site> sites = sites(repeat);
    // What holds on every way into the loop was known when it was entered the last time, and is now
    // less at most.
    Knowledge head = start.copy();
    sums.enter(head, sites, level);
    Knowledge last = heads.put(repeat, head);
    if (last != null) {
      head.join(last, own);
    }
    LoopShift next = sites.isEmpty() ? null : new LoopShift(sites, level, false);
    Knowledge end = null;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Knowledge body = head.copy();
      sums.begin(body, sites, level);
      end = steps(repeat.body(), body);
      Knowledge back = end.copy();
      sums.end(back, sites, level);
      if (next != null) {
        back.pass(next, changes(repeat));
      }
      if (!head.join(back, changes(repeat))) {
        break;
      }
      if (round == MOST_ROUNDS - 1) {
        gaveUp = true;
        head.giveUp();
        steps(repeat.body(), head.copy());
      }
    }
    if (!sites.isEmpty()) {
      end.pass(new LoopShift(sites, level, true), changes(repeat));
    }
    if (!repeat.always()) {
      end.join(start, changes(repeat));
    }
    return end;
  }

  private List<Site> sites(Step.Repeat repeat) {
    int[] range = {Integer.MAX_VALUE, 0};
    range(repeat.body(), range);
    return range[0] < range[1] ? trace.sites().subList(range[0], range[1]) : List.of();
  }

  private static void range(List<Step> steps, int[] range) {
    for (Step step : steps) {
      switch (step) {
        case Step.Submit(Site site) -> {
          range[0] = Math.min(range[0], site.index());
          range[1] = Math.max(range[1], site.index() + 1);
        }
        case Step.Either(List<Step> then, List<Step> orElse) -> {
          range(then, range);
          range(orElse, range);
        }
        case Step.Repeat repeat -> range(repeat.body(), range);
        case Step.Bind _ -> {}
      }
    }
  }

  private Knowledge submit(Site site, Knowledge knowledge) {
    List<FoundEdge> found = new ArrayList<>();
    long[] own = new long[classes.words()];
    Bits.addAll(own, knowledge.before(orchestrator));
    for (Site.Dep dep : site.deps()) {
      Bits.addAll(own, knowledge.before(dep.handle()));
      named(dep, knowledge, found);
    }
    long[] looked = new long[classes.words()];
    if (!site.manual()) {
      for (Lookups.Lookup lookup : lookups.of(site)) {
        lookUp(lookup, site, knowledge, looked, found);
      }
    }
    Bits.addAll(own, looked);
    noteNeedless(site, knowledge, looked);
    if (site.node() instanceof OrderNode.HostAccess access && access.writes()) {
      Pins.root(site).ifPresent(root -> pinned(root, site, knowledge, own, found));
      heldByName(own, found);
    }
    int current = Classes.current(site);
    for (int i = 0; i < own.length; i++) {
      own[i] &= ~knowledge.empty()[i];
    }
    before[site.index()] = own.clone();
    empty[site.index()] = knowledge.empty().clone();
    edges.set(site.index(), found);
    noteNaming(site, found);
    Bits.add(own, current);
    Bits.remove(knowledge.empty(), current);
    if (asked[site.handle()]) {
      knowledge.before(site.handle(), own);
      long[] self = new long[classes.words()];
      Bits.add(self, current);
      knowledge.tasks(site.handle(), self, true);
    }
    sums.submitted(knowledge, site, own, classes.words());
    if (site.node() instanceof OrderNode.HostAccess) {
      knowledge.before(
          orchestrator, Bits.union(knowledge.before(orchestrator), own, classes.words()));
    }
    record(site, knowledge, current);
    return knowledge;
  }

  /** Finds what deps= names although the task waits for it also without that. */
  private void noteNeedless(Site site, Knowledge knowledge, long[] looked) {
    Map<String, OrderNode> found = new TreeMap<>();
    for (Site.Dep dep : site.deps()) {
      long[] tasks = dep.name().isEmpty() ? null : knowledge.tasks(dep.handle());
      int bit = Bits.next(tasks, 0);
      boolean isOne =
          bit >= 0 && Bits.next(tasks, bit + 1) < 0 && knowledge.isCertain(dep.handle());
      if (isOne && (!site.manual() || makesNothing(classes.site(bit)))) {
        boolean isBefore =
            Bits.has(looked, bit)
                || site.deps().stream()
                    .filter(d -> d != dep && d.handle() != dep.handle())
                    .map(d -> knowledge.before(d.handle()))
                    .anyMatch(before -> before != null && Bits.has(before, bit));
        if (isBefore) {
          found.put(dep.name(), classes.site(bit).node());
        }
      }
    }
    needless.set(site.index(), found);
  }

  /** Who names a task keeps alive what the runtime made for it. */
  private boolean makesNothing(Site site) {
    return trace.roots().stream().noneMatch(root -> root.maker() == site);
  }

  /** Returns what a task names in deps= and waits for also without that, by the name. */
  Map<String, OrderNode> needless(Site site) {
    return needless.get(site.index());
  }

  /** Whether something may wait for all tasks of a site without naming them. */
  private boolean isSummed(Site site) {
    return !lookups.writes(site).isEmpty() || pins.isHolder(site);
  }

  private void pinned(
      Root root, Site site, Knowledge knowledge, long[] own, List<FoundEdge> found) {
    for (Site holder : pins.holders(root)) {
      long must = 0;
      for (int bit = holder.firstBit(); bit <= Classes.current(holder); bit++) {
        if (!Bits.has(knowledge.empty(), bit) && !Lookups.isOtherMemory(root, holder, bit)) {
          found.add(new FoundEdge(bit, OrderEdge.Kind.CREATOR, root, true));
          Bits.add(own, bit);
          must |= 1L << (bit - holder.firstBit());
        }
      }
      throughWriter(holder, site, must, knowledge, own);
    }
  }

  /** A task that names another one holds that one until it ends, in MANUAL scopes, too. */
  private void heldByName(long[] own, List<FoundEdge> found) {
    Map<Integer, Site> held = new TreeMap<>();
    for (FoundEdge edge : found) {
      if (edge.always()) {
        naming.getOrDefault(edge.bit(), List.of()).forEach(site -> held.put(site.index(), site));
      }
    }
    for (Site holder : held.values()) {
      Bits.add(own, Classes.current(holder));
      Bits.addAll(own, before[holder.index()]);
      found.add(new FoundEdge(Classes.current(holder), OrderEdge.Kind.EXPLICIT, null, true));
    }
  }

  /** Notes whom a task outside of loops names, for writes of the orchestrator behind it. */
  private void noteNaming(Site site, List<FoundEdge> found) {
    for (FoundEdge edge : found) {
      if (site.depth() == 0 && edge.kind() == OrderEdge.Kind.EXPLICIT && edge.always()) {
        naming.computeIfAbsent(edge.bit(), _ -> new ArrayList<>()).add(site);
      }
    }
  }

  private static void named(Site.Dep dep, Knowledge knowledge, List<FoundEdge> found) {
    long[] tasks = knowledge.tasks(dep.handle());
    int first = Bits.next(tasks, 0);
    boolean isOne = first >= 0 && Bits.next(tasks, first + 1) < 0;
    OrderEdge.Kind kind = dep.creator() ? OrderEdge.Kind.CREATOR : OrderEdge.Kind.EXPLICIT;
    for (int bit = first; bit >= 0; bit = Bits.next(tasks, bit + 1)) {
      found.add(new FoundEdge(bit, kind, null, isOne && knowledge.isCertain(dep.handle())));
    }
  }

  private void lookUp(
      Lookups.Lookup lookup, Site site, Knowledge knowledge, long[] own, List<FoundEdge> found) {
    long[] recorded = knowledge.recorded(lookup.root().number());
    if (recorded == null) {
      return;
    }
    long[] left = recorded;
    int bit = Bits.next(recorded, 0);
    while (bit >= 0) {
      Site writer = classes.site(bit);
      int end = Classes.current(writer);
      long must = 0;
      for (int one = bit; one >= 0 && one <= end; one = Bits.next(recorded, one + 1)) {
        if (Bits.has(knowledge.empty(), one)) {
          continue;
        }
        Lookups.Answer answer = lookups.answer(lookup, writer, one, site);
        if (answer != Lookups.Answer.APART) {
          boolean always = answer != Lookups.Answer.MAY;
          found.add(new FoundEdge(one, OrderEdge.Kind.LOOKUP, lookup.root(), always));
          if (always) {
            Bits.add(own, one);
            must |= 1L << (one - writer.firstBit());
          }
          if (answer == Lookups.Answer.COVERED) {
            left = left == recorded ? recorded.clone() : left;
            Bits.remove(left, one);
          }
        }
      }
      throughWriter(writer, site, must, knowledge, own);
      bit = Bits.next(recorded, end + 1);
    }
    if (left != recorded) {
      knowledge.recorded(lookup.root().number(), left);
    }
  }

  /** What ends before tasks that are all waited for ends before the one that waits. */
  private void throughWriter(Site writer, Site site, long must, Knowledge knowledge, long[] own) {
    int level = Frame.common(writer.frame(), site.frame());
    for (int outer = level; outer >= 1; outer--) {
      if ((must & 1L << (Classes.ago(writer, outer, 1) - writer.firstBit())) != 0) {
        Bits.addAll(own, knowledge.before(sums.last(writer, outer)));
      }
    }
    int current = Classes.current(writer) - writer.firstBit();
    if ((must & 1L << current) == 0) {
      return;
    }
    int handle = level == writer.depth() ? writer.handle() : sums.present(writer, level);
    Bits.addAll(own, knowledge.before(handle));
    for (; level >= 1; level--) {
      for (int distance = 1; distance <= Classes.PER_LOOP; distance++) {
        int bit = Classes.ago(writer, level, distance);
        if ((must & 1L << (bit - writer.firstBit())) == 0 && !Bits.has(knowledge.empty(), bit)) {
          return;
        }
      }
      Bits.addAll(own, knowledge.before(sums.present(writer, level - 1)));
    }
  }

  private void record(Site site, Knowledge knowledge, int current) {
    for (Root root : lookups.writes(site)) {
      long[] recorded = knowledge.recorded(root.number());
      long[] all = recorded == null ? new long[classes.words()] : recorded.clone();
      Bits.add(all, current);
      knowledge.recorded(root.number(), all);
    }
  }
}
