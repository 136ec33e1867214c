package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.feature.LaunchText.Edit;
import dev.orchlens.ir.Problem;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderHazard.Status;
import dev.orchlens.order.OrderNode;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.LineIndex;
import dev.orchlens.text.TextEdit;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Edits that order two launches. Each is tried: none is returned that leaves the race, makes
 * another one, or an error.
 */
final class OrderFixes {
  private final FileFacts facts;
  private final FileAnalysis analysis;
  private final Trial trial;

  /**
   * An edit of a file.
   *
   * @param title what it does
   * @param edits each counts positions in the text as it is; the last place of the text comes first
   * @param isSafe whether it changes nothing but which tasks wait for which
   */
  record Fix(String title, List<TextEdit> edits, boolean isSafe) {
    Fix safely() {
      return new Fix(title, edits, true);
    }
  }

  /** Two launches as both texts name them: no edit of ours adds, removes or moves a launch. */
  private record Pair(String entry, String function, String first, String second) {}

  OrderFixes(FileFacts facts, Trial trial) {
    this.facts = facts;
    this.analysis = facts.analysis();
    this.trial = trial;
  }

  /** Returns the edits that mend a race, the one that changes least first. */
  List<Fix> of(OrderProblems.Found race) {
    OrderHazard worst = race.hazards().getFirst();
    List<Fix> candidates = new ArrayList<>();
    Optional<LaunchText> later = LaunchText.at(analysis, worst.second().origin());
    Optional<LaunchText> earlier = LaunchText.at(analysis, worst.first().origin());
    if (later.isPresent() && earlier.isPresent() && !later.get().isSameAs(earlier.get())) {
      candidates.addAll(waits(worst, earlier.get(), later.get()));
    }
    List<Edit> followed = new ArrayList<>();
    earlier.ifPresent(l -> followed.addAll(l.withoutNoDep()));
    later
        .filter(l -> earlier.isEmpty() || !l.isSameAs(earlier.get()))
        .ifPresent(l -> followed.addAll(l.withoutNoDep()));
    if (!followed.isEmpty()) {
      candidates.add(fix("Drop pl.no_dep, so that the runtime orders the two launches", followed));
    }
    LaunchText.at(analysis, worst.allocated())
        .flatMap(made -> made.without("manual_dep"))
        .ifPresent(
            edit ->
                candidates.add(
                    fix(
                        "Drop manual_dep=True of '"
                            + worst.tensor()
                            + "', so that the runtime orders who uses it",
                        List.of(edit))));
    candidates.addAll(readOutputs(worst.second()));
    Set<Pair> before = races(analysis);
    Set<Pair> mended = new HashSet<>(before);
    mended.removeIf(
        pair -> pair.first.equals(name(worst.first())) && pair.second.equals(name(worst.second())));
    return candidates.stream().filter(fix -> mends(fix, mended)).toList();
  }

  /** The later launch names the TaskId of the earlier one in {@code deps=}. */
  private List<Fix> waits(OrderHazard race, LaunchText earlier, LaunchText later) {
    List<Fix> fixes = new ArrayList<>();
    for (LaunchText.Named named : earlier.named(fresh(race.first()))) {
      String title =
          named.edits().isEmpty()
              ? "Name " + named.taskId() + " in deps=, so that this task waits for it"
              : "Name the TaskId of '"
                  + race.first().name()
                  + "' and wait for it: deps=["
                  + named.taskId()
                  + "]";
      for (List<Edit> waiting : later.waitingFor(named.taskId())) {
        List<Edit> all = new ArrayList<>(named.edits());
        all.addAll(waiting);
        fixes.add(fix(title, all).safely());
      }
    }
    return fixes;
  }

  /** Returns a name that the file does not use. */
  private String fresh(OrderNode node) {
    String text = analysis.tree().document().text();
    String stem = (node instanceof OrderNode.Task task ? task.callee() : "task") + "_done";
    String name = stem;
    for (int i = 2; text.contains(name); i++) {
      name = stem + "_" + i;
    }
    return name;
  }

  /** An output that is declared as read too is looked up. */
  private List<Fix> readOutputs(OrderNode node) {
    List<Fix> fixes = new ArrayList<>();
    if (node instanceof OrderNode.Task task) {
      for (TopLevel item : analysis.tree().items()) {
        item.statements().forEach(statement -> readOutputs(item, statement, task.callee(), fixes));
      }
    }
    return fixes;
  }

