package dev.orchlens.order;

import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Relation;
import dev.orchlens.order.symbolic.Symbols;
import java.util.List;

/**
 * Splits the earlier tasks of a site, seen from a later point, by how many iterations ago they were
 * submitted: for each loop around the site those of the iteration before, of the one before that,
 * and of all earlier ones, and besides those of the same iteration of all loops that are still
 * running. Each class of each site has a bit.
 */
final class Classes {
  /** Classes of each loop: one iteration ago, two, and three or more. */
  static final int PER_LOOP = 3;

  private final List<Site> sites;
  private final Site[] siteOf;
  private final int words;

  Classes(List<Site> sites) {
    this.sites = sites;
    int bit = 0;
    for (Site site : sites) {
      site.firstBit(bit);
      bit += count(site);
    }
    siteOf = new Site[bit];
    for (Site site : sites) {
      for (int i = 0; i < count(site); i++) {
        siteOf[site.firstBit() + i] = site;
      }
    }
    words = (bit + 63) / 64;
  }

  /** Returns how many classes a site has. */
  static int count(Site site) {
    return PER_LOOP * site.depth() + 1;
  }

  /** Returns the bit of the tasks of the same iteration. */
  static int current(Site site) {
    return site.firstBit() + PER_LOOP * site.depth();
  }

  /**
   * Returns the bit of the tasks {@code distance} (1 to 3) iterations of the loop at {@code level}
   * ago.
   */
  static int ago(Site site, int level, int distance) {
    return site.firstBit() + PER_LOOP * (level - 1) + distance - 1;
  }

  /** Returns the level of the loop that a class counts, or 0 for the same iteration. */
  static int level(Site site, int bit) {
    int number = bit - site.firstBit();
    return number == PER_LOOP * site.depth() ? 0 : number / PER_LOOP + 1;
  }

  /** Returns how many iterations of that loop ago: 1, 2, or 3 for three or more. */
  static int distance(Site site, int bit) {
    return (bit - site.firstBit()) % PER_LOOP + 1;
  }

  List<Site> sites() {
    return sites;
  }

  Site site(int bit) {
    return siteOf[bit];
  }

  int bits() {
    return siteOf.length;
  }

  int words() {
    return words;
  }

  /** Returns the relation of a class of {@code earlier} to {@code later}. */
  static Relation relation(Symbols symbols, Site earlier, Site later, int bit) {
    int level = level(earlier, bit);
    if (level == 0) {
      return Relation.same(symbols, Frame.common(earlier.frame(), later.frame()));
    }
    int distance = distance(earlier, bit);
    return distance == PER_LOOP
        ? Relation.atLeast(symbols, Frame.at(earlier.frame(), level), level, distance)
        : Relation.behind(symbols, level, distance);
  }
}
