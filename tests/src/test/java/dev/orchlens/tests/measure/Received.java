package dev.orchlens.tests.measure;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A message of the server: when its last byte had been read, and the few fields that say what it
 * is. The rest stays unread text, so that a large message costs the client little and the time
 * measured is the server's.
 *
 * @param nanos {@link System#nanoTime()} when the whole message had arrived, before anything in it
 *     was looked at
 * @param method of a request or notification; empty for an answer
 * @param id of a request or an answer; empty for a notification
 * @param uri the document that a notification is about, or empty
 * @param version of that document; -1 where the message states none
 * @param provisional whether the server says that more of the same version follows
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Received(
    long nanos,
    String method,
    String id,
    String uri,
    int version,
    boolean provisional,
    byte[] body) {
  static final String ANNOTATIONS = "orchlens/annotations";
  static final String DIAGNOSTICS = "textDocument/publishDiagnostics";

  /** Reads what a message is. */
  static Received of(long nanos, byte[] body) throws IOException {
    Head head = new Head();
    try (JsonReader json =
        new JsonReader(
            new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8))) {
      head.read(json, 0);
    }
    return new Received(
        nanos, head.method, head.id, head.uri, head.version, head.provisional, body);
  }

  /**
   * Whether this is the notification with what is drawn for a document, of the given version or a
   * later one.
   */
  boolean annotates(String document, int atLeast) {
    return method.equals(ANNOTATIONS) && uri.equals(document) && version >= atLeast;
  }

  /** Whether this answers the request with this number. */
  boolean answers(int request) {
    return method.isEmpty() && id.equals(Integer.toString(request));
  }

  /** Reads the whole message. */
  JsonObject json() {
    return JsonParser.parseString(text()).getAsJsonObject();
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The fields that matter, of the message itself and of its {@code params}. */
  private static final class Head {
    private String method = "";
    private String id = "";
    private String uri = "";
    private int version = -1;
    private boolean provisional;

    private void read(JsonReader json, int depth) throws IOException {
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        JsonToken token = json.peek();
        if (depth == 0 && name.equals("params") && token == JsonToken.BEGIN_OBJECT) {
          read(json, 1);
        } else if (depth == 0 && name.equals("method")) {
          method = json.nextString();
        } else if (depth == 0 && name.equals("id") && token != JsonToken.NULL) {
          id = json.nextString();
        } else if (depth == 1 && name.equals("uri") && token == JsonToken.STRING) {
          uri = json.nextString();
        } else if (depth == 1 && name.equals("version") && token == JsonToken.NUMBER) {
          version = json.nextInt();
        } else if (depth == 1 && name.equals("complete") && token == JsonToken.BOOLEAN) {
          provisional = !json.nextBoolean();
        } else {
          json.skipValue();
        }
      }
      json.endObject();
    }
  }
}
