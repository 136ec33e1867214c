package dev.orchlens.order;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Handles for all tasks of a site together, which something may wait for without naming them: those
 * of the present iteration of each loop around the site, of the whole function (level 0), and those
 * of the iteration before the present one of each loop.
 */
final class Sums {
  private static final int NONE = -1;

  private final int[] first;
  private final int end;

  /**
   * Makes the handles.
   *
   * @param isSummed whether anything may wait for the tasks of a site in this way
   * @param start the first number that is free
   */
  Sums(List<Site> sites, Predicate<Site> isSummed, int start) {
    this.first = new int[sites.size()];
    int next = start;
    for (Site site : sites) {
      boolean isKept = site.depth() > 0 && isSummed.test(site);
      first[site.index()] = isKept ? next : NONE;
      next += isKept ? 2 * site.depth() + 1 : 0;
    }
    this.end = next;
  }

  /** Returns the first number behind the handles. */
  int end() {
    return end;
  }

  boolean isKept(Site site) {
    return first[site.index()] != NONE;
  }

  /** Returns the handle of the tasks in the present iteration of the loop at {@code level}. */
  int present(Site site, int level) {
    return first[site.index()] + level;
  }

  /** Returns the handle of the tasks one iteration ago of the loop at {@code level}, from 1 on. */
  int last(Site site, int level) {
    return first[site.index()] + site.depth() + level;
  }

  /** Adds the handles of a site. */
  void addTo(BitSet handles, Site site) {
    if (isKept(site)) {
      handles.set(first[site.index()], first[site.index()] + 2 * site.depth() + 1);
    }
  }

  /** A task of a site was submitted, behind those that {@code own} holds, which it is among. */
  void submitted(Knowledge knowledge, Site site, long[] own, int words) {
    for (int level = 0; level <= site.depth() && isKept(site); level++) {
      int sum = present(site, level);
      knowledge.before(sum, Bits.union(knowledge.before(sum), own, words));
    }
  }

  /** Before its first iteration a loop has submitted nothing. */
  void enter(Knowledge knowledge, List<Site> sites, int level) {
    for (Site site : sites) {
      if (isKept(site)) {
        knowledge.before(last(site, level), null);
      }
    }
  }

  /** A new iteration has submitted nothing yet. */
  void begin(Knowledge knowledge, List<Site> sites, int level) {
    for (Site site : sites) {
      if (isKept(site)) {
        knowledge.before(present(site, level), null);
      }
    }
  }

  /** An iteration ends, and is the last one for the next. */
  void end(Knowledge knowledge, List<Site> sites, int level) {
    for (Site site : sites) {
      if (isKept(site)) {
        knowledge.before(last(site, level), knowledge.before(present(site, level)));
      }
    }
  }
}
