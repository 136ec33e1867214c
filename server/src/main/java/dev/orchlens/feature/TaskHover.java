package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Type;
import dev.orchlens.pass.DerivedEdge;
import dev.orchlens.pass.DirectionRewrite;
import dev.orchlens.pass.Fallback;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The hover of a task launch: its kernel, its arguments, and what it waits for with the reason of each edge. */
final class TaskHover {
  private final Places places;
  private final TaskNotes notes;
  private final StringBuilder out = new StringBuilder();

  private TaskHover(Places places, TaskNotes notes) {
    this.places = places;
    this.notes = notes;
  }

  /** Returns the Markdown for one task. */
  static String of(FileAnalysis analysis, TaskNotes notes) {
    TaskHover hover = new TaskHover(analysis.places(), notes);
    hover.head();
    hover.arguments();
    hover.edges();
    hover.fallbacks();
    return hover.out.toString().stripTrailing();
  }

  private void head() {
    TaskFact task = notes.task();
    out.append("**task ").append(task.id()).append("** `").append(task.callee()).append("` on ");
    out.append(task.kind().label());
    task.coreNum().ifPresent(n -> out.append(", ").append(ExprText.of(n)).append(" blocks"));
    if (task.call().attrs().allowEarlyResolve()) {
      out.append(", may resolve early");
    }
    task.predicate().ifPresent(p -> out.append(", runs only if `").append(ExprText.of(p)).append('`'));
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
      out.append("| `").append(ExprText.of(arg.value())).append("` | ").append(arg.direction().label()).append(" | ");
      out.append(rewrite.map(this::rewrite).orElse(meaning(arg.direction()))).append(" |\n");
    }
    out.append('\n');
  }

  private String rewrite(DirectionRewrite rewrite) {
    String covers =
        rewrite.coveredBy().stream()
            .map(
                c ->
                    Wording.hazards(c.hazards())
                        + " against task "
                        + c.prior().argument().launch().number()
                        + (c.written() ? " by deps=" : " by a derived edge"))
            .distinct()
            .collect(Collectors.joining("; "));
    return "was " + rewrite.from().label() + "; the runtime need not look it up: " + covers;
  }

  private static String meaning(ArgDirection direction) {
    return switch (direction) {
      case INPUT -> "read; the runtime finds its producer";
      case OUTPUT -> "written; the runtime allocates it";
      case IN_OUT -> "read and written; the runtime finds its producer";
      case OUTPUT_EXISTING -> "written in place; no look-up";
      case NO_DEP -> "excused: the runtime does not look it up";
      case SCALAR -> "a scalar";
    };
  }

  private void edges() {
    if (notes.edges().isEmpty()) {
      out.append("Waits for nothing that is listed; the runtime orders it by its tensor arguments.\n");
      return;
    }
    out.append("Waits for\n");
    for (TaskNotes.EdgeNote edge : notes.edges()) {
      out.append("- ").append("`").append(Wording.edge(notes, edge)).append("`");
      notes.producer(edge.edge()).ifPresent(p -> out.append(", ").append(Wording.task(places, p)));
      out.append(edge.written() ? ": written in `deps=`" : ": derived").append('\n');
      edge.reasons().stream().map(this::reason).distinct().forEach(r -> out.append("  - ").append(r).append('\n'));
    }
  }

  private String reason(DerivedEdge reason) {
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
      out.append("\n**Fallback** `").append(fallback.reason().label()).append("`: ").append(Wording.why(fallback));
      out.append(' ').append(Wording.remedy(fallback)).append('\n');
    }
  }
}
