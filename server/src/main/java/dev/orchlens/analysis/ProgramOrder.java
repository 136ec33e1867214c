package dev.orchlens.analysis;

import dev.orchlens.order.FunctionOrder;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What holds the tasks of one program apart when it runs. It is worked out once, when somebody
 * wants it for the first time; whoever wants it meanwhile waits. Safe for use by several threads.
 */
public final class ProgramOrder {
  private final Later<Map<String, FunctionOrder>> functions;

  /**
   * Makes an order that is not worked out yet.
   *
   * @param source works it out: the order of each Orchestration function by its name. It calls what
   *     it is given between its steps, which throws when nobody wants the order any more
   */
  ProgramOrder(Function<Runnable, Map<String, FunctionOrder>> source) {
    this.functions = new Later<>(Map.of(), source);
  }

  /** Returns whether it is worked out, or was tried to be. */
  public boolean isKnown() {
    return functions.isKnown();
  }

  /**
   * Returns the order of each function by its name; nothing while it is not worked out, or where a
   * fault of ours was met.
   */
  public Map<String, FunctionOrder> known() {
    return functions.value();
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
    return functions.defect();
  }

  /**
   * Works it out unless that is done.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile; the
   *     next one who wants it begins anew
   */
  void workOut(Cancellation cancellation) {
    functions.workOut(cancellation::check);
  }
}
