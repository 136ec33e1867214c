package dev.orchlens.analysis;

import dev.orchlens.analysis.EntryAnalysis.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the compiler makes of a file under one setting of the option {@code
 * analyze_auto_scopes_for_deps}.
 *
 * @param analysis all that is known about the file
 * @param analyzing whether the option is on
 */
public record FileFacts(FileAnalysis analysis, boolean analyzing) {
  /** Returns the programs of the file, in the order of the text. */
  public List<EntryAnalysis> entries() {
    return analysis.entries();
  }

  /** Returns what the compiler makes of a program. */
  public Outcome outcome(EntryAnalysis entry) {
    return entry.outcome(analyzing);
  }

  /** Returns what can be shown of a program. */
  public Optional<Outcome.Compiled> of(EntryAnalysis entry) {
    return entry.facts(analyzing);
  }

  /** Returns the same file under another setting. */
  public FileFacts analyzing(boolean other) {
    return new FileFacts(analysis, other);
  }

  /** Returns another analysis under this setting. */
  public FileFacts with(FileAnalysis other) {
    return new FileFacts(other, analyzing);
  }

  /** Returns this with those programs only whose names are wanted. */
  public FileFacts only(Predicate<String> wanted) {
    return with(analysis.only(wanted));
  }

  /** Returns whether it is known what holds the tasks of a program apart, and its C++. */
  public boolean isOrdered(EntryAnalysis entry) {
    return entry.isOrdered(analyzing);
  }

  /** Returns whether that is known of all programs that can be shown. */
  public boolean isOrdered() {
    return entries().stream().allMatch(this::isOrdered);
  }

  /**
   * Works out of all programs what holds their tasks apart, with their C++ under both settings, and
   * returns the faults of our own that were met.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public List<Throwable> order(Cancellation cancellation) {
    List<ProgramOrder> orders =
        entries().stream()
            .flatMap(entry -> of(entry).stream())
            .map(Outcome.Compiled::order)
            .toList();
    List<Throwable> defects = new ArrayList<>(analysis.write(cancellation));
    orders.forEach(order -> order.workOut(cancellation));
    orders.forEach(order -> order.defect().ifPresent(defects::add));
    return defects;
  }
}
