package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The copies that a {@link Cloner} makes of regions. Where the last run copied a region and
 * replaced each of its variables by the same, its copy is taken over.
 */
public interface RegionCopies {

  /** The copy of a region, with all that was looked up for it and what was added. */
  final class Copied {
    private final Stmt copy;
    private final Var[] read;
    private final Expr[] replacements;
    private final List<Var> added;
    private final List<Var> addedCopies;

    private Copied(Stmt copy, Recorder recorder) {
      this.copy = copy;
      this.read = recorder.read.keySet().toArray(new Var[0]);
      this.replacements = new Expr[read.length];
      for (int i = 0; i < read.length; i++) {
        replacements[i] = recorder.read.get(read[i]);
      }
      this.added = List.copyOf(recorder.added);
      this.addedCopies = List.copyOf(recorder.copies);
    }

    private boolean holds(Map<Var, Expr> present) {
      for (int i = 0; i < read.length; i++) {
        if (present.get(read[i]) != replacements[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** Notes what is looked up and added while one region is copied. */
  final class Recorder {
    private final Map<Var, Expr> read = new IdentityHashMap<>();
    private final List<Var> added = new ArrayList<>();
    private final List<Var> copies = new ArrayList<>();

    void read(Var var, Expr replacement) {
      if (!read.containsKey(var)) {
        read.put(var, replacement);
      }
    }

    void wrote(Var var, Var copy) {
      added.add(var);
      copies.add(copy);
    }
  }

  /** Returns what the last run kept for a region, or null. */
  Copied known(Stmt.Scope region);

  /** Keeps the copy of a region for the next run. */
  void keep(Stmt.Scope region, Copied copied);

  /** Keeps the copy of a region for the next run. */
  default void keep(Stmt.Scope region, Recorder recorder, Stmt copy) {
    keep(region, new Copied(copy, recorder));
  }

  /**
   * Returns the copy that the last run made of a region, if the variables in it are still replaced
   * by the same; what that added to {@code replacements} is added.
   */
  default Optional<Stmt> earlier(Stmt.Scope region, Map<Var, Expr> replacements) {
    Copied known = known(region);
    if (known == null || !known.holds(replacements)) {
      return Optional.empty();
    }
    for (int i = 0; i < known.added.size(); i++) {
      replacements.put(known.added.get(i), known.addedCopies.get(i));
    }
    keep(region, known);
    return Optional.of(known.copy);
  }

  /** Returns copies that know and keep nothing. */
  static RegionCopies none() {
    return of(Map.of(), new IdentityHashMap<>());
  }

  /** Returns copies that know some and keep others. */
  static RegionCopies of(Map<Stmt.Scope, Copied> earlier, Map<Stmt.Scope, Copied> kept) {
    return new RegionCopies() {
      @Override
      public Copied known(Stmt.Scope region) {
        return earlier.get(region);
      }

      @Override
      public void keep(Stmt.Scope region, Copied copied) {
        kept.put(region, copied);
      }
    };
  }

  /** Returns copies that are known and kept by how often a run came to a region. */
  static RegionCopies of(Visits visits, Visits.Kind<Copied> kind) {
    return new RegionCopies() {
      @Override
      public Copied known(Stmt.Scope region) {
        return visits.earlier(kind, region);
      }

      @Override
      public void keep(Stmt.Scope region, Copied copied) {
        visits.keep(kind, region, copied);
      }
    };
  }
}
