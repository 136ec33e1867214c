package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.Annotations.Annotation;
import dev.orchlens.feature.Annotations.Kind;
import dev.orchlens.pass.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a fence in front of a loop saves, at the loop. */
final class FenceNotes {
  private FenceNotes() {}

  /** Returns the annotations of all fenced loops in the file, under the given setting. */
  static List<Annotation> of(FileAnalysis analysis, boolean analyzeAutoScopes) {
    List<Annotation> out = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (entry.facts(analyzeAutoScopes).orElse(null) instanceof Outcome.Compiled compiled) {
        for (Fence fence : compiled.result().fences()) {
          analysis
              .places()
              .in(analysis.uri(), fence.loop())
              .ifPresent(place -> out.add(note(place.range().start().line(), fence)));
        }
      }
    }
    return out;
  }

  private static Annotation note(int line, Fence fence) {
    String text =
        "fence saves "
            + number(fence.before() - fence.after())
            + " dep entries ("
            + number(fence.before())
            + " -> "
            + number(fence.after())
            + ")";
    String hover =
        "**Fence** in front of this loop: its tasks wait for one barrier instead of every slot of `"
            + fence.source().sourceName()
            + "`.\n\n| | |\n|---|---|\n| producers | "
            + number(fence.producers())
            + " |\n| consumers | "
            + number(fence.consumers())
            + " |\n"
            + (fence.trips().isPresent() ? "| iterations | " + number(fence.trips().getAsLong()) + " |\n" : "")
            + "| entries without it | "
            + number(fence.producers())
            + " x "
            + number(fence.consumers())
            + " = "
            + number(fence.before())
            + " |\n| entries with it | "
            + number(fence.producers())
            + " + "
            + number(fence.consumers())
            + " = "
            + number(fence.after())
            + " |\n\nIt is placed because "
            + number(fence.before())
            + " > "
            + number(fence.after())
            + ".";
    return new Annotation(line, text, Kind.NOW, Optional.of(hover));
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
