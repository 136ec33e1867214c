package dev.orchlens.lsp;

import dev.orchlens.analysis.Snapshot;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;

/**
 * Tells of faults of our own: the log gets all of each, with the input that caused it; the user one
 * polite message.
 */
final class Defects {
  private static final int MAX_INPUT = 200_000;

  /** The stack frames by which two failures count as the same defect. */
  private static final int FRAMES = 8;

  private final Session session;
  private final AtomicBoolean shown = new AtomicBoolean();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  Defects(Session session) {
    this.session = session;
  }

  /**
   * Reports a failure while working on a document; the same one again, on the next keystroke, is
   * not news. A cancelled piece of work is no failure and goes on unwinding.
   */
  void report(String uri, Snapshot snapshot, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof CancellationException cancelled) {
      throw cancelled;
    }
    String input = snapshot.tree(uri).map(tree -> tree.document().text()).orElse("");
    String shortened = input.length() > MAX_INPUT ? input.substring(0, MAX_INPUT) + "\n..." : input;
    tell(
        uri,
        cause,
        "A defect of Orchlens showed while it analysed " + uri + ".\n",
        "\nThe input was:\n" + shortened,
        " for " + uri.substring(uri.lastIndexOf('/') + 1));
  }

  /** Reports a failure that belongs to no document; the same one again is not news. */
  void report(Throwable failure) {
    tell("", failure, "A defect of Orchlens showed while it waited for a time to come.\n", "", "");
  }

  private void tell(String about, Throwable cause, String head, String input, String where) {
    if (!logged.add(about + " " + sameness(cause))) {
      return;
    }
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    session.client().logMessage(new MessageParams(MessageType.Error, head + trace + input));
    if (shown.compareAndSet(false, true)) {
      session
          .client()
          .showMessage(
              new MessageParams(
                  MessageType.Warning,
                  "Orchlens met a defect of its own and may show less than usual"
                      + where
                      + ". The log of Orchlens has the details; a report of them helps us to fix"
                      + " it."));
    }
  }

  private static String sameness(Throwable failure) {
    return failure.getClass().getName()
        + Arrays.stream(failure.getStackTrace())
            .limit(FRAMES)
            .map(StackTraceElement::toString)
            .toList();
  }
}
