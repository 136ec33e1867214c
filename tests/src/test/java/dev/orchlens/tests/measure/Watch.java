package dev.orchlens.tests.measure;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Follows all that a server says: what each document shows now, and each complaint of the server
 * about itself.
 */
final class Watch {
  private static final int ERROR = 1;

  private final Client client;
  private final Map<String, Received> diagnostics = new HashMap<>();
  private final Map<String, Received> annotations = new HashMap<>();
  private final List<String> complaints = new ArrayList<>();

  Watch(Client client) {
    this.client = client;
  }

  Client client() {
    return client;
  }

  /** The errors that the server logged or showed. */
  List<String> complaints() {
    return complaints;
  }

  /** Takes messages until the wanted one; empty when it did not come in time. */
  Optional<Received> await(Predicate<Received> wanted, Duration limit) {
    return client.await(
        message -> {
          see(message);
          return wanted.test(message);
        },
        limit);
  }

  /**
   * Waits for all that there is to be said of a version of a document, which may have come while
   * something else was waited for.
   *
   * @return the message; nothing where none came in time
   */
  Optional<Received> awaitAnnotations(OpenFile file, Duration limit) {
    Predicate<Received> wanted = m -> m.annotates(file.uri(), file.version()) && !m.provisional();
    Optional<Received> known = Optional.ofNullable(annotations.get(file.uri())).filter(wanted);
    return known.isPresent() ? known : await(wanted, limit);
  }

  /** Takes messages until none has come for a while. */
  void settle(Duration quiet) {
    for (Optional<Received> next = client.next(quiet);
        next.isPresent();
        next = client.next(quiet)) {
      see(next.get());
    }
  }

  private void see(Received message) {
    switch (message.method()) {
      case Received.DIAGNOSTICS -> diagnostics.put(message.uri(), message);
      case Received.ANNOTATIONS -> annotations.put(message.uri(), message);
      case "window/logMessage", "window/showMessage" -> {
        JsonObject params = message.json().getAsJsonObject("params");
        if (params.get("type").getAsInt() == ERROR) {
          complaints.add(params.get("message").getAsString());
        }
      }
      default -> {
        // Progress, refreshes and answers: nothing that stays.
      }
    }
  }

  /**
   * What the server shows of a document, each kind as the JSON that it sent. Where its text is
   * broken, a server that knew an earlier one goes on showing that, which one that was started now
   * cannot do.
   *
   * @param isStale whether that is so; diagnostics are of the present text all the same
   */
  record State(Map<String, String> shown, boolean isStale) {
    private static final String DIAGNOSTICS = "diagnostics";

    /** The kinds in which two states differ that should be equal. */
    List<String> differences(State other) {
      boolean onlyDiagnostics = isStale || other.isStale;
      return shown.keySet().stream()
          .filter(kind -> !onlyDiagnostics || kind.equals(DIAGNOSTICS))
          .filter(kind -> !shown.get(kind).equals(other.shown.get(kind)))
          .toList();
    }
  }

  /** Asks for all that the server shows of a document. */
  State state(OpenFile file) {
    Map<String, Object> document = Map.of("uri", file.uri());
    Map<String, Object> whole = file.range(0, file.text().length());
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("C++", ask("orchlens/generatedOrchestration", document));
    shown.put("symbols", ask("textDocument/documentSymbol", Map.of("textDocument", document)));
    shown.put("lenses", ask("textDocument/codeLens", Map.of("textDocument", document)));
    shown.put(
        "hints", ask("textDocument/inlayHint", Map.of("textDocument", document, "range", whole)));
    // Last, since an answer may wait for the very work that publishes these.
    shown.put(State.DIAGNOSTICS, params(diagnostics.get(file.uri())));
    shown.put("annotations", params(annotations.get(file.uri())));
    boolean isStale = shown.values().stream().anyMatch(json -> json.contains("\"stale\":true"));
    return new State(shown, isStale);
  }

  private String ask(String method, Object params) {
    int request = client.request(method, params);
    return await(message -> message.answers(request), Subject.LIMIT)
        .map(Received::json)
        .map(Watch::result)
        .orElse("no answer in " + Subject.LIMIT);
  }

  private static String result(JsonObject answer) {
    return answer.has("error")
        ? "error " + answer.get("error")
        : String.valueOf(answer.get("result"));
  }

  private static String params(Received message) {
    return message == null ? "nothing" : message.json().get("params").toString();
  }
}
