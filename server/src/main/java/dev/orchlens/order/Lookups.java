package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.order.symbolic.Box;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Overlap;
import dev.orchlens.order.symbolic.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the runtime looks up and records for each site of a trace (rules A, D and S of
 * docs/order.md).
 */
final class Lookups {
  private final Trace trace;
  private final Overlap overlap = new Overlap();
  private final List<List<Lookup>> bySite = new ArrayList<>();
  private final List<List<Root>> writes = new ArrayList<>();
  private static final Answer[] ANSWERS = Answer.values();
  private final Classes classes;
  private final List<byte[]> known = new ArrayList<>();
  private final Map<Long, Relation> relations = new HashMap<>();

  /** How a look-up lies to what a writer recorded. */
  enum Answer {
    /** They never meet. */
    APART,
    /** They may meet. */
    MAY,
    /** They always meet. */
    MEETS,
    /** They always meet, and the look-up's task takes the place of the writer. */
    COVERED
  }

  /**
   * A look-up of the writers of a part.
   *
   * @param alone whether the argument is certainly this part
   */
  record Lookup(int number, Root root, Part part, boolean replaces, boolean alone) {}

  Lookups(Trace trace, Classes classes) {
    this.trace = trace;
    this.classes = classes;
    int number = 0;
    for (Site site : trace.sites()) {
      List<Lookup> own = new ArrayList<>();
      List<Root> written = new ArrayList<>();
      for (Use use : site.uses()) {
        for (Part part : use.parts()) {
          boolean isHost = site.node() instanceof OrderNode.HostAccess;
          if (use.looksUp() && (isHost || part.tracked())) {
            boolean alone = use.parts().size() == 1;
            boolean replaces = use.direction().filter(d -> d == ArgDirection.IN_OUT).isPresent();
            known.add(null);
            own.add(new Lookup(number++, part.root(), part, replaces, alone));
          }
          if (use.registers()
              && part.tracked()
              && !site.manual()
              && !written.contains(part.root())) {
            written.add(part.root());
          }
        }
      }
      bySite.add(own);
      writes.add(written);
    }
  }

  List<Lookup> of(Site site) {
    return bySite.get(site.index());
  }

  /** Returns the buffers that the runtime records a site as a writer of. */
  List<Root> writes(Site site) {
    return writes.get(site.index());
  }

  Answer answer(Lookup lookup, Site writer, int bit, Site site) {
    byte[] answers = known.get(lookup.number());
    if (answers == null) {
      answers = new byte[classes.bits()];
      known.set(lookup.number(), answers);
    }
    if (answers[bit] == 0) {
      answers[bit] = (byte) (compare(lookup, writer, bit, site).ordinal() + 1);
    }
    return ANSWERS[answers[bit] - 1];
  }

  private Answer compare(Lookup lookup, Site writer, int bit, Site site) {
    Answer best = Answer.APART;
    int parts = 0;
    boolean all = true;
    for (Use use : writer.uses()) {
      for (Part part : use.parts()) {
        if (use.registers() && part.root() == lookup.root() && part.tracked()) {
          parts++;
          Answer one = compare(lookup, part, writer, bit, site);
          one = use.parts().size() > 1 && one != Answer.APART ? Answer.MAY : one;
          all &= one == Answer.COVERED;
          best = best == Answer.APART || one.ordinal() > best.ordinal() ? one : best;
        }
      }
    }
    // The task takes the place of a writer that recorded several parts only if it covers each.
    return best == Answer.COVERED && parts > 1 && !all ? Answer.MEETS : best;
  }

  private Answer compare(Lookup lookup, Part written, Site writer, int bit, Site site) {
    Part read = lookup.part();
    if (isOtherMemory(lookup.root(), writer, bit) && !read.earlier() && !written.earlier()) {
      return Answer.APART;
    }
    boolean isKnown =
        read.box().isPresent()
            && written.box().isPresent()
            && !read.earlier()
            && !written.earlier();
    if (!isKnown) {
      return Answer.MAY;
    }
    Box a = written.box().get();
    Box b = read.box().get();
    if (!(a.isEverything() && b.isEverything())) {
      b = relation(writer, site, bit).of(b);
    }
    boolean told =
        lookup.root().told()
            && isPlain(read, a)
            && isPlain(written, a)
            && a.space().equals(b.space());
    if (told ? overlap.apart(a, b) : overlap.apartInMemory(a, b)) {
      return Answer.APART;
    }
    boolean meet = overlap.meet(a, b) || !told && overlap.meetInMemory(a, b);
    if (!read.exact() || !written.exact() || !lookup.alone() || !meet) {
      return Answer.MAY;
    }
    return told && lookup.replaces() && overlap.covers(b, a) ? Answer.COVERED : Answer.MEETS;
  }

  /** Returns whether the runtime sees a part as a rectangle in the buffer's own axes. */
  private static boolean isPlain(Part part, Box box) {
    if (part.seenAs().length != box.rank()) {
      return false;
    }
    for (int i = 0; i < box.rank(); i++) {
      if (part.seenAs()[i] != i) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the tasks of a class see another buffer, as each iteration makes one of its
   * own.
   */
  static boolean isOtherMemory(Root root, Site earlier, int bit) {
    int level = Classes.level(earlier, bit);
    return level > 0 && level <= Frame.depthOf(root.home());
  }

  Relation relation(Site earlier, Site later, int bit) {
    return relations.computeIfAbsent(
        (long) bit << 32 | later.index(),
        _ -> Classes.relation(trace.symbols(), earlier, later, bit));
  }
}
