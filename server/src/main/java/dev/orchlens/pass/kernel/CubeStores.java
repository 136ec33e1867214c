package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the cube core stores to memory and the vector core of the same kernel loads later: the tile
 * crosses the pipe as well, which tells that it is there. What goes the other way is not told
 * (reference: docs/en/dev/passes/expand_mixed_kernel, "GM-mediated cross-lane dependencies").
 */
final class CubeStores {
  private final Predicate<Var> inMemory;
  private final Predicate<Expr> onCube;
  private final Map<Var, Var> roots = new HashMap<>();
  private final Map<Var, List<Access>> stores = new LinkedHashMap<>();
  private final Map<Var, List<Access>> loads = new HashMap<>();

  /** The bodies around the statement at hand, from the kernel's own. */
  private List<List<Stmt>> bodies = List.of();

  private int order;

  /**
   * A store or load.
   *
   * @param tile the tile
   * @param bodies the bodies around it
   * @param order its place among all stores and loads
   */
  private record Access(Expr tile, List<List<Stmt>> bodies, int order) {
    /** Returns whether this is later and runs whenever {@code store} does, in its body or below. */
    boolean follows(Access store) {
      int depth = store.bodies.size();
      return order > store.order
          && bodies.size() >= depth
          && bodies.get(depth - 1) == store.bodies.getLast();
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

  private CubeStores(Predicate<Var> inMemory, Predicate<Expr> onCube) {
    this.inMemory = inMemory;
    this.onCube = onCube;
  }

  /**
   * Returns the tiles that the cube core stores for the vector core, each to memory that nothing
   * else is stored to.
   *
   * @param inMemory which tensors are in memory
   * @param onCube which tiles are on the cube core
   */
  static List<Expr> readByVectorCore(
      Function kernel, Predicate<Var> inMemory, Predicate<Expr> onCube) {
    CubeStores found = new CubeStores(inMemory, onCube);
    found.body(kernel.body());
    List<Expr> tiles = new ArrayList<>();
    found.stores.forEach(
        (root, of) -> {
          Access store = of.getFirst();
          boolean read =
              found.loads.getOrDefault(root, List.of()).stream().anyMatch(l -> l.follows(store));
          if (of.size() == 1 && onCube.test(store.tile) && read) {
            tiles.add(store.tile);
          }
        });
    return tiles;
  }

  private void body(List<Stmt> body) {
    List<List<Stmt>> around = bodies;
    bodies = new ArrayList<>(around);
    bodies.add(body);
    body.forEach(this::statement);
    bodies = around;
  }

  private void statement(Stmt stmt) {
    if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)) {
      access(var, call);
    } else if (stmt instanceof Stmt.Scope region) {
      region.body().forEach(this::statement);
    } else {
      stmt.bodies().forEach(this::body);
    }
  }

  private void access(Var var, Expr.Call call) {
    boolean stores = call.isOp(Ops.TILE_STORE) && call.args().size() >= 3;
    boolean assembles = call.isOp(Ops.TENSOR_ASSEMBLE) && inMemory.test(var);
    if (stores || assembles) {
      if (call.args().get(stores ? 2 : 0) instanceof Var target) {
        Var root = roots.getOrDefault(target, target);
        roots.put(var, root);
        add(this.stores, root, call.args().get(stores ? 0 : 1));
      }
    } else if ((call.isOp(Ops.TILE_LOAD) || call.isOp(Ops.TENSOR_SLICE))
        && call.args().getFirst() instanceof Var source
        && inMemory.test(source)
        && !onCube.test(var)) {
      add(loads, roots.getOrDefault(source, source), var);
    }
  }

  private void add(Map<Var, List<Access>> to, Var root, Expr tile) {
    to.computeIfAbsent(root, _ -> new ArrayList<>()).add(new Access(tile, bodies, order++));
  }
}
