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
 * What can be shown of a file: what holds for its present text and, of programs that are not
 * analysed yet or whose text is broken, what was found out about the last text that was not.
 *
 * @param found all that was found out about the present text
 * @param now the same without the programs that {@code earlier} stands in for
 * @param earlier programs as they were, at the places where their statements are now
 * @param lastOrdered those of both of which it is not worked out yet what holds their tasks apart,
 *     as they were when it was, at the places where their statements are now
 */
public record FileView(
    FileAnalysis found,
    FileFacts now,
    Optional<FileFacts> earlier,
    Optional<FileFacts> lastOrdered) {
  /**
   * Returns the view of an analysis. A program is shown as it was in {@code good} while it is not
   * analysed, and while the text of the file is broken, unless it is the same still.
   *
   * @param good the last analysis of the file when its text was not broken
   * @param ordered the last one of which it was known under the setting what holds tasks apart
   */
  static FileView of(
      FileAnalysis found,
      Optional<FileAnalysis> good,
      Optional<FileAnalysis> ordered,
      boolean analyzeAutoScopes) {
    Set<String> standing = good.map(before -> standing(found, before)).orElse(Set.of());
    FileFacts now =
        (standing.isEmpty() ? found : found.only(name -> !standing.contains(name)))
            .facts(analyzeAutoScopes);
    Optional<FileFacts> earlier =
        good.filter(_ -> !standing.isEmpty())
            .map(before -> moved(before, standing, found).facts(analyzeAutoScopes));
    Set<String> waiting =
        Stream.concat(Stream.of(now), earlier.stream())
            .flatMap(facts -> facts.entries().stream().filter(entry -> !facts.isOrdered(entry)))
            .map(EntryAnalysis::name)
            .collect(Collectors.toSet());
    return new FileView(
        found,
        now,
        earlier,
        ordered
            .filter(_ -> !waiting.isEmpty())
            .map(before -> moved(before, waiting, found).facts(analyzeAutoScopes)));
  }

  /** Returns the programs that are shown as they were. */
  private static Set<String> standing(FileAnalysis found, FileAnalysis good) {
    Set<EntryAnalysis> same = Collections.newSetFromMap(new IdentityHashMap<>());
    same.addAll(found.entries());
    return good.entries().stream()
        .filter(entry -> !same.contains(entry))
        .filter(
            entry -> found.pending().contains(entry.name()) || (found.isBroken() && isKnown(entry)))
        .map(EntryAnalysis::name)
        .collect(Collectors.toSet());
  }

  /** Of a program that was rejected, the broken text may tell more. */
  private static boolean isKnown(EntryAnalysis entry) {
    return entry.facts(false).isPresent() || entry.facts(true).isPresent();
  }

  /** Returns programs of an earlier analysis at the places where their statements are now. */
  private static FileAnalysis moved(FileAnalysis before, Set<String> programs, FileAnalysis found) {
    return before.only(programs::contains).programsAt(found.tree(), new MovedPlaces(before, found));
  }

  /** Returns all that was found out about the present text, under the setting of this view. */
  public FileFacts facts() {
    return now.with(found);
  }

  /** Returns whether this is all that there will be to show of the text. */
  public boolean isComplete() {
    return found.pending().isEmpty()
        && now.isOrdered()
        && earlier.stream().allMatch(FileFacts::isOrdered);
  }

  /** Returns the earlier state of the programs that are still worked on. */
  public Optional<FileFacts> pending() {
    return earlier
        .map(before -> before.only(found.pending()::contains))
        .filter(before -> !before.entries().isEmpty());
  }

  /**
   * Returns what {@code make} makes of the present and of the earlier programs, one behind the
   * other.
   */
  public <T> List<T> both(Function<FileFacts, List<T>> make) {
    return Stream.concat(Stream.of(now), earlier.stream()).map(make).flatMap(List::stream).toList();
  }

  /**
   * Returns what {@code make} makes of the present programs or, if that is nothing, of the earlier
   * ones.
   */
  public <T> Optional<T> first(Function<FileFacts, Optional<T>> make) {
    return make.apply(now).or(() -> earlier.flatMap(make));
  }
}
