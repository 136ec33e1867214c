package dev.orchlens.order;

import java.util.ArrayList;
import java.util.List;

/**
 * How the classes of the sites in a loop move when one of its iterations ends, or the loop itself.
 * The classes of one site lie side by side, so that all sites of the same depth move by the same
 * distance, and a set moves word by word.
 */
final class LoopShift {
  private final boolean leaves;

  /** The first and the last word of the classes of the sites in the loop. */
  private final int first;

  private final int last;

  /** The tasks of one iteration ago, two, and three or more; from word {@code first} on. */
  private final long[] one;

  private final long[] two;
  private final long[] three;
  private final long[] moving;
  private final List<Depth> depths = new ArrayList<>();

  /** The sites of one depth. */
  private static final class Depth {
    /** The tasks of the present iteration; from word {@code first} on. */
    private final long[] now;

    /** From the class one iteration ago to that of the present one. */
    private final int distance;

    Depth(int words, int distance) {
      this.now = new long[words];
      this.distance = distance;
    }
  }

  /**
   * Makes the shift of the loop at {@code level} around some sites.
   *
   * @param sites the sites of the loop, in their order and without a gap; at least one
   * @param leaves whether the loop ends, so that what its iterations submitted are tasks of the
   *     present iteration of the loop around it
   */
  LoopShift(List<Site> sites, int level, boolean leaves) {
    this.leaves = leaves;
    this.first = sites.getFirst().firstBit() >> 6;
    this.last = Classes.current(sites.getLast()) >> 6;
    int words = last - first + 1;
    this.one = new long[words];
    this.two = new long[words];
    this.three = new long[words];
    for (Site site : sites) {
      int ago = Classes.ago(site, level, 1) - (first << 6);
      Bits.add(one, ago);
      Bits.add(two, ago + 1);
      Bits.add(three, ago + 2);
      int now = Classes.current(site) - (first << 6);
      Bits.add(depth(now - ago, words).now, now);
    }
    this.moving = one.clone();
    Bits.addAll(moving, two);
    Bits.addAll(moving, three);
    depths.forEach(depth -> Bits.addAll(moving, depth.now));
  }

  private Depth depth(int distance, int words) {
    for (Depth known : depths) {
      if (known.distance == distance) {
        return known;
      }
    }
    Depth made = new Depth(words, distance);
    depths.add(made);
    return made;
  }

  /** Returns whether a set holds any of the classes that move. */
  private boolean touches(long[] set) {
    for (int word = first; word <= last; word++) {
      if ((set[word] & moving[word - first]) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves the classes that are known to be before something; those without a task are known to be.
   */
  long[] known(long[] set, long[] emptyBefore, long[] emptyNow) {
    if (!touches(set)) {
      return set;
    }
    long[] all = set.clone();
    Bits.addAll(all, emptyBefore);
    long[] moved = every(all);
    for (int i = 0; i < moved.length; i++) {
      moved[i] &= ~emptyNow[i];
    }
    return moved;
  }

  /** A class that two come together in holds only what both hold. */
  long[] every(long[] set) {
    long[] moved = set.clone();
    for (int word = first; word <= last; word++) {
      int i = word - first;
      long kept = set[word] & ~(one[i] | two[i] | three[i]);
      if (leaves) {
        kept |= one[i] | two[i] | three[i];
        for (Depth depth : depths) {
          long all =
              set[word]
                  & up(set, one, word, depth.distance)
                  & up(set, two, word, depth.distance - 1)
                  & up(set, three, word, depth.distance - 2);
          kept = kept & ~depth.now[i] | all & depth.now[i];
        }
      } else {
        kept |= set[word] & three[i] & up(set, two, word, 1) | up(set, one, word, 1);
        for (Depth depth : depths) {
          kept |= depth.now[i] | down(set, depth.now, word, depth.distance);
        }
      }
      moved[word] = kept;
    }
    return moved;
  }

  /** A class that two come together in holds what either holds. */
  long[] some(long[] set) {
    if (!touches(set)) {
      return set;
    }
    long[] moved = set.clone();
    for (int word = first; word <= last; word++) {
      int i = word - first;
      long kept = set[word] & ~(one[i] | two[i] | three[i]);
      if (leaves) {
        for (Depth depth : depths) {
          kept |=
              depth.now[i]
                  & (up(set, one, word, depth.distance)
                      | up(set, two, word, depth.distance - 1)
                      | up(set, three, word, depth.distance - 2));
        }
      } else {
        for (Depth depth : depths) {
          kept &= ~depth.now[i];
        }
        kept |= set[word] & three[i] | up(set, two, word, 1) | up(set, one, word, 1);
        for (Depth depth : depths) {
          kept |= down(set, depth.now, word, depth.distance);
        }
      }
      moved[word] = kept;
    }
    return moved;
  }

  /** Returns a word of what {@code mask} leaves of a set, each number larger by {@code by}. */
  private long up(long[] set, long[] mask, int word, int by) {
    int source = word - (by >> 6);
    int bits = by & 63;
    long moved = masked(set, mask, source) << bits;
    return bits == 0 ? moved : moved | masked(set, mask, source - 1) >>> 64 - bits;
  }

  /** Returns a word of what {@code mask} leaves of a set, each number smaller by {@code by}. */
  private long down(long[] set, long[] mask, int word, int by) {
    int source = word + (by >> 6);
    int bits = by & 63;
    long moved = masked(set, mask, source) >>> bits;
    return bits == 0 ? moved : moved | masked(set, mask, source + 1) << 64 - bits;
  }

  private long masked(long[] set, long[] mask, int word) {
    return word < first || word > last ? 0 : set[word] & mask[word - first];
  }
}
