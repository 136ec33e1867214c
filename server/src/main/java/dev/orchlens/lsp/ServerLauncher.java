package dev.orchlens.lsp;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
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
    CountDownLatch end = new CountDownLatch(1);
    server.onExit(end::countDown);
    Launcher<OrchlensClient> launcher =
        new AnyCaseLauncher<OrchlensClient>()
            .setLocalService(server)
            .setRemoteInterface(OrchlensClient.class)
            .setInput(in)
            .setOutput(new WatchedOutput(out, end::countDown))
            .wrapMessages(new MessageCheck()::around)
            .setExceptionHandler(MessageCheck::error)
            .setExecutorService(
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
            .create();
    server.connect(launcher.getRemoteProxy());
    Future<Void> listening = launcher.startListening();
    Thread.ofPlatform().daemon().name("orchlens-input").start(() -> awaitEnd(listening, end));
    try {
      end.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return server.exitCode();
  }

  private static void awaitEnd(Future<Void> listening, CountDownLatch end) {
    try {
      listening.get();
    } catch (InterruptedException | ExecutionException broken) {
      // However the client's stream ended, there is nobody left to serve.
      Thread.currentThread().interrupt();
    } finally {
      end.countDown();
    }
  }
}
