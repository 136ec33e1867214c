package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Visits;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where each variable of a body is read last, counted in statements, and which variables each loop
 * assigns.
 */
final class LastReads {
  private final Map<Var, Integer> lastRead = new IdentityHashMap<>();

  /** The loops; where one loop object stands more than once, its first copy. */
  private final Map<Stmt.Loop, Extent> loops = new IdentityHashMap<>();

  /**
   * The variables assigned, in program order; one assigned more than once stands here more than
   * once.
   */
  private final List<Var> assigned = new ArrayList<>();

  private final Consumer<Expr> read = this::read;
  private final PassMemory memory;

  /** The regions that were not walked again, where they stood first, until {@link #open}. */
  private final Map<Stmt, Closed> closed = new IdentityHashMap<>();

  private int position;

  /** Where a loop ends, and which of the assignments are in it, from and to. */
  private record Extent(int end, int firstAssigned, int endAssigned) {
    Extent behind(int position, int assigned) {
      return new Extent(end + position, firstAssigned + assigned, endAssigned + assigned);
    }
  }

  /** What a region reads and assigns, counted from its beginning. */
  private static final class Region {
    private final Var[] read;
    private final int[] last;
    private final List<Var> assigned;
    private final Map<Stmt.Loop, Extent> loops;
    private final int length;

    Region(LastReads inside) {
      read = inside.lastRead.keySet().toArray(Var[]::new);
      last = new int[read.length];
      for (int i = 0; i < read.length; i++) {
        last[i] = inside.lastRead.get(read[i]);
      }
      assigned = List.copyOf(inside.assigned);
      loops = inside.loops;
      length = inside.position;
    }
  }

  /** A region that was not walked, behind so many statements and assignments. */
  private record Closed(Region region, int position, int assigned) {}

  private static final Visits.Kind<Region> REGIONS = new Visits.Kind<>();

  LastReads(List<Stmt> body, PassMemory memory) {
    this.memory = memory;
    visit(body);
  }

  /** Reads a region alone. */
  private LastReads(Stmt region) {
    memory = null;
    visit(List.of(region));
  }

  private void region(Stmt stmt) {
    memory.poll();
    Region known = memory.visits().earlier(REGIONS, stmt);
    Region region = known == null ? new Region(new LastReads(stmt)) : known;
    memory.visits().keep(REGIONS, stmt, region);
    closed.putIfAbsent(stmt, new Closed(region, position, assigned.size()));
    for (int i = 0; i < region.read.length; i++) {
      lastRead.put(region.read[i], position + region.last[i]);
    }
    assigned.addAll(region.assigned);
    position += region.length;
  }

  /** Makes the loops of a region known, before anything is asked about them. */
  void open(Stmt region) {
    Closed here = closed.remove(region);
    if (here != null) {
      here.region.loops.forEach(
          (loop, extent) -> loops.putIfAbsent(loop, extent.behind(here.position, here.assigned)));
    }
  }

  private void visit(List<Stmt> body) {
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (memory != null && Visits.isRegion(stmt)) {
        region(stmt);
        continue;
      }
      position++;
      if (stmt instanceof Stmt.Assign a) {
        read(a.value());
        assigned.add(a.var());
        continue;
      }
      int firstAssigned = assigned.size();
      Walk.usedBy(stmt, read);
      stmt.bodies().forEach(this::visit);
      if (stmt instanceof Stmt.Loop loop) {
        loops.putIfAbsent(loop, new Extent(position, firstAssigned, assigned.size()));
      }
    }
  }

  private void read(Expr expr) {
    if (expr instanceof Var var) {
      lastRead.put(var, position);
      if (var.type() instanceof Type.Tensor tensor) {
        for (int i = 0; i < tensor.shape().size(); i++) {
          read(tensor.shape().get(i));
        }
      }
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, read);
    }
  }

  /** Returns whether any statement behind {@code loop} reads {@code var}. */
  boolean isReadBehind(Var var, Stmt.Loop loop) {
    Integer last = lastRead.get(var);
    return last != null && last > loops.get(loop).end;
  }

  /**
   * Returns the variables assigned anywhere in {@code loop}, in program order, but no results of
   * loops or branches.
   */
  List<Var> assigned(Stmt.Loop loop) {
    Extent extent = loops.get(loop);
    return assigned.subList(extent.firstAssigned, extent.endAssigned);
  }
}
