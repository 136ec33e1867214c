package dev.orchlens.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long work waits behind a key; times are milliseconds here. */
class PaceTest {
  private final Pace pace = new Pace();

  private Pace.Turn key(long now) {
    return pace.key("demo.py", nanos(now));
  }

  /** A key whose work starts at once; answers after a time, and is done another time later. */
  private void single(long now, long first, long behind) {
    Pace.Turn turn = key(now);
    assertThat(millis(turn.delay())).isZero();
    turn.started(nanos(now));
    assertThat(millis(turn.answered(nanos(now + first)))).isZero();
    turn.resumed(nanos(now + first));
    turn.done(nanos(now + first + behind));
  }

  private static long nanos(long millis) {
    return millis * 1_000_000;
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }

  @Test
  void keysWhoseWorkIsDoneNeverWaitWhateverItCosts() {
    for (long now = 0; now < 10_000; now += 500) {
      single(now, 240, 250);
    }
  }

  @Test
  void aKeyBehindTheFirstAnswerDoesNotWaitButItsAfterworkDoes() {
    single(0, 100, 800);
    Pace.Turn second = key(1000);
    second.started(nanos(1000));
    second.answered(nanos(1100));

    Pace.Turn third = key(1160);
    third.started(nanos(1160));

    assertThat(millis(third.delay())).isZero();
    assertThat(millis(third.answered(nanos(1260)))).isEqualTo(300);
  }

  @Test
  void afterworkThatCostsLittleWaitsForShortPausesOnly() {
    single(0, 10, 200);
    key(1000).answered(nanos(1010));

    assertThat(millis(key(1060).answered(nanos(1070)))).isEqualTo(100);
  }

  @Test
  void keysThatOutrunTheWorkWaitForAPause() {
    single(0, 80, 0);
    key(1000).started(nanos(1000));

    assertThat(millis(key(1033).delay())).isEqualTo(50);
    assertThat(millis(key(1066).delay())).isEqualTo(50);
  }

  @Test
  void keysOfAPersonThatOutrunTheWorkWaitInProportionToItsCost() {
    single(0, 20, 0);
    key(1000).started(nanos(1000));

    assertThat(millis(key(1010).delay())).isEqualTo(15);
  }

  @Test
  void workThatKeepsUpWithABurstTakesHalfOfTheTime() {
    long busy = 0;
    for (long now = 0; now < 5000; now += 33) {
      Pace.Turn turn = key(now);
      if (turn.delay() < nanos(33)) {
        turn.started(nanos(now) + turn.delay());
        turn.answered(nanos(now + 25) + turn.delay());
        busy += 25;
      }
    }

    assertThat(busy).isBetween(1500L, 2500L);
  }
}
