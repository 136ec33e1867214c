package dev.orchlens.analysis;

import dev.orchlens.order.FunctionOrder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * What holds the tasks of one program apart when it runs. It is worked out once, when somebody
 * wants it for the first time; whoever wants it meanwhile waits. Safe for use by several threads.
 */
public final class ProgramOrder {
  private final Function<Runnable, Map<String, FunctionOrder>> source;
  private volatile Known known;

  /**
   * Makes an order that is not worked out yet.
   *
   * @param source works it out: the order of each Orchestration function by its name. It calls what
   *     it is given between its steps, which throws when nobody wants the order any more
   */
  ProgramOrder(Function<Runnable, Map<String, FunctionOrder>> source) {
    this.source = source;
  }

  private record Known(Map<String, FunctionOrder> functions, Optional<Throwable> defect) {}

  /** Returns whether it is worked out, or was tried to be. */
  public boolean isKnown() {
    return known != null;
  }

  /**
   * Returns the order of each function by its name; nothing while it is not worked out, or where a
   * fault of ours was met.
   */
  public Map<String, FunctionOrder> known() {
    Known now = known;
    return now == null ? Map.of() : now.functions;
  }

  /** Returns the order of a function where it is known. */
  public Optional<FunctionOrder> of(String function) {
    return Optional.ofNullable(known().get(function));
  }

  /**
   * Returns the fault of ours that was met when it was worked out; it costs the order of this
   * program and no other.
   */
  public Optional<Throwable> defect() {
    Known now = known;
    return now == null ? Optional.empty() : now.defect;
  }

  /**
   * Works it out unless that is done.
   *
   * @throws CancellationException when the work is withdrawn meanwhile; the next one who wants it
   *     begins anew
   */
  synchronized void workOut(Cancellation cancellation) {
    cancellation.check();
    if (known != null) {
      return;
    }
    try {
      known = new Known(source.apply(cancellation::check), Optional.empty());
    } catch (CancellationException withdrawn) {
      throw withdrawn;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      known = new Known(Map.of(), Optional.of(defect));
    }
  }
}
