package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which names the body of a loop reads before it binds them: the values that a pass takes
 * from the one before.
 */
final class LoopNames {
  private final Set<String> exposed = new HashSet<>();

  private LoopNames() {}

  /** Returns the names that statements read before they bind them. */
  static Set<String> readBeforeBound(List<Stmt> body) {
    LoopNames names = new LoopNames();
    names.block(body, new HashSet<>());
    return names.exposed;
  }

  /**
   * Returns the names that the statements bind themselves, those of blocks inside them left out.
   */
  static Set<String> boundDirectly(List<Stmt> body) {
    Set<String> bound = new LinkedHashSet<>();
    for (Stmt statement : body) {
      switch (statement) {
        case Stmt.Assign assign ->
            assign.targets().forEach(t -> bound.addAll(NameUses.boundByTarget(t)));
        case Stmt.AnnAssign assign -> bound.addAll(NameUses.boundByTarget(assign.target()));
        default -> {}
      }
    }
    return bound;
  }

  private void block(List<Stmt> body, Set<String> written) {
    body.forEach(s -> statement(s, written));
  }

  private void statement(Stmt node, Set<String> written) {
    switch (node) {
      case Stmt.Assign(_, var targets, var value) ->
          assignment(targets, Optional.of(value), written);
      case Stmt.AnnAssign(_, var target, _, var value, _) ->
          assignment(List.of(target), value, written);
      case Stmt.AugAssign(_, var target, _, var value) -> {
        expose(NameUses.read(value), written);
        Set<String> names = NameUses.boundByTarget(target);
        expose(names, written);
        written.addAll(names);
      }
      case Stmt.For loop -> {
        expose(NameUses.read(loop.iterable()), written);
        written.addAll(NameUses.boundByTarget(loop.target()));
        block(loop.body(), written);
        block(loop.orElse(), written);
      }
      case Stmt.If branch -> alternatives(branch, written);
      case Stmt.With region -> {
        for (Part.WithItem item : region.items()) {
          expose(NameUses.read(item.context()), written);
          item.target().ifPresent(t -> written.addAll(NameUses.boundByTarget(t)));
        }
        block(region.body(), written);
      }
      default -> expose(NameUses.read(node), written);
    }
  }

  private void assignment(List<Expr> targets, Optional<Expr> value, Set<String> written) {
    value.ifPresent(v -> expose(NameUses.read(v), written));
    for (Expr target : targets) {
      expose(NameUses.readByTarget(target), written);
      written.addAll(NameUses.boundByTarget(target));
    }
  }

  /** Only what both alternatives bind is bound behind them. */
  private void alternatives(Stmt.If branch, Set<String> written) {
    expose(NameUses.read(branch.test()), written);
    Set<String> then = new HashSet<>(written);
    block(branch.body(), then);
    if (!branch.orElse().isEmpty()) {
      Set<String> otherwise = new HashSet<>(written);
      block(branch.orElse(), otherwise);
      then.retainAll(otherwise);
      written.addAll(then);
    }
  }

  private void expose(Set<String> read, Set<String> written) {
    read.stream().filter(n -> !written.contains(n)).forEach(exposed::add);
  }
}
