package dev.orchlens.feature;

import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Type;
import dev.orchlens.pass.deps.DerivedEdge;
import dev.orchlens.pass.deps.DirectionRewrite;
import dev.orchlens.pass.deps.Fallback;
import dev.orchlens.pass.tools.Launch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The hover of a task launch: its kernel, its arguments, and what it waits for with the reason of
 * each edge.
 */
final class TaskHover {
  /**
   * How many edges, and how many accesses that an argument is covered against, are told one by one.
   */
  private static final int MOST_EDGES = 16;

  private final Places places;
  private final TaskNotes notes;
  private final StringBuilder out = new StringBuilder();

  private TaskHover(Places places, TaskNotes notes) {
    this.places = places;
    this.notes = notes;
  }

  /** Returns the Markdown for one task. */
  static String of(TaskNotes notes) {
    TaskHover hover = new TaskHover(notes.places(), notes);
    hover.head();
    hover.arguments();
    notes
        .waits()
        .ifPresentOrElse(waits -> hover.out.append(WaitsText.of(notes, waits)), hover::edges);
    hover.fallbacks();
    return hover.out.toString().stripTrailing();
  }

  private void head() {
    TaskFact task = notes.task();
    out.append("**task ").append(task.id()).append("** ");
    out.append(Wording.code(task.callee())).append(" on ");
    out.append(task.kind().label());
    task.coreNum().ifPresent(n -> out.append(", ").append(ExprText.of(n)).append(" blocks"));
    if (task.call().attrs().allowEarlyResolve()) {
      out.append(", may resolve early");
    }
    task.predicate()
        .ifPresent(p -> out.append(", runs only if `").append(ExprText.of(p)).append('`'));
    out.append("\n\n");
  }

  private void arguments() {
    List<TaskFact.Argument> args = notes.task().args();
    if (args.isEmpty()) {
      return;
    }
    out.append("| argument | direction | |\n|---|---|---|\n");
    for (int i = 0; i < args.size(); i++) {
      int index = i;
      TaskFact.Argument arg = args.get(i);
      if (arg.value().type() instanceof Type.Scalar) {
        continue;
      }
      Optional<DirectionRewrite> rewrite =
          notes.rewrites().stream().filter(r -> r.argument().index() == index).findFirst();
      out.append("| ")
          .append(Wording.cell(ExprText.of(arg.value())))
          .append(window(index, arg))
          .append(" | ");
      out.append(arg.direction().label()).append(" | ");
      out.append(
              rewrite.map(this::rewrite).orElseGet(() -> meaning(arg.direction()) + because(index)))
          .append(" |\n");
    }
    out.append('\n');
  }

  /** Returns the storage that an argument stands for, where an edge tells and the name does not. */
  private String window(int index, TaskFact.Argument arg) {
    return notes.edges().stream()
        .limit(MOST_EDGES)
        .flatMap(edge -> edge.reasons().stream())
        .map(DerivedEdge::access)
        .filter(access -> access.argument().index() == index)
        .map(Wording::access)
        .filter(access -> !access.equals(ExprText.of(arg.value())))
        .findFirst()
        .map(access -> " = `" + access + "`")
        .orElse("");
  }

  /** Returns why the direction is another one than the kernel declares. */
  private String because(int index) {
    return notes.choices().stream()
        .filter(choice -> choice.argument().index() == index)
        .findFirst()
        .map(
            choice ->
                switch (choice.rule()) {
                  case DECLARED, FIRST_WRITER -> "";
                  case SEQUENTIAL_LOOP ->
                      ", as the next iteration of the loop around must wait for this one";
                  case AMBIGUOUS_BUFFER -> ", as it may be one of several buffers";
                  case PRIOR_WRITER -> ", as something before it wrote the buffer already";
                  case ENCLOSING_IN_OUT -> ", as the function around declares the buffer InOut";
                  case EXCUSED_BY_USER -> ", as `no_dep` says";
                })
        .orElse("");
  }

  private String rewrite(DirectionRewrite rewrite) {
    String covers =
        rewrite.coveredBy().stream()
            .limit(MOST_EDGES)
            .map(
                c ->
                    Wording.hazards(c.hazards())
                        + " against "
                        + earlier(c.prior().argument().launch())
                        + (c.written() ? " by deps=" : " by a derived edge"))
            .distinct()
            .collect(Collectors.joining("; "));
    return "was "
        + rewrite.from().label()
        + "; the runtime need not look it up: "
        + covers
        + Wording.more(rewrite.coveredBy().size() - MOST_EDGES);
  }

  private String earlier(Launch launch) {
    return notes
        .launchedAs(launch.number())
        .map(task -> Wording.task(places, task))
        .orElse(Wording.code(launch.callee()) + " " + Wording.link(places, launch.origin()));
  }

  /** What the runtime does about an argument (docs/order.md, rules A, D and S). */
  private String meaning(ArgDirection direction) {
    String manual = "; in a MANUAL scope the runtime looks nothing up";
    return switch (direction) {
      case INPUT ->
          "read" + (notes.manual() ? manual : "; the task waits for its recorded writers");
      case OUTPUT -> "written; the runtime allocates it";
      case IN_OUT ->
          "read and written"
              + (notes.manual()
                  ? manual
                  : "; the task waits for its recorded writers, not for its readers");
      case OUTPUT_EXISTING ->
          "written in place"
              + (notes.manual()
                  ? manual
                  : "; the task waits neither for its writers nor for its readers");
      case NO_DEP -> "excused: the runtime neither looks it up nor records it";
      case SCALAR -> "a scalar";
    };
  }

  private void edges() {
    if (notes.edges().isEmpty()) {
      out.append("`deps=` names nothing, and the compiler derives nothing.\n");
      return;
    }
    out.append("Waits for\n");
    for (TaskNotes.EdgeNote edge :
        notes.edges().subList(0, Math.min(MOST_EDGES, notes.edges().size()))) {
      out.append("- ").append("`").append(Wording.edge(notes, edge)).append("`");
      notes.producer(edge.edge()).ifPresent(p -> out.append(", ").append(Wording.task(places, p)));
      out.append(edge.written() ? ": written in `deps=`" : ": derived").append('\n');
      edge.reasons().stream()
          .map(reason -> reason(places, reason))
          .distinct()
          .forEach(r -> out.append("  - ").append(r).append('\n'));
    }
    if (notes.edges().size() > MOST_EDGES) {
      out.append("-").append(Wording.more(notes.edges().size() - MOST_EDGES)).append('\n');
    }
  }

  /** Returns why the compiler derived an edge. */
  static String reason(Places places, DerivedEdge reason) {
    return "**"
        + Wording.hazards(reason.hazards())
        + "** `"
        + reason.access().root().sourceName()
        + "`: this task "
        + Wording.verb(reason.access())
        + " `"
        + Wording.access(reason.access())
        + "` through `"
        + reason.access().argument().name()
        + "`; `"
        + reason.producer().callee()
        + "` "
        + Wording.verb(reason.prior())
        + " `"
        + Wording.access(reason.prior())
        + "` at "
        + Wording.link(places, reason.producer().origin());
  }

  private void fallbacks() {
    for (Fallback fallback : notes.fallbacks()) {
      out.append("\n**Fallback** `")
          .append(fallback.reason().code().section())
          .append("`: ")
          .append(Wording.why(fallback));
      out.append(' ').append(Wording.remedy(fallback)).append('\n');
    }
  }
}
