package dev.orchlens.lsp;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressNotification;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/**
 * Shows the progress of the first analysis of the documents that are open at the start: that one reads all imported
 * files and warms the server up, so it alone may take long. It ends for good when the last of them is analysed.
 */
final class FirstScan {
  private static final Either<String, Integer> TOKEN = Either.forLeft("orchlens-first-scan");

  private final Session session;
  private final Set<String> waiting = new LinkedHashSet<>();
  private CompletableFuture<Boolean> spoken = CompletableFuture.completedFuture(false);
  private int done;
  private boolean begun;
  private boolean ended;

  FirstScan(Session session) {
    this.session = session;
  }

  /** Notes that a document is to be analysed. */
  synchronized void opened(String key) {
    if (ended || !session.features().progress()) {
      return;
    }
    waiting.add(key);
    if (!begun) {
      begun = true;
      spoken =
          session
              .client()
              .createProgress(new WorkDoneProgressCreateParams(TOKEN))
              .handle((_, refused) -> refused == null)
              .thenApply(this::begin);
    }
  }

  private boolean begin(boolean accepted) {
    WorkDoneProgressBegin begin = new WorkDoneProgressBegin();
    begin.setTitle("Orchlens: analysing programs");
    begin.setPercentage(0);
    return send(begin, accepted);
  }

  /** Notes that a document was analysed, or that nobody waits for it any more. */
  synchronized void finished(String key) {
    if (ended || !waiting.remove(key)) {
      return;
    }
    done++;
    int all = done + waiting.size();
    WorkDoneProgressReport report = new WorkDoneProgressReport();
    report.setMessage(done + " of " + all);
    report.setPercentage(100 * done / all);
    say(report);
    if (waiting.isEmpty()) {
      WorkDoneProgressEnd end = new WorkDoneProgressEnd();
      end.setMessage(done == 1 ? "1 file analysed" : done + " files analysed");
      say(end);
      ended = true;
    }
  }

  /** Speaks after what was said before, which waits until the client has made room; not at all if it refused to. */
  private void say(WorkDoneProgressNotification step) {
    spoken = spoken.thenApply(accepted -> send(step, accepted));
  }

  private boolean send(WorkDoneProgressNotification step, boolean accepted) {
    if (accepted) {
      session.client().notifyProgress(new ProgressParams(TOKEN, Either.forLeft(step)));
    }
    return accepted;
  }
}
