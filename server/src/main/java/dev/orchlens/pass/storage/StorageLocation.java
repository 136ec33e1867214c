package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where a value may live: one or more storage roots, each with the region of it (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 1 to 4). No root occurs
 * twice.
 *
 * @param alternatives the candidates in the order control flow merged them; empty when nothing is
 *     known
 */
public record StorageLocation(List<Alternative> alternatives) {

  /**
   * The largest number of roots the analysis keeps apart; a value with more of them has no usable
   * location.
   */
  public static final int MAX_ROOTS = 4;

  /** The location about which nothing is known. */
  public static final StorageLocation NOWHERE = new StorageLocation(List.of());

  public StorageLocation {
    alternatives = List.copyOf(alternatives);
  }

  /**
   * One candidate.
   *
   * @param root the variable that owns the storage: a parameter, or the result of {@code
   *     create_tensor}
   * @param region the part of it
   */
  public record Alternative(Var root, Region region) {}

  /** Returns the location of the part {@code region} of {@code root}. */
  static StorageLocation of(Var root, Region region) {
    return new StorageLocation(List.of(new Alternative(root, region)));
  }

  /** Returns whether anything is known. */
  public boolean isKnown() {
    return !alternatives.isEmpty();
  }

  /** Returns whether there are more roots than the analysis keeps apart. */
  boolean hasTooManyRoots() {
    return alternatives.size() > MAX_ROOTS;
  }

  /**
   * Returns this location or {@code other}; one root with two different regions becomes Unknown.
   */
  StorageLocation merge(StorageLocation other) {
    List<Alternative> all = new ArrayList<>(alternatives);
    all.addAll(other.alternatives);
    return unique(all);
  }

  /** Returns the location of a window into this one. */
  StorageLocation slice(Expr shape, Expr offsets) {
    return mapRegions(region -> region.slice(shape, offsets));
  }

  /** Returns the same roots with {@code region} for each. */
  StorageLocation widen(Region region) {
    return mapRegions(_ -> region);
  }

  private StorageLocation mapRegions(UnaryOperator<Region> change) {
    return unique(
        alternatives.stream()
            .map(a -> new Alternative(a.root(), change.apply(a.region())))
            .toList());
  }

  private static StorageLocation unique(List<Alternative> candidates) {
    List<Alternative> out = new ArrayList<>();
    for (Alternative candidate : candidates) {
      int same = indexOfRoot(out, candidate.root());
      if (same < 0) {
        out.add(candidate);
      } else if (!out.get(same).region().equals(candidate.region())) {
        out.set(same, new Alternative(candidate.root(), Region.UNKNOWN));
      }
    }
    return new StorageLocation(out);
  }

  private static int indexOfRoot(List<Alternative> alternatives, Var root) {
    for (int i = 0; i < alternatives.size(); i++) {
      if (alternatives.get(i).root() == root) {
        return i;
      }
    }
    return -1;
  }
}
