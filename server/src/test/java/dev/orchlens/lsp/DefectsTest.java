package dev.orchlens.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.analysis.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.junit.jupiter.api.Test;

/** Faults of our own: the log gets each of them once, the user one message. */
class DefectsTest {
  private static final String URI = "file:///work/demo.py";

  private final Listener client = new Listener();
  private final Session session = new Session();
  private final Snapshot snapshot = session.workspace().open(URI, 1, "X = 1\n");

  DefectsTest() {
    session.connect(client);
  }

  @Test
  void theLogGetsTheInputAndTheUserOnePoliteMessage() {
    session.defects().report(URI, snapshot, failure("first"));

    assertThat(client.logged)
        .singleElement()
        .satisfies(
            log ->
                assertThat(log)
                    .startsWith(
                        "A defect of Orchlens showed while it analysed file:///work/demo.py.\n"
                            + "java.lang.IllegalStateException: first\n")
                    .endsWith("\nThe input was:\nX = 1\n"));
    assertThat(client.shown)
        .containsExactly(
            "Orchlens met a defect of its own and may show less than usual for demo.py. The log of"
                + " Orchlens has the details; a report of them helps us to fix it.");
  }

  @Test
  void theSameDefectOnTheNextKeystrokeIsNotNews() {
    for (int i = 0; i < 3; i++) {
      session.defects().report(URI, snapshot, failure("keystroke " + i));
    }

    assertThat(client.logged).hasSize(1);
    assertThat(client.shown).hasSize(1);
  }

  @Test
  void anotherDefectIsLoggedAndNotShownAgain() {
    session.defects().report(URI, snapshot, failure("first"));
    session
        .defects()
        .report(URI, snapshot, new CompletionException(new ArithmeticException("second")));

    assertThat(client.logged).hasSize(2);
    assertThat(client.shown).hasSize(1);
  }

  @Test
  void withdrawnWorkIsNoDefect() {
    assertThatThrownBy(() -> session.defects().report(URI, snapshot, new CancellationException()))
        .isInstanceOf(CancellationException.class);

    assertThat(client.logged).isEmpty();
    assertThat(client.shown).isEmpty();
  }

  @Test
  void aTaskOfTheClockThatFailsIsADefectToo() throws InterruptedException {
    session.clock().schedule(DefectsTest::fail, 0, TimeUnit.NANOSECONDS);
    session.clock().shutdown();

    // Tasks without delay that were there before it are over when it ends.
    assertThat(session.clock().awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(client.logged)
        .singleElement()
        .asString()
        .startsWith(
            "A defect of Orchlens showed while it waited for a time to come.\n"
                + "java.lang.IllegalStateException: of the clock\n");
    assertThat(client.shown)
        .containsExactly(
            "Orchlens met a defect of its own and may show less than usual. The log of Orchlens has"
                + " the details; a report of them helps us to fix it.");
  }

  private static void fail() {
    throw failure("of the clock");
  }

  private static RuntimeException failure(String message) {
    return new IllegalStateException(message);
  }

  /** A client that keeps what it is told. */
  private static final class Listener implements OrchlensClient {
    private final List<String> logged = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();

    @Override
    public void logMessage(MessageParams message) {
      logged.add(message.getMessage());
    }

    @Override
    public void showMessage(MessageParams message) {
      shown.add(message.getMessage());
    }

    @Override
    public void annotations(Protocol.AnnotationsParams params) {
      throw new AssertionError("nothing is published here");
    }

    @Override
    public void status(Protocol.StatusParams params) {
      throw new AssertionError("nothing is analysed here");
    }

    @Override
    public void generatedChanged(Protocol.GeneratedChangedParams params) {
      throw new AssertionError("nothing is published here");
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams params) {
      throw new AssertionError("nothing is published here");
    }

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(
        ShowMessageRequestParams params) {
      throw new AssertionError("nothing is asked here");
    }

    @Override
    public void telemetryEvent(Object event) {
      throw new AssertionError("there is no telemetry");
    }
  }
}
