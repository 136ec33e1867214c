package dev.orchlens.analysis;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Something that is worked out once, when somebody wants it for the first time; whoever wants it
 * meanwhile waits. Safe for use by several threads.
 *
 * @param <T> what comes out, which never changes
 */
final class Later<T> {
  private final T nothing;
  private Function<Runnable, T> source;
  private volatile Known<T> known;

  /**
   * Makes something that is not worked out yet.
   *
   * @param nothing what stands for it while it is not known, and where a fault of ours was met
   * @param source works it out. It calls what it is given between its steps, which throws when
   *     nobody wants the result any more
   */
  Later(T nothing, Function<Runnable, T> source) {
    this.nothing = nothing;
    this.source = source;
  }

  private record Known<T>(T value, Optional<Throwable> defect) {}

  /** Returns whether it is worked out, or was tried to be. */
  boolean isKnown() {
    return known != null;
  }

  /** Returns what came out; nothing while it is not known, or where a fault of ours was met. */
  T value() {
    Known<T> now = known;
    return now == null ? nothing : now.value;
  }

  /** Returns the fault of ours that was met. */
  Optional<Throwable> defect() {
    Known<T> now = known;
    return now == null ? Optional.empty() : now.defect;
  }

  /**
   * Works it out unless that is done, and returns it.
   *
   * @throws CancellationException when the work is withdrawn meanwhile; the next one who wants it
   *     begins anew
   */
  synchronized T workOut(Runnable checkpoint) {
    checkpoint.run();
    if (known == null) {
      try {
        known = new Known<>(source.apply(checkpoint), Optional.empty());
      } catch (CancellationException withdrawn) {
        throw withdrawn;
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
        known = new Known<>(nothing, Optional.of(defect));
      }
      source = null;
    }
    return known.value;
  }
}
