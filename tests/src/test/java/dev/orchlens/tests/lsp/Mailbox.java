package dev.orchlens.tests.lsp;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What the server sent of one kind, in its order. Whoever waits for a message takes it and leaves
 * all others, so that what is about two documents may come in either order.
 */
final class Mailbox<T> {
  private final long limitNanos;
  private final List<T> messages = new ArrayList<>();
  private String end;

  Mailbox(long limitSeconds) {
    this.limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
  }

  /** Takes what came. */
  synchronized void add(T message) {
    messages.add(message);
    notifyAll();
  }

  /** Notes that nothing comes any more, and why. */
  synchronized void end(String why) {
    end = why;
    notifyAll();
  }

  /** Waits for the first message that is wanted and takes it out. */
  synchronized T take(Predicate<T> wanted) {
    long deadline = System.nanoTime() + limitNanos;
    int seen = 0;
    while (true) {
      for (Iterator<T> unseen = messages.subList(seen, messages.size()).iterator();
          unseen.hasNext(); ) {
        T message = unseen.next();
        if (wanted.test(message)) {
          unseen.remove();
          return message;
        }
      }
      seen = messages.size();
      if (end != null) {
        throw new AssertionError(end);
      }
      long rest = deadline - System.nanoTime();
      if (rest <= 0) {
        throw new AssertionError("the server did not send what was waited for, but: " + messages);
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, rest);
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }
  }

  /** What came and was not taken. */
  synchronized List<T> left() {
    return List.copyOf(messages);
  }
}
