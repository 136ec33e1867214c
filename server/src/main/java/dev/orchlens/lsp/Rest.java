package dev.orchlens.lsp;

import dev.orchlens.lsp.Workers.Rank;
import java.util.concurrent.TimeUnit;

/**
 * Gives memory back to the machine where nothing was to be done for a while: the JVM does so only
 * when it collects all of it.
 */
final class Rest {
  /**
   * How long nothing is done before memory is given back, in seconds: longer than people think
   * between two keys.
   */
  private static final int SECONDS = 20;

  /** Up to how much memory the JVM may keep, in bytes. */
  private static final long KEPT = 200L << 20;

  private final Session session;
  private int works;

  Rest(Session session) {
    this.session = session;
  }

  /** Notes that some work was done. */
  synchronized void worked() {
    int mine = ++works;
    session.clock().schedule(() -> rested(mine), SECONDS, TimeUnit.SECONDS);
  }

  private synchronized void rested(int work) {
    if (work == works && session.analyses().isIdle() && Runtime.getRuntime().totalMemory() > KEPT) {
      session.workers().submit(Rank.OPEN, System::gc);
    }
  }
}
