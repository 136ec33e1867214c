package dev.orchlens.module.eval;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Pattern;
import dev.orchlens.syntax.Stmt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that belong to a function because its code binds them somewhere (Python language
 * reference, "Naming and binding"): until one is bound it stands for nothing, whatever is outside.
 */
final class Locals {
  private final Set<String> bound = new HashSet<>();
  private final Set<String> elsewhere = new HashSet<>();

  private Locals() {}

  static Set<String> of(Stmt.FunctionDef definition) {
    Locals locals = new Locals();
    definition.parameters().forEach(parameter -> locals.bound.add(parameter.name().text()));
    definition.body().forEach(locals::look);
    locals.bound.removeAll(locals.elsewhere);
    return Set.copyOf(locals.bound);
  }

  private void look(Node node) {
    switch (node) {
      case Stmt.FunctionDef def -> {
        bound.add(def.name().text());
        return; // Its own names are its own.
      }
      case Stmt.ClassDef def -> {
        bound.add(def.name().text());
        return;
      }
      case Expr.Lambda _ -> {
        return;
      }
      case Stmt.Global(_, List<Part.Identifier> names) ->
          names.forEach(name -> elsewhere.add(name.text()));
      case Stmt.Nonlocal(_, List<Part.Identifier> names) ->
          names.forEach(name -> elsewhere.add(name.text()));
      case Stmt.Assign assign -> assign.targets().forEach(this::target);
      case Stmt.AugAssign assign -> target(assign.target());
      case Stmt.AnnAssign assign -> target(assign.target());
      case Stmt.Delete delete -> delete.targets().forEach(this::target);
      case Stmt.For loop -> target(loop.target());
      case Stmt.With with -> with.items().forEach(item -> item.target().ifPresent(this::target));
      case Stmt.Import imports -> imports.names().forEach(alias -> bound.add(alias.bound().text()));
      case Stmt.ImportFrom imports ->
          imports.names().forEach(alias -> bound.add(alias.bound().text()));
      case Expr.NamedExpr named -> target(named.target());
      case Part.ExceptHandler handler -> handler.name().ifPresent(name -> bound.add(name.text()));
      case Pattern.CapturePattern capture ->
          capture.name().ifPresent(name -> bound.add(name.text()));
      case Pattern.StarPattern star -> star.name().ifPresent(name -> bound.add(name.text()));
      case Pattern.MappingPattern mapping ->
          mapping.rest().ifPresent(name -> bound.add(name.text()));
      default -> {}
    }
    node.children().forEach(this::look);
  }

  private void target(Expr target) {
    switch (target) {
      case Expr.Name name -> bound.add(name.id());
      case Expr.TupleExpr tuple -> tuple.elements().forEach(this::target);
      case Expr.ListExpr list -> list.elements().forEach(this::target);
      case Expr.Starred starred -> target(starred.value());
      default -> {}
    }
  }
}
