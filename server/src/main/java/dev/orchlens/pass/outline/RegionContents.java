package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
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

  /**
   * Looks at the statements of a region. Stores to carried tensors are among the contents until
   * {@link #removeCarried} is called, as not all that is carried is known before.
   *
   * @param kind the kind of region, which counts where it is inside again
   * @param carried gets the variables that loops inside carry
   * @param definitions takes every variable defined inside
   */
  static RegionContents of(
      List<Stmt> body,
      Class<? extends Stmt.Scope> kind,
      Set<Var> carried,
      Consumer<Var> definitions) {
    return RegionReader.read(body, kind, carried, definitions);
  }

  /** Drops the stores to tensors that loops of the function carry. */
  void removeCarried(Set<Var> carried) {
    stored.removeIf(carried::contains);
    afterStore.values().removeIf(carried::contains);
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
