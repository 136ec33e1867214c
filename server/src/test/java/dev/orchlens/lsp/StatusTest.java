package dev.orchlens.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client is told of work; the test takes the part of the clock. */
class StatusTest {
  private final Listener client = new Listener();
  private final Session session = new Session();
  private final Status status = session.status();

  StatusTest() {
    WindowClientCapabilities window = new WindowClientCapabilities();
    window.setWorkDoneProgress(true);
    InitializeParams params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities(null, null, window, null));
    session.features(ClientFeatures.of(params));
    session.connect(client);
  }

  @AfterEach
  void stop() {
    session.stop();
  }

  @Test
  void shortWorkIsNotSpokenOf() {
    status.begun("file:///a.py");
    status.finished("file:///a.py");
    status.noticed();

    assertThat(client.told).isEmpty();
  }

  @Test
  void longWorkIsToldFileByFile() {
    status.begun("file:///work/a%20b.py");
    status.begun("file:///work/b.py");
    status.noticed();
    status.finished("file:///work/a%20b.py");
    status.finished("file:///work/b.py");

    assertThat(client.told)
        .containsExactly(
            "begin Orchlens 0",
            "analysing: Analysing a b.py, 1 of 2 file:///work/a%20b.py 0/2",
            "report Analysing a b.py, 1 of 2 0",
            "analysing: Analysing b.py, 2 of 2 file:///work/b.py 1/2",
            "report Analysing b.py, 2 of 2 50",
            "ready: Ready null null/null",
            "end 2 files analysed");
  }

  @Test
  void aFileThatCannotBeAnalysedIsToldUntilItCan() {
    status.begun("file:///a.py");
    status.failed("file:///a.py", "a.py is too large.");
    status.begun("file:///b.py");
    status.noticed();
    status.finished("file:///b.py");
    status.begun("file:///a.py");
    status.finished("file:///a.py");

    assertThat(client.told)
        .containsExactly(
            "failed: a.py is too large. file:///a.py null/null",
            "begin Orchlens 0",
            "analysing: Analysing b.py file:///b.py 0/1",
            "report Analysing b.py 0",
            "failed: a.py is too large. file:///a.py null/null",
            "end 1 file analysed",
            "ready: Ready null null/null");
  }

  /** A client that keeps what it is told. */
  private static final class Listener implements OrchlensClient {
    private final List<String> told = new ArrayList<>();

    @Override
    public void status(Protocol.StatusParams params) {
      told.add(
          params.state()
              + ": "
              + params.message()
              + " "
              + params.uri()
              + " "
              + params.done()
              + "/"
              + params.total());
    }

    @Override
    public CompletableFuture<Void> createProgress(WorkDoneProgressCreateParams params) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void notifyProgress(ProgressParams params) {
      told.add(
          switch (params.getValue().getLeft()) {
            case WorkDoneProgressBegin begin ->
                "begin " + begin.getTitle() + " " + begin.getPercentage();
            case WorkDoneProgressReport report ->
                "report " + report.getMessage() + " " + report.getPercentage();
            case WorkDoneProgressEnd end -> "end " + end.getMessage();
            default -> throw new AssertionError("unknown progress " + params);
          });
    }

    @Override
    public void annotations(Protocol.AnnotationsParams params) {
      throw new AssertionError("nothing is published here");
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
    public void showMessage(MessageParams message) {
      throw new AssertionError("nothing is shown here");
    }

    @Override
    public void logMessage(MessageParams message) {
      throw new AssertionError("nothing is logged here");
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
