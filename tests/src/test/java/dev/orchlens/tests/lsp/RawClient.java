package dev.orchlens.tests.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A client that says what it likes, byte by byte, to a server process of its own. */
final class RawClient implements AutoCloseable {
  private final Process process;
  private final OutputStream out;
  private final Mailbox<JsonObject> inbox = new Mailbox<>(Editor.LIMIT_SECONDS);
  private int lastId;

  /** Starts a server, with further arguments for its JVM. */
  RawClient(String... arguments) throws IOException {
    process = Editor.serverProcess(arguments);
    out = process.getOutputStream();
    Thread.ofPlatform().daemon().start(this::read);
  }

  private void read() {
    try (DataInputStream in = new DataInputStream(process.getInputStream())) {
      while (true) {
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
          String[] header = line.split(":", 2);
          if (header[0].toLowerCase(Locale.ROOT).equals("content-length")) {
            length = Integer.parseInt(header[1].strip());
          }
        }
        byte[] body = new byte[length];
        in.readFully(body);
        inbox.add(
            JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject());
      }
    } catch (IOException ended) {
      inbox.end("the server's output ended");
    }
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.readUnsignedByte(); b != '\n'; b = in.readUnsignedByte()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }

  /** Sends a message as it is, under a header of this name. */
  void send(String header, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    out.write((header + ": " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.flush();
  }

  /** Sends a notification; {@code params} is JSON. */
  void tell(String method, String params) throws IOException {
    send(
        "Content-Length",
        "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  /** Sends a request and returns the whole answer; {@code params} is JSON. */
  JsonObject ask(String method, String params) throws IOException {
    int id = ++lastId;
    send(
        "Content-Length",
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
    return inbox.take(m -> !m.has("method") && m.get("id").getAsInt() == id);
  }

  /** Sends a request that is refused, and returns the error as {@code code: message}. */
  String refusal(String method, String params) throws IOException {
    JsonObject error = ask(method, params).getAsJsonObject("error");
    return error.get("code").getAsInt() + ": " + error.get("message").getAsString();
  }

  /** Waits for a notification and returns its parameters. */
  JsonObject told(String method) {
    return inbox
        .take(m -> m.has("method") && m.get("method").getAsString().equals(method))
        .getAsJsonObject("params");
  }

  /** Says hello with these parameters and returns what the server can do. */
  JsonElement hello(String params) throws IOException {
    JsonElement result = ask("initialize", params).get("result");
    tell("initialized", "{}");
    return result;
  }

  /** Opens a document. */
  void open(String uri, String text) throws IOException {
    JsonObject document = new JsonObject();
    document.addProperty("uri", uri);
    document.addProperty("languageId", "python");
    document.addProperty("version", 1);
    document.addProperty("text", text);
    JsonObject params = new JsonObject();
    params.add("textDocument", document);
    tell("textDocument/didOpen", params.toString());
  }

  /** Reads nothing that the server says any more. */
  void hangUpOutput() throws IOException {
    process.getInputStream().close();
  }

  /** Waits until the server has ended and returns its exit code. */
  int end() throws InterruptedException {
    if (!process.waitFor(Editor.LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the server did not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
