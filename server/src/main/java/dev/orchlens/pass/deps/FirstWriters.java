package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.BufferRoots;
import dev.orchlens.pass.tools.Launch;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds for every launch which buffers it is the first to write in its block (reference:
 * docs/en/dev/passes/derive_call_directions, "R-prior"). A loop or branch counts as one writer to
 * the statements behind it; regions do not count.
 */
final class FirstWriters {
  private final Program program;
  private final BufferRoots roots;
  private final Map<Expr.Invocation, Set<Var>> first = new IdentityHashMap<>();

  private FirstWriters(Program program, BufferRoots roots) {
    this.program = program;
    this.roots = roots;
  }

  static FirstWriters of(Program program, Function function, BufferRoots roots) {
    FirstWriters writers = new FirstWriters(program, roots);
    writers.block(function.body(), new HashSet<>());
    return writers;
  }

  /**
   * Returns whether {@code launch} writes {@code root} before any other statement of its block
   * does.
   */
  boolean isFirst(Expr.Invocation launch, Var root) {
    return first.getOrDefault(launch, Set.of()).contains(root);
  }

  /**
   * Walks a block, {@code written} being the buffers written before; returns those the block itself
   * writes.
   */
  private Set<Var> block(List<Stmt> body, Set<Var> written) {
    Set<Var> here = new HashSet<>();
    for (Stmt stmt : body) {
      Set<Var> added = statement(stmt, written);
      written.addAll(added);
      here.addAll(added);
    }
    return here;
  }

  private Set<Var> statement(Stmt stmt, Set<Var> written) {
    if (stmt instanceof Stmt.Scope region) {
      return block(region.body(), written);
    }
    Set<Var> here = new HashSet<>();
    stmt.computed().ifPresent(value -> here.addAll(value(value, written)));
    stmt.bodies().forEach(inner -> here.addAll(block(inner, new HashSet<>(written))));
    return here;
  }

  private Set<Var> value(Expr value, Set<Var> written) {
    Set<Var> here = new HashSet<>();
    if (!(value instanceof Expr.Invocation call) || !Launch.isLaunch(call)) {
      return here;
    }
    List<Param> params = program.function(call.callee()).map(Function::params).orElse(List.of());
    for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
      ParamDirection direction = params.get(i).direction();
      Optional<Var> root = roots.rootOf(call.args().get(i));
      if (direction == ParamDirection.IN || root.isEmpty()) {
        continue;
      }
      if (direction == ParamDirection.OUT && !written.contains(root.get())) {
        first.computeIfAbsent(call, _ -> new HashSet<>()).add(root.get());
      }
      here.add(root.get());
    }
    return here;
  }
}
