package dev.orchlens.feature.request;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.feature.LspTypes;
import dev.orchlens.feature.TaskNotes;
import dev.orchlens.feature.Waits;
import dev.orchlens.order.OrderNode;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.eclipse.lsp4j.CallHierarchyIncomingCall;
import org.eclipse.lsp4j.CallHierarchyItem;
import org.eclipse.lsp4j.CallHierarchyOutgoingCall;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.SymbolKind;

/**
 * The order of tasks as the protocol's call hierarchy: the calls that come in are what a task waits
 * for, those that go out are the tasks that wait for it.
 */
public final class TaskHierarchy {
  /** How many tasks of one line, and how many neighbours of a task, are told. */
  private static final int MOST = 500;

  private TaskHierarchy() {}

  /** Returns the tasks that a position launches, of each program and each call that inlines it. */
  public static List<CallHierarchyItem> at(FileFacts facts, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    return TaskNotes.of(facts).stream()
        .filter(task -> task.place().range().touches(position))
        .limit(MOST)
        .map(task -> item(analysis, task))
        .toList();
  }

  /** Returns what a task waits for; nothing where it is not there any more. */
  public static List<CallHierarchyIncomingCall> incoming(FileFacts facts, CallHierarchyItem item) {
    return neighbours(
        facts,
        item,
        Waits::of,
        (_, other) -> new CallHierarchyIncomingCall(other, List.of(other.getSelectionRange())));
  }

  /** Returns the tasks that wait for a task; nothing where it is not there any more. */
  public static List<CallHierarchyOutgoingCall> outgoing(FileFacts facts, CallHierarchyItem item) {
    return neighbours(
        facts,
        item,
        Waits::after,
        (self, other) -> new CallHierarchyOutgoingCall(other, List.of(self)));
  }

  private static <T> List<T> neighbours(
      FileFacts facts,
      CallHierarchyItem item,
      BiFunction<Waits, TaskFact, List<Waits.Wait>> which,
      BiFunction<Range, CallHierarchyItem, T> make) {
    FileAnalysis analysis = facts.analysis();
    List<TaskNotes> all = TaskNotes.of(facts);
    Optional<TaskNotes> self = all.stream().filter(task -> isMeant(task, item)).findFirst();
    List<T> out = new ArrayList<>();
    self.flatMap(TaskNotes::waits)
        .ifPresent(
            waits -> {
              Range here = item(analysis, self.get()).getSelectionRange();
              for (Waits.Wait wait : which.apply(waits, self.get().task())) {
                other(analysis, all, self.get(), wait, waits)
                    .filter(_ -> out.size() < MOST)
                    .ifPresent(other -> out.add(make.apply(here, other)));
              }
            });
    return out;
  }

  private static boolean isMeant(TaskNotes task, CallHierarchyItem item) {
    return item.getData() instanceof JsonElement data
        && data.isJsonObject()
        && data.equals(data(task.place().uri(), task));
  }

  private static Optional<CallHierarchyItem> other(
      FileAnalysis analysis, List<TaskNotes> all, TaskNotes self, Waits.Wait wait, Waits waits) {
    String ways = waits.ways(wait);
    if (wait.other() instanceof OrderNode.Task other) {
      return all.stream()
          .filter(
              task ->
                  task.task().id() == other.id()
                      && task.entry() == self.entry()
                      && task.function() == self.function())
          .findFirst()
          .map(task -> item(analysis, task))
          .map(
              item -> {
                item.setDetail(ways + ", " + item.getDetail());
                return item;
              });
    }
    return analysis
        .places()
        .of(wait.other().origin())
        .map(place -> item(wait.other().name(), ways, place));
  }

  private static CallHierarchyItem item(FileAnalysis analysis, TaskNotes task) {
    Place place = analysis.places().of(task.task().origin()).orElse(task.place());
    String call =
        task.task()
            .origin()
            .inlinedAt()
            .flatMap(origin -> analysis.places().of(origin))
            .map(at -> ", called at " + at.fileName() + ":" + at.line())
            .orElse("");
    CallHierarchyItem item =
        item(
            "task " + task.task().id() + " " + task.task().callee(),
            task.entry().name() + call,
            place);
    item.setData(data(analysis.uri(), task));
    return item;
  }

  private static CallHierarchyItem item(String name, String detail, Place place) {
    CallHierarchyItem item = new CallHierarchyItem();
    item.setName(name);
    item.setKind(SymbolKind.Event);
    item.setDetail(detail);
    item.setUri(place.uri());
    item.setRange(LspTypes.range(place.range()));
    item.setSelectionRange(LspTypes.range(place.range()));
    return item;
  }

  private static JsonObject data(String program, TaskNotes task) {
    JsonObject data = new JsonObject();
    data.addProperty("uri", program);
    data.addProperty("entry", task.entry().name());
    data.addProperty("function", task.function().function().name());
    data.addProperty("task", task.task().id());
    return data;
  }

  /** Returns the document whose program an item belongs to; it may stand in another one. */
  public static Optional<String> document(CallHierarchyItem item) {
    return item.getData() instanceof JsonObject data && data.has("uri")
        ? Optional.of(data.get("uri").getAsString())
        : Optional.empty();
  }
}