  private void readOutputs(TopLevel item, Node node, String kernel, List<Fix> fixes) {
    if (node instanceof Stmt.FunctionDef def && def.name().text().equals(kernel)) {
      for (Part.Parameter parameter : def.parameters()) {
        if (parameter.annotation().orElse(null) instanceof Expr.Subscript subscript
            && subscript.value() instanceof Expr.Attribute direction
            && direction.name().text().equals("Out")) {
          int start = analysis.tree().start(item) + direction.name().range().start();
          fixes.add(
              fix(
                  "Make '"
                      + parameter.name().text()
                      + "' of "
                      + kernel
                      + " pl.InOut, so that it waits for earlier writers",
                  List.of(new Edit(start, start + "Out".length(), "InOut"))));
        }
      }
    } else {
      node.children().stream()
          .filter(Stmt.class::isInstance)
          .forEach(child -> readOutputs(item, child, kernel, fixes));
    }
  }

  private Fix fix(String title, List<Edit> edits) {
    LineIndex lines = analysis.tree().document().lines();
    return new Fix(
        title,
        edits.stream()
            .sorted(Comparator.comparingInt(Edit::start).reversed())
            .map(
                e ->
                    new TextEdit(
                        Optional.of(
                            new TextRange(lines.position(e.start()), lines.position(e.end()))),
                        e.text()))
            .toList(),
        false);
  }

  /** Returns the edits that save what a hint tells of. */
  List<Fix> of(OrderHints.Hint hint) {
    Optional<LaunchText> launch = LaunchText.at(analysis, hint.task().origin());
    if (launch.isEmpty()) {
      return List.of();
    }
    if (!hint.name().isEmpty()) {
      return launch
          .get()
          .dep(hint.name())
          .flatMap(entry -> launch.get().withoutDep(entry))
          .map(edit -> fix("Remove '" + hint.name() + "' from deps=", List.of(edit)).safely())
          .filter(fix -> mends(fix, races(analysis)))
          .map(List::of)
          .orElse(List.of());
    }
    List<Edit> edits = new ArrayList<>();
    List<Fix> candidates = new ArrayList<>();
    for (Node loop : launch.get().sequentialLoops(analysis)) {
      edits.add(launch.get().instead(loop, "parallel"));
      String title = "Run the iterations side by side: pl.parallel instead of pl.range";
      candidates.add(fix(title, List.copyOf(edits)));
    }
    Set<Pair> before = races(analysis);
    return candidates.stream()
        .filter(fix -> mends(fix, before) && frees(fix, hint))
        .limit(1)
        .toList();
  }

  private boolean frees(Fix fix, OrderHints.Hint hint) {
    return trial
        .of(analysis, fix.edits())
        .filter(
            after ->
                OrderHints.of(facts.with(after)).stream()
                    .noneMatch(h -> h.name().isEmpty() && name(h.task()).equals(name(hint.task()))))
        .isPresent();
  }

  // ---------------------------------------------------------------- the proof

  private boolean mends(Fix fix, Set<Pair> mended) {
    return trial
        .of(analysis, fix.edits())
        .filter(after -> errors(after) <= errors(analysis) && isOrdered(after))
        .filter(after -> mended.containsAll(races(after)))
        .isPresent();
  }

  private boolean isOrdered(FileAnalysis after) {
    return after.defects().isEmpty()
        && after.entries().size() == analysis.entries().size()
        && facts.with(after).isOrdered();
  }

  private long errors(FileAnalysis file) {
    return file.problems().stream().filter(OrderFixes::isError).count()
        + file.entries().stream()
            .flatMap(e -> facts.outcome(e).problems().stream())
            .filter(OrderFixes::isError)
            .count();
  }

  private static boolean isError(Problem problem) {
    return problem.stops();
  }

  /** Returns the launches that nothing orders, or of which it is not shown. */
  private Set<Pair> races(FileAnalysis file) {
    Set<Pair> races = new HashSet<>();
    for (EntryAnalysis entry : file.entries()) {
      if (facts.outcome(entry) instanceof Outcome.Compiled compiled) {
        compiled
            .order()
            .known()
            .forEach((function, order) -> races.addAll(races(entry.name(), function, order)));
      }
    }
    return races;
  }

  private static List<Pair> races(String entry, String function, FunctionOrder order) {
    return order.hazards().stream()
        .filter(h -> h.status() == Status.RACE || h.status() == Status.UNPROVEN)
        .map(h -> new Pair(entry, function, name(h.first()), name(h.second())))
        .toList();
  }

  private static String name(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task -> "task " + task.id();
      case OrderNode.Barrier barrier -> "barrier " + barrier.id();
      case OrderNode.HostAccess access -> "access " + access.id();
    };
  }
}
