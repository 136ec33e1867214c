package dev.orchlens.lsp;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * The thread that waits for times to come; it must not be given work. Behind shutdown nothing is
 * waited for any more.
 */
final class Clock extends ScheduledThreadPoolExecutor {
  private final Consumer<Throwable> onFailure;

  /**
   * Makes a clock.
   *
   * @param onFailure gets what a task threw, which would be lost in its future
   */
  Clock(Consumer<Throwable> onFailure) {
    super(
        1,
        Thread.ofPlatform().daemon().name("orchlens-clock").factory(),
        new ThreadPoolExecutor.DiscardPolicy());
    this.onFailure = onFailure;
    setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  protected void afterExecute(Runnable task, Throwable thrown) {
    if (task instanceof Future<?> future && future.state() == Future.State.FAILED) {
      onFailure.accept(future.exceptionNow());
    }
  }
}
