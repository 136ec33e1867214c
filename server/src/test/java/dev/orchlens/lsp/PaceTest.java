package dev.orchlens.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long work waits behind a key; times are milliseconds here. */
class PaceTest {
  private static final String FILE = "demo.py";

  private final Pace pace = new Pace(0);

  private long delay(boolean outrun, long now) {
    return pace.delay(FILE, outrun, now * 1_000_000) / 1_000_000;
  }

  private void spent(long cost, boolean done, long now) {
    pace.spent(FILE, cost * 1_000_000, done, now * 1_000_000);
  }

  @Test
  void singleKeysNeverWait() {
    for (long now = 0; now < 3000; now += 300) {
      assertThat(delay(false, now)).isZero();
      spent(80, true, now + 80);
    }
  }

  @Test
  void keysThatOutrunTheWorkWaitInProportionToItsCost() {
    spent(40, true, 40);

    assertThat(delay(true, 1000)).isEqualTo(30);
  }

  @Test
  void theLastKeyNeverWaitsLong() {
    spent(400, true, 400);

    assertThat(delay(true, 400)).isEqualTo(60);
    assertThat(delay(false, 400)).isEqualTo(60);
  }

  @Test
  void workThatKeepsUpTakesHalfOfAProcessor() {
    long busy = 0;
    long free = 0;
    for (long now = 0; now < 5000; now += 33) {
      if (now >= free) {
        long start = now + delay(false, now);
        busy += 30;
        free = start + 30;
        spent(30, true, free);
      }
    }

    assertThat(busy).isBetween(2000L, 2700L);
  }
}
