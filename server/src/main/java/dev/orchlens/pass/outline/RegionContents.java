package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Visits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What outlining has to know about the statements of a region (reference:
 * docs/en/dev/passes/outline_incore_scopes, "Algorithm").
 *
 * @param captured the variables it reads before it defines them, in the order of first use
 * @param defined the variables it defines, in program order: a loop's variable, results and carries
 *     before its body
 * @param stored the tensors it stores tiles to, each once; a tensor carried by a loop does not
 *     count
 * @param afterStore the variables that name a tensor after a store, each with the tensor stored to
 * @param assembled the tensors it assembles into
 * @param calls its calls of functions
 * @param aside the variables in the options of scopes inside it, which it does not capture
 * @param splits how the parts of it are split that run on both vector lanes
 * @param waits whether it waits for other tasks while it runs
 * @param nests whether a region of the same kind is inside it
 */
record RegionContents(
    Set<Var> captured,
    List<Var> defined,
    Set<Var> stored,
    Map<Var, Var> afterStore,
    List<Var> assembled,
    List<Expr.Call> calls,
    List<Var> aside,
    Set<SplitMode> splits,
    boolean waits,
    boolean nests) {

  private static final Visits.Kind<Seen> SEEN = new Visits.Kind<>();

  /** A region, and the kind of regions that counts where it is inside again. */
  private record Place(Stmt.Scope region, Class<? extends Stmt.Scope> kind) {}

  /**
   * What was seen in a region: its contents, and all variables that loops carry or that it defines.
   */
  private record Seen(RegionContents contents, List<Var> carried, List<Var> definitions) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Looks at the statements of a region. Stores to carried tensors are among the contents until
   * {@link #removeCarried} is called, as not all that is carried is known before.
   *
   * @param kind the kind of region, which counts where it is inside again
   * @param carried gets the variables that loops inside carry
   * @param definitions takes every variable defined inside
   * @param visits knows what was seen in the region in the last run
   */
  static RegionContents of(
      Stmt.Scope region,
      Class<? extends Stmt.Scope> kind,
      Set<Var> carried,
      Consumer<Var> definitions,
      Visits visits) {
    Place place = new Place(region, kind);
    Seen known = visits.earlier(SEEN, place);
    Seen seen = known == null ? seen(region, kind) : known;
    visits.keep(SEEN, place, seen);
    carried.addAll(seen.carried);
    seen.definitions.forEach(definitions);
    RegionContents c = seen.contents;
    return new RegionContents(
        c.captured,
        c.defined,
        new LinkedHashSet<>(c.stored),
        c.afterStore.isEmpty() ? Map.of() : new HashMap<>(c.afterStore),
        c.assembled,
        c.calls,
        c.aside,
        c.splits,
        c.waits,
        c.nests);
  }

  private static Seen seen(Stmt.Scope region, Class<? extends Stmt.Scope> kind) {
    Set<Var> carried = new LinkedHashSet<>();
    List<Var> definitions = new ArrayList<>();
    RegionContents contents = RegionReader.read(region.body(), kind, carried, definitions::add);
    return new Seen(contents, List.copyOf(carried), List.copyOf(definitions));
  }

  /** Drops the stores to tensors that loops of the function carry. */
  void removeCarried(Set<Var> carried) {
    stored.removeIf(carried::contains);
    if (!afterStore.isEmpty()) {
      afterStore.values().removeIf(carried::contains);
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
