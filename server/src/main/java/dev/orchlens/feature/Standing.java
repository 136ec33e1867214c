package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.FileView;
import dev.orchlens.text.TextPosition;
import java.util.Optional;

/**
 * Which programs a request means where earlier ones stand in for some: those are meant that stand
 * at its place.
 */
public final class Standing {
  private Standing() {}

  /**
   * Returns the programs that are meant by a place or by a name, which is that of an entry or of
   * one of its functions behind a dot. A place that is in no program's text is taken for one in the
   * text that is broken.
   */
  public static FileFacts meant(
      FileView view, Optional<TextPosition> place, Optional<String> name) {
    return view.earlier()
        .filter(
            earlier ->
                view.now().entries().isEmpty()
                    || earlier.entries().stream()
                        .anyMatch(
                            entry ->
                                name.isPresent()
                                    ? isName(entry, name.get())
                                    : place.isPresent() && holds(earlier, entry, place.get()))
                    || (name.isEmpty() && place.filter(at -> isIn(view.now(), at)).isEmpty()))
        .orElse(view.now());
  }

  private static boolean isIn(FileFacts facts, TextPosition place) {
    return facts.entries().stream().anyMatch(entry -> holds(facts, entry, place));
  }

  private static boolean isName(EntryAnalysis entry, String name) {
    return name.equals(entry.name()) || name.startsWith(entry.name() + ".");
  }

  private static boolean holds(FileFacts earlier, EntryAnalysis entry, TextPosition place) {
    return Definitions.holds(earlier.analysis(), entry.origin(), place)
        || entry.facts(false).stream()
            .flatMap(compiled -> compiled.functions().values().stream())
            .anyMatch(
                function ->
                    Definitions.holds(earlier.analysis(), function.function().origin(), place));
  }
}
