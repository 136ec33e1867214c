package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.analysis.facts.TreeNode;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.PipelineResult;
import dev.orchlens.pass.deps.Derivation;
import dev.orchlens.pass.deps.DerivedEdge;
import dev.orchlens.pass.deps.DerivedEdges;
import dev.orchlens.pass.deps.DirectionChoice;
import dev.orchlens.pass.deps.DirectionRewrite;
import dev.orchlens.pass.deps.Fallback;
import dev.orchlens.pass.tools.Launch;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All that is to be said about one task launch under one setting: the fact, its place in the file,
 * and the reasons the passes gave.
 *
 * @param entry the program it belongs to
 * @param function the function that launches it, with all its facts
 * @param task the launch
 * @param place where it stands in the file that is shown: its own place, or the call that was
 *     inlined
 * @param edges what it waits for, user-written edges first; each is made as it is asked for, as
 *     there may be thousands
 * @param rewrites the directions that the compiler changed
 * @param fallbacks the arguments that could not be ordered
 * @param choices why each argument got its direction, before any rewrite
 * @param waits who waits for whom in the function when it runs, where that is known
 * @param manual whether it is launched in a MANUAL scope
 * @param places where origins lie
 */
public record TaskNotes(
    EntryAnalysis entry,
    FunctionFacts function,
    TaskFact task,
    Place place,
    List<EdgeNote> edges,
    List<DirectionRewrite> rewrites,
    List<Fallback> fallbacks,
    List<DirectionChoice> choices,
    Optional<Waits> waits,
    boolean manual,
    Places places) {
  public TaskNotes {
    rewrites = List.copyOf(rewrites);
    fallbacks = List.copyOf(fallbacks);
    choices = List.copyOf(choices);
  }

  /**
   * One thing a task waits for.
   *
   * @param edge what it waits for
   * @param dependency the value that stands for it
   * @param written whether the user wrote it in {@code deps=}
   * @param reasons the accesses it orders; empty for one that only the user knows the reason of
   */
  public record EdgeNote(Edge edge, Expr dependency, boolean written, List<DerivedEdge> reasons) {
    public EdgeNote {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * Returns the notes of every task whose place is in the file, under the given setting, in the
   * order of the tasks.
   */
  public static List<TaskNotes> of(FileFacts facts) {
    return of(facts, _ -> true);
  }

  /** Returns the same of some of the programs. */
  static List<TaskNotes> of(FileFacts facts, Predicate<EntryAnalysis> wanted) {
    FileAnalysis analysis = facts.analysis();
    List<TaskNotes> notes = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries().stream().filter(wanted).toList()) {
      if (facts.of(entry).orElse(null) instanceof Outcome.Compiled compiled) {
        Reasons reasons = Reasons.of(compiled.result());
        for (FunctionFacts function : compiled.functions().values()) {
          Optional<Waits> waits =
              compiled
                  .order()
                  .of(function.function().name())
                  .map(order -> new Waits(function, order));
          Set<Integer> manual = inManualScopes(function.tree(), false, new HashSet<>());
          for (TaskFact task : function.tasks()) {
            analysis
                .places()
                .in(analysis.uri(), task.origin())
                .map(
                    place ->
                        of(entry, reasons, function, task, place, waits, manual, analysis.places()))
                .ifPresent(notes::add);
          }
        }
      }
    }
    return notes;
  }

  private static TaskNotes of(
      EntryAnalysis entry,
      Reasons reasons,
      FunctionFacts function,
      TaskFact task,
      Place place,
      Optional<Waits> waits,
      Set<Integer> manual,
      Places places) {
    Reasons.Key key = new Reasons.Key(function.function().name(), task.call().attrs().launch());
    return new TaskNotes(
        entry,
        function,
        task,
        place,
        new EdgeNotes(task, reasons.edges(), key.function()),
        reasons.rewrites().getOrDefault(key, List.of()),
        reasons.fallbacks().getOrDefault(key, List.of()),
        reasons.choices().getOrDefault(key, List.of()),
        waits,
        manual.contains(task.id()),
        places);
  }

  private static Set<Integer> inManualScopes(
      List<TreeNode> body, boolean manual, Set<Integer> found) {
    for (TreeNode node : body) {
      switch (node) {
        case TreeNode.Task(int id) -> {
          if (manual) {
            found.add(id);
          }
        }
        case TreeNode.Barrier _ -> {}
        case TreeNode.Scope scope -> inManualScopes(scope.body(), manual || scope.manual(), found);
        case TreeNode.Loop loop -> inManualScopes(loop.body(), manual, found);
        case TreeNode.If branch -> {
          inManualScopes(branch.then(), manual, found);
          inManualScopes(branch.orElse(), manual, found);
        }
      }
    }
    return found;
  }

  /** The notes on what a task waits for. */
  private static final class EdgeNotes extends AbstractList<EdgeNote> {
    private final TaskFact task;
    private final DerivedEdges reasons;
    private final String function;
    private final List<Expr> written;
    private final List<Expr> derived;

    EdgeNotes(TaskFact task, DerivedEdges reasons, String function) {
      this.task = task;
      this.reasons = reasons;
      this.function = function;
      this.written =
          task.call() instanceof Expr.Submit submit
              ? submit.deps()
              : task.call().attrs().manualDeps();
      this.derived = task.call().attrs().compilerDeps();
    }

    @Override
    public int size() {
      return written.size() + derived.size();
    }

    @Override
    public EdgeNote get(int index) {
      if (index < written.size()) {
        return new EdgeNote(task.userDeps().get(index), written.get(index), true, List.of());
      }
      int place = index - written.size();
      Expr dependency = derived.get(place);
      List<DerivedEdge> why =
          dependency instanceof Var value
              ? reasons.of(function, task.call().attrs().launch(), value)
              : List.of();
      return new EdgeNote(task.compilerDeps().get(place), dependency, false, why);
    }
  }

  /** What the passes say, by launch: a program of many tasks is asked for each of them. */
  private record Reasons(
      DerivedEdges edges,
      Map<Key, List<DirectionRewrite>> rewrites,
      Map<Key, List<Fallback>> fallbacks,
      Map<Key, List<DirectionChoice>> choices) {

    /** A launch: its function and its number there. */
    private record Key(String function, int launch) {
      static Key of(Launch launch) {
        return new Key(launch.function(), launch.number());
      }
    }

    static Reasons of(PipelineResult result) {
      Derivation derivation = result.derivation();
      return new Reasons(
          derivation.edges(),
          derivation.rewrites().stream()
              .collect(Collectors.groupingBy(r -> Key.of(r.argument().launch()))),
          derivation.fallbacks().stream()
              .collect(Collectors.groupingBy(f -> Key.of(f.argument().launch()))),
          result.directions().stream()
              .collect(Collectors.groupingBy(c -> Key.of(c.argument().launch()))));
    }
  }

  /** Returns how many of the edges the user wrote; they come first. */
  int writtenEdges() {
    return edges.size() - task.call().attrs().compilerDeps().size();
  }

  /** Returns the task of the same function that {@code edge} names, when it names a single one. */
  Optional<TaskFact> producer(Edge edge) {
    return edge instanceof Edge.Task(int id)
        ? Optional.of(function.tasks().get(id))
        : Optional.empty();
  }

  /** Returns the task of the same function that a launch became. */
  Optional<TaskFact> launchedAs(int launch) {
    List<TaskFact> tasks = function.tasks();
    // Mostly every launch is a task, in the same order.
    if (launch >= 0
        && launch < tasks.size()
        && tasks.get(launch).call().attrs().launch() == launch) {
      return Optional.of(tasks.get(launch));
    }
    return tasks.stream().filter(t -> t.call().attrs().launch() == launch).findFirst();
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
