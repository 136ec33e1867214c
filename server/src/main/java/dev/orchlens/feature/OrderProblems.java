package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderHazard.Kind;
import dev.orchlens.order.OrderHazard.Status;
import dev.orchlens.order.OrderNode;
import dev.orchlens.order.RaceCause;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is told of the accesses that nothing orders: one problem for each pair of launches, with
 * what they have in common, the rule that leaves them unordered, and a run that shows it.
 */
final class OrderProblems {

  /** How many tensors a message names. */
  private static final int MOST_NAMES = 3;

  private OrderProblems() {}

  /**
   * A problem and what it tells of.
   *
   * @param hazards the accesses of the two launches, the worst first; none for a buffer that is
   *     released early
   */
  record Found(Problem problem, List<OrderHazard> hazards) {
    /** Returns whether a run was found that leaves the launches unordered. */
    boolean isRace() {
      return !hazards.isEmpty() && hazards.getFirst().status() == Status.RACE;
    }
  }

  private record Pair(OrderNode first, OrderNode second) {}

  /**
   * Returns the problems of a program under a setting; none of one that the compiler rejects, or
   * whose order is not worked out.
   */
  static List<Found> of(FileFacts facts, EntryAnalysis entry) {
    FileAnalysis analysis = facts.analysis();
    if (!(facts.outcome(entry) instanceof Outcome.Compiled compiled)) {
      return List.of();
    }
    List<Found> found = new ArrayList<>();
    Assumptions assumptions = new Assumptions(analysis);
    for (FunctionOrder order : compiled.order().known().values()) {
      pairs(order, assumptions)
          .values()
          .forEach(hazards -> found.add(new Found(problem(analysis, hazards), hazards)));
      order.wrongBuffers().forEach(wrong -> found.add(new Found(problem(wrong), List.of())));
      Map<Origin, List<FunctionOrder.EarlyRelease>> byBuffer = new LinkedHashMap<>();
      order
          .lifetimes()
          .forEach(
              one -> byBuffer.computeIfAbsent(one.allocated(), _ -> new ArrayList<>()).add(one));
      byBuffer.values().forEach(all -> found.add(new Found(released(all), List.of())));
    }
    return found;
  }

  /**
   * Returns the hazards of each two launches that a run leaves unordered, or of which neither is
   * shown.
   */
  private static Map<Pair, List<OrderHazard>> pairs(FunctionOrder order, Assumptions assumptions) {
    Map<Pair, List<OrderHazard>> pairs = new LinkedHashMap<>();
    for (Status status : List.of(Status.RACE, Status.UNPROVEN)) {
      Map<Pair, List<OrderHazard>> own = new LinkedHashMap<>();
      for (OrderHazard hazard : order.hazards()) {
        if (hazard.status() == status
            && !(status == Status.UNPROVEN && assumptions.settle(hazard))) {
          own.computeIfAbsent(new Pair(hazard.first(), hazard.second()), _ -> new ArrayList<>())
              .add(hazard);
        }
      }
      own.forEach(pairs::putIfAbsent);
    }
    return pairs;
  }

  private static Problem problem(FileAnalysis analysis, List<OrderHazard> hazards) {
    OrderHazard worst = hazards.getFirst();
    boolean isRace = worst.status() == Status.RACE;
    RaceCause cause = worst.cause().orElseThrow();
    String behind = "behind " + other(analysis, worst);
    String what = what(hazards);
    String message =
        isRace
            ? "Nothing orders "
                + launch(worst.second())
                + " "
                + behind
                + ": "
                + what
                + ". "
                + cause.rule()
                + example(worst)
                + " "
                + remedy(cause)
            : "It is not shown that "
                + launch(worst.second())
                + " stays "
                + behind
                + ", although "
                + what
                + ". "
                + worst.because()
                + " "
                + remedy(cause)
                + " Where they never meet, a comment at the launch says so: "
                + Assumptions.comment(hazards);
    return new Problem(
        isRace ? cause.code() : Code.ORDER_UNPROVEN,
        message,
        worst.second().origin(),
        isSame(worst)
            ? List.of()
            : List.of(new Problem.Related(worst.first().origin(), earlier(hazards))));
  }

  private static String what(List<OrderHazard> hazards) {
    Map<Kind, List<OrderHazard>> byKind = new LinkedHashMap<>();
    hazards.forEach(h -> byKind.computeIfAbsent(h.kind(), _ -> new ArrayList<>()).add(h));
    return byKind.entrySet().stream()
        .map(e -> access(e.getKey(), e.getValue()))
        .collect(Collectors.joining(", and "));
  }

  private static boolean isSame(OrderHazard hazard) {
    return hazard.first().origin().equals(hazard.second().origin());
  }

  private static String other(FileAnalysis analysis, OrderHazard hazard) {
    return isSame(hazard)
        ? "itself in an earlier iteration"
        : launch(hazard.first()) + line(analysis, hazard.first().origin());
  }

  private static String line(FileAnalysis analysis, Origin origin) {
    return analysis
        .places()
        .of(origin)
        .map(
            p ->
                " in line "
                    + p.line()
                    + (p.uri().equals(analysis.uri()) ? "" : " of " + p.fileName()))
        .orElse("");
  }

