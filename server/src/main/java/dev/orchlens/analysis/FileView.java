package dev.orchlens.analysis;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can be shown of a file: what holds for its present text and, of programs that are not analysed yet or whose text is
 * broken, what was found out about the last text that was not.
 *
 * @param found all that was found out about the present text
 * @param now the same without the programs that {@code earlier} stands in for
 * @param earlier programs as they were, at the places where their statements are now
 */
public record FileView(FileAnalysis found, FileAnalysis now, Optional<FileAnalysis> earlier) {
  /** Returns the view of an analysis that nothing has to stand in for. */
  static FileView of(FileAnalysis found) {
    return new FileView(found, found, Optional.empty());
  }

  /**
   * Returns the view of an analysis. A program is shown as it was in {@code good} while it is not analysed, and while the
   * text of the file is broken, unless it is the same still.
   *
   * @param good the last analysis of the file when its text was not broken
   */
  static FileView of(FileAnalysis found, FileAnalysis good) {
    Set<EntryAnalysis> same = Collections.newSetFromMap(new IdentityHashMap<>());
    same.addAll(found.entries());
    Set<String> standing =
        good.entries().stream()
            .filter(entry -> !same.contains(entry))
            .map(EntryAnalysis::name)
            .filter(name -> found.isBroken() || found.pending().contains(name))
            .collect(Collectors.toSet());
    if (standing.isEmpty()) {
      return of(found);
    }
    FileAnalysis earlier =
        good.only(standing::contains).programsAt(found.tree(), new MovedPlaces(good, found));
    return new FileView(found, found.only(name -> !standing.contains(name)), Optional.of(earlier));
  }

  /** Returns the earlier state of the programs that are still worked on. */
  public Optional<FileAnalysis> pending() {
    return earlier.map(before -> before.only(found.pending()::contains)).filter(before -> !before.entries().isEmpty());
  }

  /** Returns what {@code make} makes of the present and of the earlier programs, one behind the other. */
  public <T> List<T> both(Function<FileAnalysis, List<T>> make) {
    return Stream.concat(Stream.of(now), earlier.stream()).map(make).flatMap(List::stream).toList();
  }

  /** Returns what {@code make} makes of the present programs or, if that is nothing, of the earlier ones. */
  public <T> Optional<T> first(Function<FileAnalysis, Optional<T>> make) {
    return make.apply(now).or(() -> earlier.flatMap(make));
  }
}
