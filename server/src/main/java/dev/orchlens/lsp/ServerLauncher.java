package dev.orchlens.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.lsp4j.jsonrpc.Launcher;

/** Connects the server to a client over a pair of streams. */
public final class ServerLauncher {
  private ServerLauncher() {}

  /**
   * Serves a client until it says goodbye or its stream ends.
   *
   * @return the exit code the protocol asks for: 0 after an orderly shutdown, else 1
   */
  public static int run(InputStream in, OutputStream out) {
    OrchlensServer server = new OrchlensServer();
    Launcher<OrchlensClient> launcher =
        new Launcher.Builder<OrchlensClient>()
            .setLocalService(server)
            .setRemoteInterface(OrchlensClient.class)
            .setInput(in)
            .setOutput(out)
            .wrapMessages(MessageCheck::around)
            .setExceptionHandler(MessageCheck::error)
            .setExecutorService(Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
            .create();
    server.connect(launcher.getRemoteProxy());
    Future<Void> listening = launcher.startListening();
    server.onExit(() -> listening.cancel(true));
    try {
      listening.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | java.util.concurrent.CancellationException ended) {
      // The stream broke or the client said exit: either way there is nobody left to serve.
      return server.exitCode();
    }
    return server.exitCode();
  }
}
