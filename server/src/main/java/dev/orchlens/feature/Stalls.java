package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderNode;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Diagnostic;

/**
 * Where an Orchestration function itself waits for tasks: it reads or writes an element of what
 * they write, and submits nothing meanwhile (docs/order.md, rule O).
 */
final class Stalls {
  private final FileAnalysis analysis;
  private final Map<OrderNode, Integer> positions = new HashMap<>();
  private final Map<OrderNode, List<OrderEdge>> waits;

  /** How many tasks a longest chain of waits that ends with a node holds at least. */
  private final Map<OrderNode, Integer> chains = new HashMap<>();

  private Stalls(FileAnalysis analysis, FunctionOrder order) {
    this.analysis = analysis;
    order.nodes().forEach(node -> positions.put(node, positions.size()));
    this.waits =
        order.edges().stream()
            .filter(OrderEdge::always)
            .filter(edge -> position(edge.from()) < position(edge.to()))
            .collect(Collectors.groupingBy(OrderEdge::to, LinkedHashMap::new, Collectors.toList()));
    order.nodes().forEach(node -> chains.put(node, longestBefore(node) + (isTask(node) ? 1 : 0)));
  }

  /** Returns a hint for each access of a file that waits; of what is known under a setting. */
  static List<Diagnostic> of(FileFacts facts) {
    List<Diagnostic> stalls = new ArrayList<>();
    for (EntryAnalysis entry : facts.analysis().entries()) {
      if (facts.outcome(entry) instanceof Outcome.Compiled compiled) {
        for (FunctionOrder order : compiled.order().known().values()) {
          Stalls waiting = new Stalls(facts.analysis(), order);
          order.nodes().forEach(node -> waiting.at(node).ifPresent(stalls::add));
        }
      }
    }
    return stalls;
  }

  private int longestBefore(OrderNode node) {
    return waits.getOrDefault(node, List.of()).stream()
        .mapToInt(edge -> chains.getOrDefault(edge.from(), 0))
        .max()
        .orElse(0);
  }

  private static boolean isTask(OrderNode node) {
    return node instanceof OrderNode.Task;
  }

  private int position(OrderNode node) {
    return positions.getOrDefault(node, -1);
  }

  private Optional<Diagnostic> at(OrderNode node) {
    List<OrderNode> tasks =
        waits.getOrDefault(node, List.of()).stream()
            .map(OrderEdge::from)
            .filter(Stalls::isTask)
            .distinct()
            .toList();
    if (!(node instanceof OrderNode.HostAccess) || tasks.isEmpty()) {
      return Optional.empty();
    }
    int chain = chains.get(node);
    String message =
        "The function waits at this "
            + node.name()
            + " until "
            + tasks.stream().map(this::named).collect(Collectors.joining(" and "))
            + (tasks.size() == 1 ? " is" : " are")
            + " done, and submits nothing meanwhile."
            + (chain > 1
                ? " At least " + chain + " tasks run one behind the other before that."
                : "");
    return analysis
        .places()
        .in(analysis.uri(), node.origin())
        .map(place -> Diagnostics.told(Code.ORDER_STALL, place.range(), message));
  }

  private String named(OrderNode task) {
    String line =
        analysis.places().of(task.origin()).map(place -> " of line " + place.line()).orElse("");
    return "'" + task.name() + "'" + line;
  }
}
