package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.ir.Origin;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.syntax.Comment;
import dev.orchlens.text.LineIndex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the comments of a file say that nothing shows: {@code # orchlens: disjoint k l} at a launch
 * says that what it accesses never meets what another launch accesses, as far as the numbers {@code
 * k} and {@code l} decide that; with the name of a tensor, that its accesses of the tensor meet no
 * others that they are not ordered with (docs/order.md, "What you know and Orchlens does not").
 */
final class Assumptions {
  private static final Pattern DISJOINT = Pattern.compile("#\\s*orchlens:\\s*disjoint\\s+(.+)");

  private final FileAnalysis analysis;
  private final Map<Integer, Set<String>> disjoint = new HashMap<>();

  Assumptions(FileAnalysis analysis) {
    this.analysis = analysis;
    LineIndex lines = analysis.tree().document().lines();
    for (Comment comment : analysis.tree().comments()) {
      Matcher said = DISJOINT.matcher(comment.text());
      if (said.matches()) {
        int line = lines.lineAt(comment.range().start());
        String before =
            analysis
                .tree()
                .document()
                .text()
                .substring(lines.lineStart(line), comment.range().start());
        Set<String> names = Set.copyOf(List.of(said.group(1).strip().split("[\\s,]+")));
        disjoint
            .computeIfAbsent(before.isBlank() ? line + 1 : line, _ -> new HashSet<>())
            .addAll(names);
      }
    }
  }

  /** Returns whether a comment at one of the two launches settles a hazard that is not proven. */
  boolean settle(OrderHazard hazard) {
    return !disjoint.isEmpty()
        && (settle(hazard, hazard.first().origin()) || settle(hazard, hazard.second().origin()));
  }

  private boolean settle(OrderHazard hazard, Origin launch) {
    Set<String> names =
        analysis
            .places()
            .in(analysis.uri(), launch)
            .map(place -> disjoint.getOrDefault(place.range().start().line(), Set.of()))
            .orElse(Set.of());
    return names.contains(hazard.tensor())
        || !hazard.open().isEmpty() && names.containsAll(hazard.open());
  }

  /** Returns the comment that would settle what is not proven. */
  static String comment(List<OrderHazard> hazards) {
    Set<String> names = new LinkedHashSet<>();
    hazards.forEach(h -> names.addAll(h.open().isEmpty() ? List.of(h.tensor()) : h.open()));
    return "# orchlens: disjoint " + String.join(" ", names);
  }
}
