package dev.orchlens.tests.measure;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One program under a server: the file whose annotations are watched, and the file that is edited.
 */
final class Subject {
  /** An answer that takes longer counts as none. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final Client client;
  private final OpenFile shown;
  private int number = 1000;
  private long errors = -1;
  private Optional<Received> lastAnnotations = Optional.empty();

  /**
   * An answer's times in milliseconds, from the change.
   *
   * @param first until the first annotations of that version
   * @param complete until those that the server does not call provisional
   */
  record Answer(double first, double complete) {}

  Subject(Client client, OpenFile shown) {
    this.client = client;
    this.shown = shown;
  }

  OpenFile shown() {
    return shown;
  }

  /** The errors that the last diagnostics of the program hold; -1 before there were any. */
  long errors() {
    return errors;
  }

  Optional<Received> lastAnnotations() {
    return lastAnnotations;
  }

  /** A number that no edit has used yet. */
  int nextNumber() {
    return number++;
  }

  /**
   * Waits for the annotations of the program's present version that came after the moment {@code
   * sent}.
   */
  Optional<Answer> answer(long sent) {
    double first = Double.NaN;
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      Optional<Received> next = client.next(Duration.ofNanos(deadline - System.nanoTime()));
      if (next.isEmpty()) {
        return Optional.empty();
      }
      Received message = next.get();
      see(message);
      if (message.annotates(shown.uri(), shown.version()) && message.nanos() > sent) {
        double millis = (message.nanos() - sent) / 1e6;
        first = Double.isNaN(first) ? millis : first;
        if (!message.provisional()) {
          return Optional.of(new Answer(first, millis));
        }
      }
    }
  }

  /** Takes note of what a message says of the program. */
  void see(Received message) {
    if (!message.uri().equals(shown.uri())) {
      return;
    }
    if (message.method().equals(Received.DIAGNOSTICS)) {
      errors = 0;
      for (JsonElement one :
          message.json().getAsJsonObject("params").getAsJsonArray("diagnostics")) {
        errors += one.getAsJsonObject().get("severity").getAsInt() == 1 ? 1 : 0;
      }
    } else if (message.method().equals(Received.ANNOTATIONS)) {
      lastAnnotations = Optional.of(message);
    }
  }

  /** Where edits of this program are made. */
  record Site(OpenFile file, Place place, String where) {}

  /** The places of the program, and a helper in another file where it has none itself. */
  List<Site> sites(Path path, Path root) throws IOException {
    Places places = Places.of(shown.text());
    List<Site> sites = new ArrayList<>();
    places.all().forEach(place -> sites.add(new Site(shown, place, "")));
    if (sites.stream().noneMatch(site -> site.place().action().equals("helper"))) {
      importedHelper(places, path, root).ifPresent(sites::addFirst);
    }
    return sites;
  }

  /** The largest helper among those that the program imports; its file is opened. */
  private Optional<Site> importedHelper(Places places, Path path, Path root) throws IOException {
    Path found = null;
    String name = "";
    for (String imported : places.imported()) {
      int dot = imported.lastIndexOf('.');
      String file = imported.substring(0, dot).replace('.', '/') + ".py";
      Path source =
          Files.exists(path.resolveSibling(file)) ? path.resolveSibling(file) : root.resolve(file);
      boolean called = shown.text().contains(imported.substring(dot + 1) + "(");
      if (called
          && Files.exists(source)
          && (found == null || Files.size(source) > Files.size(found))) {
        String wanted = imported.substring(dot + 1);
        if (Places.of(Files.readString(source)).helper(wanted::equals).isPresent()) {
          found = source;
          name = wanted;
        }
      }
    }
    if (found == null) {
      return Optional.empty();
    }
    String wanted = name;
    OpenFile file = OpenFile.open(client, found);
    answer(file.sent());
    String where = "in " + found.getFileName() + ", " + name;
    return Places.of(file.text()).helper(wanted::equals).map(place -> new Site(file, place, where));
  }
}
