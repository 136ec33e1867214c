package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderNode;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticTag;

/**
 * What costs time and orders nothing: entries of {@code deps=} that other waits imply, and
 * iterations that wait for each other although they touch disjoint parts.
 */
final class OrderHints {
  private OrderHints() {}

  /**
   * A hint.
   *
   * @param task the launch that it is about
   * @param range where it is shown
   * @param name the entry of {@code deps=} that is needless; empty for iterations that wait
   */
  record Hint(FunctionOrder order, OrderNode task, TextRange range, String message, String name) {
    Code code() {
      return name.isEmpty() ? Code.ORDER_SERIALISED : Code.ORDER_NEEDLESS_WAIT;
    }
  }

  /** Returns the hints of a file under a setting, one for each place. */
  static List<Hint> of(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    Map<Origin, Integer> launches = new HashMap<>();
    List<FunctionOrder> orders = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (facts.outcome(entry) instanceof Outcome.Compiled compiled) {
        orders.addAll(compiled.order().known().values());
      }
    }
    for (FunctionOrder order : orders) {
      order.nodes().forEach(node -> launches.merge(node.origin(), 1, Integer::sum));
    }
    Map<TextRange, Hint> hints = new LinkedHashMap<>();
    for (FunctionOrder order : orders) {
      for (FunctionOrder.Serial serial : order.serial()) {
        serial(analysis, order, serial).ifPresent(hint -> hints.putIfAbsent(hint.range(), hint));
      }
      for (FunctionOrder.Needless needless : order.needless()) {
        // What stands in a helper is launched elsewhere, too, and may be needed there.
        boolean isHere = needless.task().origin().inlinedAt().isEmpty();
        if (isHere && launches.get(needless.task().origin()) == 1) {
          needless(analysis, order, needless)
              .ifPresent(hint -> hints.putIfAbsent(hint.range(), hint));
        }
      }
    }
    return List.copyOf(hints.values());
  }

  private static Optional<Hint> needless(
      FileAnalysis analysis, FunctionOrder order, FunctionOrder.Needless needless) {
    Optional<LaunchText> launch = LaunchText.at(analysis, needless.task().origin());
    Optional<Expr> entry = launch.flatMap(text -> text.dep(needless.name()));
    return entry.map(
        name ->
            new Hint(
                order,
                needless.task(),
                launch.get().range(analysis, name),
                "The task waits for '"
                    + needless.name()
                    + "' also without this entry of deps=: "
                    + chain(analysis, order.chain(needless))
                    + ".",
                needless.name()));
  }

  private static String chain(FileAnalysis analysis, List<OrderEdge> chain) {
    List<String> steps = new ArrayList<>();
    for (OrderEdge edge : chain) {
      String line =
          analysis.places().of(edge.from().origin()).map(p -> " of line " + p.line()).orElse("");
      steps.add(
          "for '"
              + edge.from().name()
              + "'"
              + line
              + edge.tensor().map(t -> " by '" + t + "'").orElse(""));
    }
    return "it waits " + String.join(", which waits ", steps);
  }

  private static Optional<Hint> serial(
      FileAnalysis analysis, FunctionOrder order, FunctionOrder.Serial serial) {
    boolean isShorter =
        serial.longest().isPresent() && order.longest().isPresent()
            ? serial.longest().getAsInt() < order.longest().getAsInt()
            : !order.comesBack(serial.task());
    Optional<TextRange> range =
        analysis
            .places()
            .in(analysis.uri(), serial.task().origin())
            .map(Place::range)
            .map(place -> Diagnostics.firstLine(analysis, place));
    String chain =
        serial.longest().isPresent() && order.longest().isPresent()
            ? " The longest chain of the function holds "
                + tasks(order.longest().getAsInt())
                + " now, and "
                + tasks(serial.longest().getAsInt())
                + " without that."
            : "";
    return range
        .filter(_ -> isShorter)
        .map(
            place ->
                new Hint(
                    order,
                    serial.task(),
                    place,
                    "Each launch of '"
                        + serial.task().name()
                        + "' waits for the one of the iteration before by '"
                        + serial.tensor()
                        + "', although no two of them touch the same elements: it is passed as it"
                        + " is, read and written."
                        + chain
                        + " Use pl.parallel, or pass a window.",
                    ""));
  }

  private static String tasks(int count) {
    return count + (count == 1 ? " task" : " tasks");
  }

  /** Returns a hint as the editor shows it. */
  static Diagnostic diagnostic(Hint hint) {
    Diagnostic diagnostic = Diagnostics.told(hint.code(), hint.range(), hint.message());
    if (!hint.name().isEmpty()) {
      diagnostic.setTags(List.of(DiagnosticTag.Unnecessary));
    }
    return diagnostic;
  }
}
