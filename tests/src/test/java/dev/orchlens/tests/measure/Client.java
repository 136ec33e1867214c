package dev.orchlens.tests.measure;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.orchlens.lsp.ServerLauncher;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The server as a process of its own, and a client that speaks to it over its streams as VS Code
 * does. It looks into no message deeper than it must: what is measured is the server. Used by one
 * thread, beside the one that reads.
 */
final class Client implements AutoCloseable {
  private static final Gson JSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
  private static final Received END =
      new Received(0, "end of stream", "", "", -1, false, new byte[0]);

  private final long started;
  private final Optional<Process> process;
  private final InputStream fromServer;
  private final OutputStream toServer;
  private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>();
  private int requests;

  private Client(
      long started, Optional<Process> process, InputStream fromServer, OutputStream toServer) {
    this.started = started;
    this.process = process;
    this.fromServer = fromServer;
    this.toServer = toServer;
    Thread.ofPlatform().daemon().name("reader").start(this::read);
  }

  /** Starts a server as a process, says hello as the extension does, and opens a folder. */
  static Client start(List<String> command, Path folder) throws IOException {
    return start(command, folder, true, ProcessBuilder.Redirect.INHERIT);
  }

  /**
   * The same for a client that shows all of each document at once.
   *
   * @param errors where that goes which the server writes to its standard error
   */
  static Client startShowingAll(List<String> command, Path folder, ProcessBuilder.Redirect errors)
      throws IOException {
    return start(command, folder, false, errors);
  }

  private static Client start(
      List<String> command, Path folder, boolean visibleRanges, ProcessBuilder.Redirect errors)
      throws IOException {
    long started = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(errors).start();
    Client client =
        new Client(
            started, Optional.of(process), process.getInputStream(), process.getOutputStream());
    client.hello(folder, visibleRanges);
    return client;
  }

  /**
   * Starts a server in this JVM, which shares nothing with any other one but compiled code: the
   * same conversation, without the second that a process takes to get warm. The client shows all of
   * each document at once.
   */
  static Client startHere(Path folder) throws IOException {
    long started = System.nanoTime();
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    InputStream in = Channels.newInputStream(there.source());
    OutputStream out = Channels.newOutputStream(back.sink());
    Thread.ofPlatform().daemon().name("server").start(() -> ServerLauncher.run(in, out));
    Client client =
        new Client(
            started,
            Optional.empty(),
            Channels.newInputStream(back.source()),
            Channels.newOutputStream(there.sink()));
    client.hello(folder, false);
    return client;
  }

  private void hello(Path folder, boolean visibleRanges) {
    String uri = folder.toUri().toString();
    Map<String, Object> parameters = new HashMap<>(Hello.parameters(uri, visibleRanges));
    // A server in this JVM cannot outlive its client.
    parameters.put("processId", process.isPresent() ? ProcessHandle.current().pid() : null);
    answer(request("initialize", parameters), Duration.ofMinutes(2));
    notify("initialized", Map.of());
    notify(
        "workspace/didChangeConfiguration",
        Map.of("settings", Map.of("orchlens", Hello.settings())));
  }

  /** {@link System#nanoTime()} directly before the process was started. */
  long started() {
    return started;
  }

  /** The number of the server's process. */
  long pid() {
    return process.map(Process::pid).orElseGet(() -> ProcessHandle.current().pid());
  }

  /**
   * Sends a notification; returns {@link System#nanoTime()} directly before its first byte was
   * written.
   */
  long notify(String method, Object params) {
    return send(Map.of("jsonrpc", "2.0", "method", method, "params", params));
  }

  /** Sends a request and returns its number. */
  int request(String method, Object params) {
    requests++;
    send(
        params == null
            ? Map.of("jsonrpc", "2.0", "id", requests, "method", method)
            : Map.of("jsonrpc", "2.0", "id", requests, "method", method, "params", params));
    return requests;
  }

  private long send(Object message) {
    byte[] body = JSON.toJson(message).getBytes(StandardCharsets.UTF_8);
    byte[] head =
        ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[head.length + body.length];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(body, 0, frame, head.length, body.length);
    long before = System.nanoTime();
    try {
      synchronized (toServer) {
        toServer.write(frame);
        toServer.flush();
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(
          "the server takes nothing more; its messages above may say why", gone);
    }
    return before;
  }

  /** Waits for the answer to a request. */
  Received answer(int request, Duration limit) {
    return await(message -> message.answers(request), limit)
        .orElseThrow(
            () -> new IllegalStateException("the server did not answer a request in " + limit));
  }

  /**
   * Waits for the next message that is wanted, and drops those before it; empty when none came in
   * time.
   */
  Optional<Received> await(Predicate<Received> wanted, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Optional<Received> next = next(Duration.ofNanos(deadline - System.nanoTime()));
      if (next.isEmpty() || wanted.test(next.get())) {
        return next;
      }
    }
  }

  /** Takes the next message, whatever it is; empty when none came in time. */
  Optional<Received> next(Duration limit) {
    try {
      Received message = inbox.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
      if (message == END) {
        throw new IllegalStateException("the server ended; its messages above may say why");
      }
      return Optional.ofNullable(message);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Drops what comes until nothing has come for a while. */
  void settle(Duration quiet) {
    while (next(quiet).isPresent()) {
      // Only that it came matters.
    }
  }

  private void read() {
    try (InputStream in = new BufferedInputStream(fromServer, 1 << 16)) {
      for (byte[] body = frame(in); body.length > 0; body = frame(in)) {
        Received message = Received.of(System.nanoTime(), body);
        if (!message.method().isEmpty() && !message.id().isEmpty()) {
          Object result =
              message.method().equals("workspace/configuration") ? List.of(Hello.settings()) : null;
          send(new Answer("2.0", message.json().get("id"), result));
        } else {
          inbox.add(message);
        }
      }
    } catch (IOException | UncheckedIOException ended) {
      // The server is gone: whoever waits for it is told below.
    }
    inbox.add(END);
  }

  /** An answer to a request of the server; a result of null is written too. */
  private record Answer(String jsonrpc, Object id, Object result) {}

  /** Reads a message's bytes; none at the end of the stream. */
  private static byte[] frame(InputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    return in.readNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Says goodbye; a server that does not go is ended. */
  @Override
  public void close() {
    try {
      answer(request("shutdown", null), Duration.ofSeconds(10));
      notify("exit", Map.of());
      toServer.close();
      if (process.isPresent() && !process.get().waitFor(5, TimeUnit.SECONDS)) {
        System.err.println("orchlens: the server does not end by itself");
      }
    } catch (IllegalStateException
        | IOException
        | UncheckedIOException
        | InterruptedException gone) {
      System.err.println("orchlens: the server did not say goodbye: " + gone.getMessage());
    } finally {
      process.ifPresent(Process::destroyForcibly);
    }
  }
}
