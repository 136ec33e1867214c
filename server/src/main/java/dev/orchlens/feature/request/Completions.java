package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.feature.TaskNotes;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Level;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.lower.op.Signature;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;

/**
 * What can be written at a place and no server for Python knows: TaskIds in {@code deps=[}, the
 * keywords of operators, the values of the language's enumerations.
 */
public final class Completions {
  /** The characters behind which a client should ask by itself. */
  public static final List<String> TRIGGERS = List.of("[", ",", "(", ".");

  private static final Pattern ENUMERATION = Pattern.compile("\\bpl\\.(\\w+)\\.\\w*$");

  /** What stands in regions, loops and launches; they are no operators. */
  private static final Map<String, List<String>> STATEMENTS =
      Map.of(
          "pl.at", List.of("level", "name_hint", "deps"),
          "pl.spmd", List.of("name_hint", "deps"),
          "pl.submit", List.of("deps"),
          "pl.spmd_submit", List.of("deps"),
          "pl.range", List.of("init_values"),
          "pl.parallel", List.of("init_values"),
          "pl.function", List.of("type", "auto_scope"));

  private Completions() {}

  /** Returns the items at a position; none where there is nothing of ours. */
  public static List<CompletionItem> at(
      FileFacts facts, OperatorCatalog operators, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    String text = analysis.tree().document().text();
    int offset = analysis.tree().document().lines().offset(position);
    int line = analysis.tree().document().lines().lineStart(position.line());
    Matcher enumeration = ENUMERATION.matcher(text.substring(line, offset));
    if (enumeration.find()) {
      return values(enumeration.group(1));
    }
    Optional<Typing> typing = Typing.at(text, offset);
    if (typing.isEmpty()) {
      return List.of();
    }
    return typing.get().isDeps()
        ? taskIds(facts, position, offset)
        : typing
            .get()
            .call()
            .map(call -> keywords(call, operators, typing.get()))
            .orElse(List.of());
  }

  private static List<CompletionItem> values(String enumeration) {
    Stream<String> names =
        switch (enumeration) {
          case "FunctionType" -> Arrays.stream(FunctionType.values()).map(FunctionType::label);
          case "Level" -> Arrays.stream(Level.values()).map(Level::label);
          default -> Stream.empty();
        };
    return names.map(name -> item(name, CompletionItemKind.EnumMember, "", "0")).toList();
  }

  private static List<CompletionItem> keywords(
      String call, OperatorCatalog operators, Typing typing) {
    if (!typing.argument().matches("\\w*")) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>(STATEMENTS.getOrDefault(call, List.of()));
    for (Signature signature : operators.signatures(OperatorHelp.path(call))) {
      signature.parameters().stream()
          .filter(parameter -> parameter.keywordOnly() || !parameter.required())
          .map(Signature.Named::name)
          .forEach(names::add);
    }
    names.removeIf(name -> typing.inside().matches("(?s).*\\b" + name + "\\s*=.*"));
    return names.stream()
        .map(name -> item(name + "=", CompletionItemKind.Property, "", "0"))
        .toList();
  }

  /** Those that would order an open hazard come first, then the nearest. */
  private static List<CompletionItem> taskIds(FileFacts facts, TextPosition position, int offset) {
    FileAnalysis analysis = facts.analysis();
    Map<String, Integer> names = TaskIdNames.above(analysis, offset);
    List<TaskNotes> tasks = TaskNotes.of(facts);
    Set<Integer> lines = new LinkedHashSet<>();
    for (TaskNotes task : tasks) {
      if (task.place().range().touches(position)
          || task.place().range().start().line() == position.line()) {
        task.waits().stream()
            .flatMap(waits -> waits.hazards(task.task()).stream())
            .filter(Completions::isOpen)
            .flatMap(hazard -> analysis.places().of(hazard.first().origin()).stream())
            .forEach(place -> lines.add(place.range().start().line()));
      }
    }
    List<CompletionItem> items = new ArrayList<>();
    names.forEach(
        (name, at) -> {
          int line = analysis.tree().document().lines().position(at).line();
          String launch =
              tasks.stream()
                  .filter(task -> task.place().range().start().line() == line)
                  .findFirst()
                  .map(task -> "task " + task.task().id() + " " + task.task().callee())
                  .orElse("");
          boolean orders = lines.contains(line);
          items.add(
              item(
                  name,
                  CompletionItemKind.Event,
                  orders ? launch + ", which nothing orders yet" : launch,
                  (orders ? "0" : "1") + String.format(Locale.ROOT, "%09d", offset - at)));
        });
    items.sort((a, b) -> a.getSortText().compareTo(b.getSortText()));
    return items;
  }

  private static boolean isOpen(OrderHazard hazard) {
    return hazard.status() == OrderHazard.Status.RACE
        || hazard.status() == OrderHazard.Status.UNPROVEN;
  }

  private static CompletionItem item(
      String label, CompletionItemKind kind, String detail, String order) {
    CompletionItem item = new CompletionItem(label);
    item.setKind(kind);
    item.setSortText(order);
    if (!detail.isEmpty()) {
      item.setDetail(detail);
    }
    return item;
  }
}
