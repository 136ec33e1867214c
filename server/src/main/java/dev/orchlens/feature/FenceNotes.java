package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.CompressedLoop;
import dev.orchlens.codegen.Compression;
import dev.orchlens.feature.Annotations.Annotation;
import dev.orchlens.feature.Annotations.Kind;
import dev.orchlens.ir.Origin;
import dev.orchlens.pass.deps.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a barrier in front of a loop saves, at the loop: one of a manual fence, or one of derived
 * dependencies.
 */
final class FenceNotes {
  private FenceNotes() {}

  /**
   * A fence in front of a loop: {@code what} says which dependencies it replaces, {@code of} whose.
   */
  private record Saving(
      String what,
      Origin loop,
      String of,
      long producers,
      long consumers,
      OptionalLong trips,
      long before,
      long after) {

    static Saving of(Fence fence) {
      return new Saving(
          "waits for one barrier instead of every slot of",
          fence.loop(),
          fence.source().sourceName(),
          fence.producers(),
          fence.consumers(),
          fence.trips(),
          fence.before(),
          fence.after());
    }
  }

  /** Returns the annotations of all loops with a barrier in the file, under the given setting. */
  static List<Annotation> of(FileFacts facts) {
    FileAnalysis analysis = facts.analysis();
    List<Annotation> out = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (facts.of(entry).orElse(null) instanceof Outcome.Compiled compiled) {
        for (Fence fence : compiled.result().fences()) {
          at(analysis, fence.loop()).ifPresent(line -> out.add(note(line, Saving.of(fence))));
        }
        for (CodegenOutcome code : compiled.code().values()) {
          if (code instanceof CodegenOutcome.Generated generated) {
            for (CompressedLoop loop : generated.orchestration().compressedLoops()) {
              at(analysis, loop.loop()).ifPresent(line -> out.add(note(line, loop)));
            }
          }
        }
      }
    }
    return out;
  }

  /** Returns the annotations of the barriers that there would be only with the analysis on. */
  static List<Annotation> ifEnabled(FileFacts facts) {
    List<Annotation> now = of(facts.analyzing(false));
    return of(facts.analyzing(true)).stream()
        .filter(note -> !now.contains(note))
        .map(
            note ->
                new Annotation(
                    note.line(),
                    Annotations.IF_ENABLED + note.text(),
                    Kind.IF_ENABLED,
                    note.hoverMarkdown()))
        .toList();
  }

  private static Optional<Integer> at(FileAnalysis analysis, Origin loop) {
    return analysis.places().in(analysis.uri(), loop).map(place -> place.range().start().line());
  }

  private static String text(long before, long after) {
    return String.format(
        Locale.ROOT, "fence saves %,d dep entries (%,d -> %,d)", before - after, before, after);
  }

  /**
   * The barriers in front of one loop together: its launches may wait for several earlier loops.
   */
  private static Annotation note(int line, CompressedLoop loop) {
    StringBuilder hover =
        new StringBuilder(
            "**Fence** in front of this loop: its launches wait for one barrier for each of the"
                + " values below, instead of all tasks of the earlier loop that made it.\n\n"
                + "| value | producers | consumers, over all iterations | entries without it |"
                + " entries with it |\n"
                + "|---|---|---|---|---|\n");
    for (Compression c : loop.compressions()) {
      hover.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %,d | %,d | %2$,d x %3$,d = %,d | %2$,d + %3$,d = %,d |\n",
              c.array(),
              c.producers(),
              c.consumers(),
              c.before(),
              c.after()));
    }
    hover.append(
        String.format(
            Locale.ROOT,
            "\nAll entries of the loop's %,d iterations: %,d without barriers, %,d with them.",
            loop.trips(),
            loop.before(),
            loop.after()));
    return new Annotation(
        line, text(loop.before(), loop.after()), Kind.NOW, Optional.of(hover.toString()));
  }

  private static Annotation note(int line, Saving saving) {
    String text = text(saving.before(), saving.after());
    String trips =
        saving.trips().isPresent()
            ? String.format(Locale.ROOT, "| iterations | %,d |\n", saving.trips().getAsLong())
            : "";
    String hover =
        String.format(
            Locale.ROOT,
            """
            **Fence** in front of this loop: each of its launches that needs them %s `%s`.

            | | |
            |---|---|
            | producers | %,d |
            | consumers, over all iterations | %,d |
            %s| entries without it | %,d x %,d = %,d |
            | entries with it | %,d + %,d = %,d |

            It is placed because %,d > %,d.\
            """,
            saving.what(),
            saving.of(),
            saving.producers(),
            saving.consumers(),
            trips,
            saving.producers(),
            saving.consumers(),
            saving.before(),
            saving.producers(),
            saving.consumers(),
            saving.after(),
            saving.before(),
            saving.after());
    return new Annotation(line, text, Kind.NOW, Optional.of(hover));
  }
}
