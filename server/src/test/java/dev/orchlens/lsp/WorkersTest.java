package dev.orchlens.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.lsp.Workers.Rank;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is served, and in which order. */
class WorkersTest {
  private static final int PLACES = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Workers workers = new Workers(clock);

  @AfterEach
  void stop() {
    workers.stop();
    clock.shutdownNow();
  }

  @Test
  void workThatNeverEndsKeepsNobodyElse() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < 2 * PLACES; i++) {
      workers.submit(Rank.SHOWN, () -> await(never));
    }
    CountDownLatch done = new CountDownLatch(1);
    workers.submit(Rank.OPEN, done::countDown);

    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    never.countDown();
  }

  @Test
  void whatIsLookedAtComesFirst() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch submitted = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    // Work is taken by this one piece alone while the others wait.
    Workers one = new Workers(clock, 1);
    one.submit(Rank.SHOWN, () -> await(submitted));
    one.submit(Rank.OPEN, ended::countDown);
    one.submit(Rank.OPEN, () -> order.add("open"));
    one.submit(Rank.ASKED, () -> order.add("asked"));
    one.submit(Rank.SHOWN, () -> order.add("shown"));
    one.submit(Rank.ANSWER, () -> order.add("answer"));
    submitted.countDown();

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(order).startsWith("answer", "shown", "asked");
    one.stop();
  }

  @Test
  void whoStopsThemInterruptsNobody() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    Workers others = new Workers(clock);
    others.submit(
        Rank.ANSWER,
        () -> {
          begun.countDown();
          await(stopped);
          interrupted.set(Thread.currentThread().isInterrupted());
          ended.countDown();
        });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    others.stop();
    stopped.countDown();

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
