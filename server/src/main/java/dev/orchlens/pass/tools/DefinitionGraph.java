package dev.orchlens.pass.tools;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which variables the definitions of each variable read. Every carry and every result of a loop or
 * branch is taken to depend on all that goes into it, and a variable with several definitions on
 * what any of them reads: a variable that reaches another one for certain is never missed.
 */
public final class DefinitionGraph {
  private final Map<Var, Set<Var>> sources = new HashMap<>();

  private DefinitionGraph() {}

  /** Returns the graph of a body. */
  public static DefinitionGraph of(List<Stmt> body) {
    DefinitionGraph graph = new DefinitionGraph();
    Walk.statements(body, graph::define);
    return graph;
  }

  /** Returns the variables that an expression reads. */
  public static Set<Var> read(Expr expr) {
    Set<Var> read = new HashSet<>();
    add(expr, read);
    return read;
  }

  private static void add(Expr expr, Set<Var> read) {
    Walk.expression(
        expr,
        part -> {
          if (part instanceof Var var) {
            read.add(var);
          }
        });
  }

  private void define(Stmt stmt) {
    Set<Var> read = new HashSet<>();
    switch (stmt) {
      case Stmt.Assign s -> sources(s.var()).addAll(read(s.value()));
      case Stmt.Loop s -> {
        yielded(s.body(), read);
        s.carries().stream().map(Carry::init).forEach(init -> add(init, read));
        s.carries().forEach(carry -> sources(carry.var()).addAll(read));
        s.results().forEach(result -> sources(result).addAll(read));
      }
      case Stmt.If s -> {
        yielded(s.then(), read);
        s.orElse().ifPresent(orElse -> yielded(orElse, read));
        s.results().forEach(result -> sources(result).addAll(read));
      }
      default -> {}
    }
  }

  private Set<Var> sources(Var var) {
    return sources.computeIfAbsent(var, _ -> new HashSet<>());
  }

  /** Adds what a body yields; the loops inside it take what theirs yield themselves. */
  private static void yielded(List<Stmt> body, Set<Var> read) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Yield yield) {
        yield.values().forEach(value -> add(value, read));
      } else if (!(stmt instanceof Stmt.Loop)) {
        stmt.bodies().forEach(inner -> yielded(inner, read));
      }
    }
  }

  /** Returns whether one of {@code vars} is {@code origin} or was made from it, in some steps. */
  public boolean comesFrom(Collection<Var> vars, Var origin) {
    Set<Var> seen = new HashSet<>(vars);
    Deque<Var> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      Var var = open.pop();
      if (var == origin) {
        return true;
      }
      for (Var source : sources.getOrDefault(var, Set.of())) {
        if (seen.add(source)) {
          open.push(source);
        }
      }
    }
    return false;
  }
}
