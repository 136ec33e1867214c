package dev.orchlens.feature;

import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.analysis.facts.Edge;
import dev.orchlens.analysis.facts.ExprText;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.Origin;
import dev.orchlens.pass.deps.Access;
import dev.orchlens.pass.deps.DirectionRewrite;
import dev.orchlens.pass.deps.Fallback;
import dev.orchlens.pass.deps.Hazard;
import dev.orchlens.pass.storage.Loss;
import dev.orchlens.pass.storage.Region;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The words for facts: the names of the source, the same everywhere. */
final class Wording {
  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  /** What a name must not do in the text of a link in Markdown. */
  private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>]");

  private Wording() {}

  /** Returns what a task waits for, as short as it can be said. */
  static String edge(TaskNotes task, TaskNotes.EdgeNote note) {
    return switch (note.edge()) {
      case Edge.Task(int id) -> name(task, note, id);
      case Edge.Barrier(int id) -> "barrier " + id;
      case Edge.Loop(int _, String var) when note.dependency().type().isTaskIdArray() ->
          var + "[:]";
      case Edge.Loop(int _, String var) -> var + " after its loop";
      case Edge.Carry(int _, String var) -> var + " of the previous iteration";
      case Edge.If(int _, String var) -> var + " after the branch";
      case Edge.Array(String array) when isCompilerMade(array) -> "each TaskId in deps=";
      case Edge.Array(String array) -> array + "[:]";
      case Edge.Slot(String array, var index) -> array + "[" + ExprText.of(index) + "]";
      case Edge.Param(String param) -> param;
      case Edge.Local(String local) -> local;
    };
  }

  /**
   * Returns the words for what is left out of a list: {@code and 1,234 more}; nothing if that is
   * nothing.
   */
  static String more(int left) {
    return left > 0 ? String.format(Locale.ROOT, " and %,d more", left) : "";
  }

  private static String name(TaskNotes task, TaskNotes.EdgeNote note, int id) {
    boolean named =
        note.dependency().type().isTaskId() && note.dependency() instanceof dev.orchlens.ir.Var;
    return named
        ? ExprText.of(note.dependency())
        : "task " + id + " " + task.function().tasks().get(id).callee();
  }

  /**
   * Returns whether an array is the one that lowering makes of slots in {@code deps=}, nameless in
   * the source.
   */
  static boolean isCompilerMade(String array) {
    return array.startsWith("_submit_deps_buf");
  }

  /**
   * Returns the name of the storage of an argument: a window written in the call has no name of its
   * own.
   */
  static String argument(DirectionRewrite rewrite) {
    return rewrite.coveredBy().stream()
        .map(cover -> cover.prior().root().sourceName())
        .findFirst()
        .orElse(rewrite.argument().name());
  }

  /** Returns {@code RAW}, {@code WAR} and {@code WAW} joined, in that order. */
  static String hazards(Set<Hazard> hazards) {
    return Arrays.stream(Hazard.values())
        .filter(hazards::contains)
        .map(Enum::name)
        .collect(Collectors.joining("+"));
  }

  /** Returns the name of a storage with the part of it: {@code x[0:16, 32:64]}. */
  static String access(Access access) {
    return access.root().sourceName() + region(access.region());
  }

  /** Returns the part of a storage that a region stands for, to be put behind its name. */
  static String region(Region region) {
    return switch (region) {
      case Region.Full _ -> "";
      case Region.Box box -> {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < box.offsets().size(); i++) {
          long start = box.offsets().get(i);
          text.append(i == 0 ? "" : ", ").append(start).append(':');
          text.append(
              java.math.BigInteger.valueOf(start)
                  .add(java.math.BigInteger.valueOf(box.shape().get(i))));
        }
        yield text.append(']').toString();
      }
      case Region.Conservative _ -> " (some part of it)";
      case Region.Dynamic _ -> " (a window known only at run time)";
      case Region.Unknown _ -> " (a part that is not known)";
    };
  }

  /** Returns the verb for what a task does with memory. */
  static String verb(Access access) {
    return switch (access.kind()) {
      case READ -> "reads";
      case WRITE -> "writes";
      case READ_WRITE -> "reads and writes";
    };
  }

  /**
   * Returns a Markdown link to the line of an origin, or an empty text when it has no place any
   * more.
   */
  static String link(Places places, Origin origin) {
    return places.of(origin).map(Wording::link).orElse("");
  }

  /** Returns a text of the program as Markdown shows it unchanged: names may be any text. */
  static String code(String text) {
    String line = LINE_BREAK.matcher(text).replaceAll(" ");
    return line.contains("`") ? "`` " + line + " ``" : "`" + line + "`";
  }

  /** Returns the same for a cell of a table. */
  static String cell(String text) {
    return code(text).replace("|", "\\|");
  }

  /** Returns a Markdown link to a place. */
  static String link(Place place) {
    return "["
        + MARKUP.matcher(place.fileName()).replaceAll("\\\\$0")
        + ":"
        + place.line()
        + "]("
        + place.uri()
        + "#L"
        + place.line()
        + ")";
  }

  /** Returns a name as a Markdown link to an origin, or the name alone where that has no place. */
  static String named(Places places, String name, Origin origin) {
    return places
        .of(origin)
        .map(place -> "[" + code(name) + "](" + place.uri() + "#L" + place.line() + ")")
        .orElse(code(name));
  }

  /** Returns a task as a hover names it: number, kernel, link. */
  static String task(Places places, TaskFact task) {
    return "task " + task.id() + " " + code(task.callee()) + " " + link(places, task.origin());
  }

  /** Returns the reason of a fallback as a sentence. */
  static String why(Fallback fallback) {
    String name = "`" + fallback.argument().name() + "`";
    String callee = "`" + fallback.argument().launch().callee() + "`";
    return switch (fallback.reason()) {
      case UNRESOLVED_LOCATION ->
          "The storage of "
              + name
              + " in this launch of "
              + callee
              + " is not known: "
              + fallback.loss().map(Wording::loss).orElse("its origin is not tracked")
              + ".";
      case PRIOR_FROM_INACTIVE_DYNAMIC_LOOP ->
          name
              + " was last used by a launch in a loop with a run-time trip count that has ended, so"
              + " no fixed list of TaskIds can name all its launches.";
      case DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT ->
          name
              + " was used by an earlier launch inside a loop, and no value stands for all"
              + " iterations of that launch.";
      case MISSING_PRIOR_TASK_ID ->
          name
              + " was used by an earlier launch that is a bare statement, so nothing names its"
              + " TaskId.";
    };
  }

  /** Returns what would make a fallback go away. */
  static String remedy(Fallback fallback) {
    return switch (fallback.reason()) {
      case UNRESOLVED_LOCATION ->
          "Name its producer in deps=, or pass the tensor itself, a constant window of it, or the"
              + " result of a kernel.";
      case PRIOR_FROM_INACTIVE_DYNAMIC_LOOP ->
          "Carry the TaskIds out of the loop and name them in deps=, or give the loop a constant"
              + " trip count.";
      case DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT ->
          "Write the edge yourself: launch with pl.submit and name the TaskId in deps=.";
      case MISSING_PRIOR_TASK_ID ->
          "Bind the earlier launch to a name, or launch it with pl.submit.";
    };
  }

  private static String loss(Loss loss) {
    String detail = "`" + loss.detail() + "`";
    return switch (loss.cause()) {
      case UNTRACKED -> "it comes from " + detail + ", which the compiler does not look through";
      case RUNTIME_INDEX -> detail + " accesses a part that depends on run-time indices";
      case TOO_MANY_ROOTS ->
          "branches merge "
              + loss.detail()
              + " buffers into it, and the compiler keeps at most 4 apart";
      case MERGED_UNKNOWN ->
          "a branch or loop merges it from " + detail + ", whose storage is not known";
      case NOT_A_VARIABLE -> "the argument is an expression, not a name";
      case UNTRACKED_VALUE -> detail + " is a kind of value whose storage is not tracked";
    };
  }
}