  private static String launch(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task -> "the launch of '" + task.callee() + "'";
      case OrderNode.Barrier _ -> "this barrier";
      case OrderNode.HostAccess access ->
          access.writes() ? "the orchestrator's pl.write" : "the orchestrator's pl.read";
    };
  }

  private static String access(Kind kind, List<OrderHazard> hazards) {
    String names = names(hazards);
    return switch (kind) {
      case RAW -> "it reads " + names + ", which that one writes";
      case WAR -> "it writes " + names + ", which that one reads";
      case WAW -> "both write " + names;
    };
  }

  private static String names(List<OrderHazard> hazards) {
    List<String> names = hazards.stream().map(h -> "'" + h.tensor() + "'").distinct().toList();
    List<String> told = names.subList(0, Math.min(names.size(), MOST_NAMES));
    String more = Wording.more(names.size() - told.size());
    return more.isEmpty() && told.size() > 1
        ? String.join(", ", told.subList(0, told.size() - 1)) + " and " + told.getLast()
        : String.join(", ", told) + more;
  }

  private static String earlier(List<OrderHazard> hazards) {
    Set<String> verbs = new LinkedHashSet<>();
    hazards.forEach(h -> verbs.add(h.kind() == Kind.WAR ? "reads" : "writes"));
    return "The other one: it " + String.join(" and ", verbs) + " " + names(hazards) + ".";
  }

  private static String example(OrderHazard race) {
    return race.witness().map(text -> " In one run " + text + ".").orElse("");
  }

  private static String remedy(RaceCause cause) {
    return switch (cause) {
      case IN_MANUAL_SCOPE, INTO_MANUAL_SCOPE -> "Name the TaskId of the earlier launch in deps=.";
      case BEHIND_MANUAL_SCOPE ->
          "Launch both in the same scope, or store the TaskId in an array of TaskIds made before"
              + " the scope and name the array in deps=.";
      case BETWEEN_ITERATIONS ->
          "Carry the TaskId with init_values= and name it in deps=, or use a buffer of its own for"
              + " each iteration.";
      case PARALLEL_ITERATIONS -> "Use pl.range, or give each iteration a part of its own.";
      case OVERWRITES_INPUT ->
          "Name the TaskId of the reader in deps=, or write to a buffer of its own.";
      case OVERLAPPING_WINDOWS ->
          "Name the TaskId of the earlier launch in deps=, or make the parameter pl.InOut.";
      case NO_DEP ->
          "Name the TaskId of the earlier launch in deps=, or drop pl.no_dep where the program has"
              + " it.";
      case MANUAL_DEP -> "Name the TaskId of the earlier launch in deps=, or drop manual_dep=True.";
      case PREDICATE -> "Name the TaskId of the launch that writes the operand in deps=.";
      case HOST_ACCESS ->
          "Let a task access it that names the other one in deps=; where the option"
              + " analyze_auto_scopes_for_deps made the scope MANUAL, leave it off.";
    };
  }

  private static Problem problem(FunctionOrder.WrongBuffer wrong) {
    String name = "'" + wrong.tensor() + "'";
    String told = " What tasks wait for is told as the generated code has it. ";
    if (wrong.hidden()) {
      return new Problem(
          Code.CODEGEN_WRONG_BUFFER,
          "The generated code uses '"
              + wrong.other()
              + "' where the program uses the parameter "
              + name
              + ", which it calls so, too."
              + told
              + "Give this buffer another name.",
          wrong.otherMade(),
          List.of(new Problem.Related(wrong.made(), "The parameter " + name + " is hidden.")));
    }
    boolean isSameLine = wrong.made().equals(wrong.otherMade());
    return new Problem(
        Code.CODEGEN_WRONG_BUFFER,
        isSameLine
            ? "This line makes several buffers, and the generated code uses the first "
                + name
                + " where the program uses a later one, as it knows both by one name."
                + told
                + "Make one buffer in front of the loop, or leave the option"
                + " analyze_auto_scopes_for_deps off."
            : "The generated code uses another buffer, '"
                + wrong.other()
                + "', where the program uses this "
                + name
                + ", as it knows both by one name."
                + told
                + "Give one of the two a name of its own.",
        wrong.made(),
        isSameLine
            ? List.of()
            : List.of(new Problem.Related(wrong.otherMade(), "This buffer is used instead.")));
  }

  /** Returns the problem of a buffer, at the first launch that does not keep it. */
  private static Problem released(List<FunctionOrder.EarlyRelease> all) {
    FunctionOrder.EarlyRelease first = all.getFirst();
    String tensor = "'" + first.tensor() + "'";
    List<Problem.Related> related = new ArrayList<>();
    related.add(new Problem.Related(first.allocated(), "Here " + tensor + " is made."));
    Set<Origin> places = new LinkedHashSet<>();
    all.stream().map(one -> one.user().origin()).forEach(places::add);
    places.remove(first.user().origin());
    places.forEach(place -> related.add(new Problem.Related(place, "This launch uses it, too.")));
    return new Problem(
        Code.MEMORY_RELEASED_EARLY,
        "The runtime may hand out the memory of "
            + tensor
            + " again while "
            + launch(first.user())
            + (places.isEmpty() ? "" : Wording.more(places.size()))
            + (places.isEmpty() ? " still uses it" : " still use it")
            + ": in a MANUAL scope no task keeps alive what pl.create_tensor made,"
            + " and the scope around it ends before the task. Make the buffer outside of the loop,"
            + " or launch the task in an AUTO scope.",
        first.user().origin(),
        related);
  }
}
