package dev.orchlens.pass.outline;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.PassMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A region with what is used behind it, in its own body or in those around it.
 *
 * @param contents what the region does
 * @param isFollowed whether anything at all is used behind it
 * @param used the variables it defines that are used behind it, in program order
 */
record RegionSite(RegionContents contents, boolean isFollowed, Set<Var> used) {

  /**
   * Returns the regions of one kind in a body, in program order; those inside another one are not
   * among them.
   *
   * @param carried the variables that loops of the function carry, as far as known; it gets those
   *     in the body
   * @param usedOutside what is used behind the whole body
   * @param definitions takes every variable defined in the body
   * @param memory knows what was seen in the regions in the last run
   */
  static Deque<RegionSite> of(
      List<Stmt> body,
      Class<? extends Stmt.Scope> kind,
      Set<Var> carried,
      Collection<Var> usedOutside,
      Consumer<Var> definitions,
      PassMemory memory) {
    Backwards walk = new Backwards(kind, carried, definitions, memory);
    walk.used.addAll(usedOutside);
    walk.anyUsed = !usedOutside.isEmpty();
    walk.body(body);
    walk.sites.forEach(site -> site.contents.removeCarried(carried));
    return walk.sites;
  }

  /** Walks from the last statement to the first and gathers the variables that were mentioned. */
  private static final class Backwards {
    private final Class<? extends Stmt.Scope> kind;
    private final Set<Var> carried;
    private final Consumer<Var> definitions;
    private final PassMemory memory;
    private final Set<Var> used = new HashSet<>();
    private final List<Var> journal = new ArrayList<>();
    private final Deque<RegionSite> sites = new ArrayDeque<>();
    private final Consumer<Expr> mentions = this::mention;
    private final Consumer<Var> defines = this::define;

    /** Whether anything was mentioned, what a region has for itself alone included. */
    private boolean anyUsed;

    Backwards(
        Class<? extends Stmt.Scope> kind,
        Set<Var> carried,
        Consumer<Var> definitions,
        PassMemory memory) {
      this.memory = memory;
      this.kind = kind;
      this.carried = carried;
      this.definitions = definitions;
    }

    private void body(List<Stmt> body) {
      for (int i = body.size() - 1; i >= 0; i--) {
        Stmt stmt = body.get(i);
        if (stmt instanceof Stmt.If s) {
          branch(s);
          continue;
        }
        if (kind.isInstance(stmt)) {
          region((Stmt.Scope) stmt);
        } else {
          stmt.bodies().forEach(this::body);
        }
        header(stmt);
        if (stmt instanceof Stmt.Loop s) {
          s.carries().forEach(c -> carried.add(c.var()));
        }
      }
    }

    private void header(Stmt stmt) {
      Walk.definedBy(stmt, defines);
      Walk.usedBy(stmt, mentions);
    }

    /** Neither arm runs behind the other. */
    private void branch(Stmt.If s) {
      boolean before = anyUsed;
      int mark = journal.size();
      s.orElse().ifPresent(this::body);
      List<Var> tail = journal.subList(mark, journal.size());
      List<Var> orElse = List.copyOf(tail);
      tail.clear();
      orElse.forEach(used::remove);
      boolean inElse = anyUsed;
      anyUsed = before;
      body(s.then());
      orElse.forEach(mentions);
      anyUsed |= inElse;
      header(s);
    }

    private void region(Stmt.Scope scope) {
      memory.poll();
      RegionContents contents =
          RegionContents.of(scope, kind, carried, definitions, memory.visits());
      Set<Var> usedBehind = new LinkedHashSet<>();
      for (Var var : contents.defined()) {
        if (used.contains(var)) {
          usedBehind.add(var);
        }
      }
      sites.addFirst(new RegionSite(contents, anyUsed, usedBehind));
      // What a region defines for itself alone no region in front of it can hand out: each
      // definition is another one.
      anyUsed |= !contents.defined().isEmpty();
      contents.captured().forEach(mentions);
      contents.aside().forEach(mentions);
    }

    private void define(Var var) {
      definitions.accept(var);
      mention(var);
    }

    private void mention(Expr expr) {
      if (expr instanceof Var var) {
        anyUsed = true;
        if (used.add(var)) {
          journal.add(var);
        }
      } else if (!(expr instanceof Expr.Const)) {
        Walk.operands(expr, mentions);
      }
    }
  }
}
