package dev.orchlens.order;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** What some steps may change of what is known: all else is behind them what it was before. */
final class Changes {
  private final int[] handles;
  private final int[] roots;

  private Changes(int[] handles, int[] roots) {
    this.handles = handles;
    this.roots = roots;
  }

  /**
   * Returns the handles that the steps bind, and those that the sites in them are known by. Not to
   * be changed.
   */
  int[] handles() {
    return handles;
  }

  /**
   * Returns the numbers of the buffers whose recorded writers the steps may change. Not to be
   * changed.
   */
  int[] roots() {
    return roots;
  }

  /** Returns the changes of everything, where nothing less is known of some steps. */
  static Changes all(int handles, int roots) {
    int[] allHandles = new int[handles];
    int[] allRoots = new int[roots];
    Arrays.setAll(allHandles, i -> i);
    Arrays.setAll(allRoots, i -> i);
    return new Changes(allHandles, allRoots);
  }

  /** Gathers the changes of steps. */
  static final class Survey {
    private final Lookups lookups;
    private final ObjIntConsumer<BitSet> own;
    private final BitSet handles = new BitSet();
    private final BitSet roots = new BitSet();

    /**
     * Makes a survey.
     *
     * @param own adds the handles that a site is known by, given its index
     */
    Survey(Lookups lookups, ObjIntConsumer<BitSet> own) {
      this.lookups = lookups;
      this.own = own;
    }

    Changes of(List<Step> steps) {
      look(steps);
      return new Changes(handles.stream().toArray(), roots.stream().toArray());
    }

    private void look(List<Step> steps) {
      for (Step step : steps) {
        switch (step) {
          case Step.Submit(Site site) -> submit(site);
          case Step.Bind(int handle, Step.Source _) -> handles.set(handle);
          case Step.Either(List<Step> then, List<Step> orElse) -> {
            look(then);
            look(orElse);
          }
          case Step.Repeat repeat -> look(repeat.body());
        }
      }
    }

    private void submit(Site site) {
      own.accept(handles, site.index());
      lookups.of(site).forEach(lookup -> roots.set(lookup.root().number()));
      lookups.writes(site).forEach(root -> roots.set(root.number()));
    }
  }
}
