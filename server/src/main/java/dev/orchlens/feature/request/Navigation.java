package dev.orchlens.feature.request;

import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.feature.LspTypes;
import dev.orchlens.feature.TaskNotes;
import dev.orchlens.feature.request.Variable.Kind;
import dev.orchlens.feature.request.Variable.Use;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentHighlightKind;
import org.eclipse.lsp4j.Location;

/** Where what a program names is made, written and read, and who waits for it. */
public final class Navigation {
  private Navigation() {}

  /**
   * Returns where what stands at a position comes from: of a TaskId or tensor the statement that
   * gives it its value there, of a slot all that write the array, of a launch its kernel.
   */
  public static List<Location> definition(FileFacts facts, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    Optional<Variable> variable = Variable.at(analysis, position);
    if (variable.isEmpty()) {
      return implementation(facts, position);
    }
    Optional<Use> here = use(variable.get(), position);
    List<Use> slots =
        variable.get().uses().stream().filter(use -> use.kind() == Kind.STORE).toList();
    boolean slot = here.isPresent() && here.get().element() && here.get().kind() == Kind.READ;
    if (slot && !slots.isEmpty()) {
      return slots.stream().map(use -> location(analysis, use)).toList();
    }
    return variable.get().lastBound(here.map(Use::offset).orElse(0)).stream()
        .map(use -> location(analysis, use))
        .toList();
  }

  /** Returns where the name at a position gets its first value. */
  public static List<Location> declaration(FileAnalysis analysis, TextPosition position) {
    return Variable.at(analysis, position).flatMap(variable -> variable.lastBound(0)).stream()
        .map(use -> location(analysis, use))
        .toList();
  }

  /** Returns the kernels that the launches at a position run. */
  public static List<Location> implementation(FileFacts facts, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    Set<Location> found = new LinkedHashSet<>();
    for (TaskNotes task : tasks(facts, position)) {
      if (facts.of(task.entry()).orElse(null) instanceof Outcome.Compiled compiled) {
        Optional.ofNullable(compiled.result().program().functions().get(task.task().callee()))
            .flatMap(kernel -> analysis.places().of(kernel.origin()))
            .map(LspTypes::location)
            .ifPresent(found::add);
      }
    }
    return List.copyOf(found);
  }

  private static List<TaskNotes> tasks(FileFacts facts, TextPosition position) {
    return TaskNotes.of(facts).stream()
        .filter(task -> task.place().range().touches(position))
        .toList();
  }

  /**
   * Returns every place that names what stands at a position and, of a tensor, the launches that
   * touch its memory under other names; of a launch itself, the launches that wait for it.
   */
  public static List<Location> references(
      FileFacts facts, TextPosition position, boolean declaration) {
    FileAnalysis analysis = facts.analysis();
    Optional<Variable> variable = Variable.at(analysis, position);
    Set<Location> found = new LinkedHashSet<>();
    if (variable.isEmpty()) {
      for (TaskNotes task : tasks(facts, position)) {
        task.waits().stream()
            .flatMap(waits -> waits.after(task.task()).stream())
            .flatMap(wait -> analysis.places().of(wait.other().origin()).stream())
            .map(LspTypes::location)
            .forEach(found::add);
      }
      return List.copyOf(found);
    }
    Optional<Use> first = variable.get().lastBound(0);
    variable.get().uses().stream()
        .filter(use -> declaration || !Optional.of(use).equals(first))
        .map(use -> location(analysis, use))
        .forEach(found::add);
    touching(facts, variable.get()).stream()
        .filter(place -> isElsewhere(analysis, place, variable.get()))
        .map(LspTypes::location)
        .forEach(found::add);
    return List.copyOf(found);
  }

  /** Launches that have a hazard on a buffer of this name with a launch that names it. */
  private static Collection<Place> touching(FileFacts facts, Variable variable) {
    FileAnalysis analysis = facts.analysis();
    Set<Place> places = new LinkedHashSet<>();
    for (TaskNotes task : TaskNotes.of(facts)) {
      boolean named = variable.uses().stream().anyMatch(use -> isIn(use, task.place(), analysis));
      if (named) {
        task.waits().stream()
            .flatMap(waits -> waits.hazards(task.task()).stream())
            .filter(hazard -> hazard.tensor().equals(variable.name()))
            .flatMap(hazard -> nodes(hazard))
            .flatMap(node -> analysis.places().of(node.origin()).stream())
            .forEach(places::add);
      }
    }
    return places;
  }

  private static Stream<OrderNode> nodes(OrderHazard hazard) {
    return Stream.of(hazard.first(), hazard.second());
  }

  private static boolean isIn(Use use, Place place, FileAnalysis analysis) {
    return place.uri().equals(analysis.uri()) && place.range().touches(use.range().start());
  }

  private static boolean isElsewhere(FileAnalysis analysis, Place place, Variable variable) {
    return variable.uses().stream().noneMatch(use -> isIn(use, place, analysis));
  }

  /** Returns every place in the file that names what stands at a position, read or written. */
  public static List<DocumentHighlight> highlights(FileFacts facts, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    Optional<Variable> variable = Variable.at(analysis, position);
    if (variable.isEmpty()) {
      return List.of();
    }
    List<TaskNotes> tasks = TaskNotes.of(facts);
    List<DocumentHighlight> out = new ArrayList<>();
    for (Use use : variable.get().uses()) {
      boolean writes =
          use.kind() != Kind.READ
              || tasks.stream()
                  .filter(task -> isIn(use, task.place(), analysis))
                  .filter(task -> !isRegion(analysis, task.place()))
                  .anyMatch(task -> writes(task, variable.get().name()));
      out.add(
          new DocumentHighlight(
              LspTypes.range(use.range()),
              writes ? DocumentHighlightKind.Write : DocumentHighlightKind.Read));
    }
    return out;
  }

  /** Returns whether a launch is a block of statements, each of which says itself what it does. */
  private static boolean isRegion(FileAnalysis analysis, Place place) {
    int start = analysis.tree().document().lines().offset(place.range().start());
    return analysis.tree().path(start).stream()
        .filter(Stmt.class::isInstance)
        .reduce((_, inner) -> inner)
        .filter(statement -> statement instanceof Stmt.With || statement instanceof Stmt.For)
        .isPresent();
  }

  /** Returns whether a launch writes an argument that is this variable. */
  private static boolean writes(TaskNotes task, String name) {
    return task.task().args().stream()
        .filter(argument -> ExprText.of(argument.value()).equals(name))
        .anyMatch(
            argument ->
                argument.direction() == ArgDirection.OUTPUT
                    || argument.direction() == ArgDirection.IN_OUT
                    || argument.direction() == ArgDirection.OUTPUT_EXISTING);
  }

  private static Optional<Use> use(Variable variable, TextPosition position) {
    return variable.uses().stream().filter(use -> use.range().touches(position)).findFirst();
  }

  private static Location location(FileAnalysis analysis, Use use) {
    return new Location(analysis.uri(), LspTypes.range(use.range()));
  }
}
