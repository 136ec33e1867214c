package dev.orchlens.lsp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs work beside each other: as much at a time as there are processors, what somebody looks at
 * before all else. Work that takes long gives its place to another piece and goes on beside it, so
 * that no file keeps the answers about others.
 */
final class Workers {
  /** After how long work gives up its place, in milliseconds. */
  private static final int LONG_MILLIS = 200;

  /** How many pieces of work may go on without a place. */
  private static final int MAX_LONG = 14;

  /** What is done first. */
  enum Rank {
    /** Answering with what is known. */
    ANSWER,
    /** Analysing a document that somebody looks at or types in. */
    SHOWN,
    /** Analysing a document that somebody asks about. */
    ASKED,
    /** Analysing any other document. */
    OPEN
  }

  private final int places;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("orchlens-worker-", 1).factory());
  private final ScheduledExecutorService clock;
  private final Map<Rank, Deque<Runnable>> waiting = new EnumMap<>(Rank.class);
  private int placed;
  private int beside;
  private boolean stopped;

  /** Makes workers without work. */
  Workers(ScheduledExecutorService clock) {
    this(clock, Math.max(2, Runtime.getRuntime().availableProcessors()));
  }

  Workers(ScheduledExecutorService clock, int places) {
    this.clock = clock;
    this.places = places;
    for (Rank rank : Rank.values()) {
      waiting.put(rank, new ArrayDeque<>());
    }
  }

  /** Work that runs, and whether it has a place. */
  private static final class Running {
    boolean hasPlace = true;
    boolean ended;
  }

  /** Has some work done, behind what came before with the same rank. It must not throw. */
  synchronized void submit(Rank rank, Runnable work) {
    waiting.get(rank).add(work);
    dispatch();
  }

  /**
   * Forgets what waits, and takes no more. What runs is left to end by itself: a thread that is
   * interrupted while it writes to the client would close the stream, and with it the answer to the
   * request that stops the server.
   */
  synchronized void stop() {
    stopped = true;
    waiting.values().forEach(Deque::clear);
    threads.shutdown();
  }

  private void dispatch() {
    while (placed < places && !stopped) {
      Deque<Runnable> next =
          waiting.values().stream().filter(queue -> !queue.isEmpty()).findFirst().orElse(null);
      if (next == null) {
        return;
      }
      Runnable work = next.remove();
      Running running = new Running();
      placed++;
      threads.execute(
          () -> {
            try {
              work.run();
            } finally {
              ended(running);
            }
          });
      clock.schedule(() -> takesLong(running), LONG_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void takesLong(Running running) {
    if (running.ended || beside == MAX_LONG) {
      return;
    }
    running.hasPlace = false;
    placed--;
    beside++;
    dispatch();
  }

  private synchronized void ended(Running running) {
    running.ended = true;
    if (running.hasPlace) {
      placed--;
    } else {
      beside--;
    }
    dispatch();
  }
}
