package dev.orchlens.lsp;

import dev.orchlens.analysis.FilePaths;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressNotification;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/**
 * Tells the client what the server is doing where that takes long enough for a person to notice: by
 * a notification of our own and, where the client shows that, as progress of the protocol
 * (docs/protocol.md).
 */
final class Status {
  /** From when on work is told of, in milliseconds. */
  private static final int NOTICED_MILLIS = 500;

  private final Session session;
  private final Set<String> waiting = new LinkedHashSet<>();
  private final Map<String, String> failed = new LinkedHashMap<>();
  private CompletableFuture<Boolean> spoken = CompletableFuture.completedFuture(false);
  private int done;

  /** Counts the beginnings of work, so that a clock knows whether it rings for the present one. */
  private int period;

  private boolean told;
  private boolean telling;

  Status(Session session) {
    this.session = session;
  }

  /** Says that the server is there. */
  synchronized void starting() {
    told = true;
    send("starting", "Starting", null);
  }

  /** Says that the server is ready where nothing is to be done. */
  synchronized void started() {
    if (waiting.isEmpty()) {
      over();
    }
  }

  /** Notes that a document is to be analysed, perhaps once more. */
  synchronized void begun(String uri) {
    boolean again = waiting.size() == 1 && waiting.contains(uri);
    waiting.add(uri);
    if (!telling && (again || waiting.size() == 1)) {
      int mine = ++period;
      session.clock().schedule(() -> noticed(mine), NOTICED_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Notes that a document was analysed, or that nobody waits for it any more. */
  synchronized void finished(String uri) {
    told |= failed.remove(uri) != null;
    ended(uri);
  }

  /** Notes that a document cannot be analysed, and why in one sentence. */
  synchronized void failed(String uri, String message) {
    failed.put(uri, message);
    told = true;
    ended(uri);
  }

  private void ended(String uri) {
    if (!waiting.remove(uri)) {
      return;
    }
    done++;
    if (waiting.isEmpty()) {
      over();
    } else if (telling) {
      analysing();
    }
  }

  private synchronized void noticed(int which) {
    if (which == period) {
      noticed();
    }
  }

  /** Tells of the work that is under way now, which by now a person notices. */
  synchronized void noticed() {
    if (!waiting.isEmpty() && !telling) {
      told = true;
      telling = true;
      begin();
      analysing();
    }
  }

  private void analysing() {
    String uri = waiting.iterator().next();
    int total = done + waiting.size();
    String message =
        "Analysing " + name(uri) + (total == 1 ? "" : ", " + (done + 1) + " of " + total);
    session.client().status(new Protocol.StatusParams("analysing", message, uri, done, total));
    WorkDoneProgressReport report = new WorkDoneProgressReport();
    report.setMessage(message);
    report.setPercentage(100 * done / total);
    say(report);
  }

  private void over() {
    if (told) {
      Optional<Map.Entry<String, String>> failure = failed.entrySet().stream().findFirst();
      failure.ifPresentOrElse(
          f -> send("failed", f.getValue(), f.getKey()), () -> send("ready", "Ready", null));
    }
    if (telling) {
      WorkDoneProgressEnd end = new WorkDoneProgressEnd();
      end.setMessage(done == 1 ? "1 file analysed" : done + " files analysed");
      say(end);
    }
    told = false;
    telling = false;
    done = 0;
    period++;
  }

  private void send(String state, String message, String uri) {
    session.client().status(new Protocol.StatusParams(state, message, uri, null, null));
  }

  private Either<String, Integer> token() {
    return Either.forLeft("orchlens-work-" + period);
  }

  private void begin() {
    if (!session.features().progress()) {
      return;
    }
    Either<String, Integer> token = token();
    WorkDoneProgressBegin begin = new WorkDoneProgressBegin();
    begin.setTitle("Orchlens");
    begin.setPercentage(0);
    spoken =
        session
            .client()
            .createProgress(new WorkDoneProgressCreateParams(token))
            .handle((_, refused) -> refused == null)
            .thenApply(accepted -> speak(token, begin, accepted));
  }

  /**
   * Speaks after what was said before, which waits until the client has made room; not at all if it
   * refused to.
   */
  private void say(WorkDoneProgressNotification step) {
    Either<String, Integer> token = token();
    spoken = spoken.thenApply(accepted -> speak(token, step, accepted));
  }

  private boolean speak(
      Either<String, Integer> token, WorkDoneProgressNotification step, boolean accepted) {
    if (accepted) {
      session.client().notifyProgress(new ProgressParams(token, Either.forLeft(step)));
    }
    return accepted;
  }

  /** Returns the name of a document for people. */
  static String name(String uri) {
    return FilePaths.path(uri)
        .map(path -> path.getFileName().toString())
        .orElseGet(() -> uri.substring(uri.lastIndexOf('/') + 1));
  }
}
