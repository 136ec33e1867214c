package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.Expr;
import dev.orchlens.pass.Derivation;
import dev.orchlens.pass.DerivedEdge;
import dev.orchlens.pass.DirectionRewrite;
import dev.orchlens.pass.Fallback;
import dev.orchlens.pass.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that is to be said about one task launch under one setting: the fact, its place in the file, and the reasons the
 * passes gave.
 *
 * @param entry the program it belongs to
 * @param function the function that launches it, with all its facts
 * @param task the launch
 * @param place where it stands in the file that is shown: its own place, or the call that was inlined
 * @param edges what it waits for, user-written edges first
 * @param rewrites the directions that the compiler changed
 * @param fallbacks the arguments that could not be ordered
 */
record TaskNotes(
    EntryAnalysis entry,
    FunctionFacts function,
    TaskFact task,
    Place place,
    List<EdgeNote> edges,
    List<DirectionRewrite> rewrites,
    List<Fallback> fallbacks) {
  TaskNotes {
    edges = List.copyOf(edges);
    rewrites = List.copyOf(rewrites);
    fallbacks = List.copyOf(fallbacks);
  }

  /**
   * One thing a task waits for.
   *
   * @param edge what it waits for
   * @param dependency the value that stands for it
   * @param written whether the user wrote it in {@code deps=}
   * @param reasons the accesses it orders; empty for one that only the user knows the reason of
   */
  record EdgeNote(Edge edge, Expr dependency, boolean written, List<DerivedEdge> reasons) {
    EdgeNote {
      reasons = List.copyOf(reasons);
    }
  }

  /** Returns the notes of every task whose place is in the file, under the given setting, in the order of the tasks. */
  static List<TaskNotes> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    List<TaskNotes> notes = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (entry.facts(analyzeAutoScopes).orElse(null) instanceof Outcome.Compiled compiled) {
        for (FunctionFacts function : compiled.functions().values()) {
          for (TaskFact task : function.tasks()) {
            analysis
                .places()
                .in(analysis.uri(), task.origin())
                .map(place -> of(entry, compiled, function, task, place))
                .ifPresent(notes::add);
          }
        }
      }
    }
    return notes;
  }

  private static TaskNotes of(
      EntryAnalysis entry, Outcome.Compiled compiled, FunctionFacts function, TaskFact task, Place place) {
    Derivation derivation = compiled.result().derivation();
    return new TaskNotes(
        entry,
        function,
        task,
        place,
        edges(derivation, function, task),
        derivation.rewrites().stream().filter(r -> same(r.argument().launch(), function, task)).toList(),
        derivation.fallbacks().stream().filter(f -> same(f.argument().launch(), function, task)).toList());
  }

  private static List<EdgeNote> edges(Derivation derivation, FunctionFacts function, TaskFact task) {
    List<Expr> written =
        task.call() instanceof Expr.Submit submit ? submit.deps() : task.call().attrs().manualDeps();
    List<Expr> derived = task.call().attrs().compilerDeps();
    List<EdgeNote> notes = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      notes.add(new EdgeNote(task.userDeps().get(i), written.get(i), true, List.of()));
    }
    for (int i = 0; i < derived.size(); i++) {
      Expr dependency = derived.get(i);
      List<DerivedEdge> reasons =
          derivation.edges().stream()
              .filter(e -> same(e.consumer(), function, task) && e.waitsFor() == dependency)
              .toList();
      notes.add(new EdgeNote(task.compilerDeps().get(i), dependency, false, reasons));
    }
    return notes;
  }

  private static boolean same(Launch launch, FunctionFacts function, TaskFact task) {
    return launch.function().equals(function.function().name()) && launch.number() == task.call().attrs().launch();
  }

  /** Returns the task of the same function that {@code edge} names, when it names a single one. */
  Optional<TaskFact> producer(Edge edge) {
    return edge instanceof Edge.Task(int id) ? Optional.of(function.tasks().get(id)) : Optional.empty();
  }
}
