package dev.orchlens.tests.measure;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Edits, keystrokes and questions in one program that is open in one server. */
final class Editing {
  private static final int KEYS_PER_SECOND = 30;
  private static final int KEYS = 5 * KEYS_PER_SECOND;

  /**
   * Between an answer and the next edit, so that one edit's afterwork is not all of the next one's
   * wait.
   */
  private static final Duration PAUSE = Duration.ofMillis(60);

  private final Client client;
  private final Report report;
  private final Amounts amounts;
  private final String name;
  private final Subject subject;
  private final List<Subject.Site> sites;

  /**
   * How much is measured.
   *
   * @param warmup edits before anything counts, in all places in turn
   * @param edits measured edits of each place
   * @param bursts times that a person types for five seconds
   */
  record Amounts(int warmup, int edits, int bursts) {}

  /** Opens the program and waits for its first answer. */
  Editing(Client client, Report report, Amounts amounts, String name, Path path, Path root)
      throws IOException {
    this.client = client;
    this.report = report;
    this.amounts = amounts;
    this.name = name;
    this.subject = new Subject(client, OpenFile.open(client, path));
    subject.answer(subject.shown().sent());
    client.settle(Duration.ofMillis(300));
    this.sites = subject.sites(path, root);
  }

  /** Measures all that is asked for. */
  void measure(boolean edits, boolean typing, boolean requests) throws IOException {
    warmUp();
    if (edits) {
      for (Subject.Site site : sites) {
        edits(site);
      }
    }
    if (typing) {
      Optional<Subject.Site> site =
          site("helper").filter(s -> s.file() == subject.shown()).or(() -> site("entry"));
      if (site.isPresent()) {
        typing(site.get());
      }
    }
    if (requests && site("entry").isPresent()) {
      requests(site("entry").get());
    }
    report.add(
        new Report.Single(name, "RSS", ProcessFigures.residentMegabytes(client.pid()), "MB"));
    report.add(
        new Report.Single(name, "heap after GC", ProcessFigures.liveMegabytes(client.pid()), "MB"));
  }

  private Optional<Subject.Site> site(String action) {
    return sites.stream().filter(site -> site.place().action().equals(action)).findFirst();
  }

  private void warmUp() {
    for (int i = 0; i < amounts.warmup() && !sites.isEmpty(); i++) {
      Subject.Site site = sites.get(i % sites.size());
      int start = site.place().offset();
      String line = site.place().line(subject.nextNumber());
      site.file().replace(start, start, line);
      if (subject.answer(site.file().sent()).isEmpty()) {
        return; // What cannot be answered within the limit does not get warm.
      }
      site.file().replace(start, start + line.length(), "");
      subject.answer(site.file().sent());
    }
  }

  /**
   * The editor shows the place; of a helper in another file, the program beside it, from its entry
   * on.
   */
  private void show(Subject.Site site) {
    OpenFile shown = subject.shown();
    site.file().show(site.place().offset());
    if (site.file() != shown) {
      shown.show(Places.of(shown.text()).entryName().orElse(0));
    }
  }

  /** Puts a line into a place, and then gives it another number again and again. */
  private void edits(Subject.Site site) throws IOException {
    show(site);
    long errorsBefore = subject.errors();
    int start = site.place().offset();
    String line = site.place().line(subject.nextNumber());
    site.file().replace(start, start, line);
    subject.answer(site.file().sent());
    List<Double> first = new ArrayList<>();
    List<Double> complete = new ArrayList<>();
    int missed = 0;
    double cpu = ProcessFigures.cpuSeconds(client.pid());
    for (int i = 0; i < amounts.edits() && missed < 3; i++) {
      client.settle(PAUSE);
      String next = site.place().line(subject.nextNumber());
      site.file().replace(start, start + line.length(), next);
      line = next;
      Optional<Subject.Answer> answer = subject.answer(site.file().sent());
      if (answer.isPresent()) {
        first.add(answer.get().first());
        complete.add(answer.get().complete());
      } else {
        missed++;
      }
    }
    cpu = ProcessFigures.cpuSeconds(client.pid()) - cpu;
    long errors = subject.errors();
    String note =
        site.where() + (errors == errorsBefore ? "" : "; errors " + errorsBefore + " -> " + errors);
    report.add(
        new Report.Timed(
            name,
            "edit: " + site.place().action(),
            Figures.of(complete),
            Figures.of(first),
            missed,
            1000 * cpu / Math.max(1, complete.size()),
            note));
    site.file().replace(start, start + line.length(), "");
    subject.answer(site.file().sent());
  }

  /**
   * Types for five seconds, without waiting for anything, and then waits for what the last key
   * shows.
   */
  private void typing(Subject.Site site) throws IOException {
    List<Double> first = new ArrayList<>();
    List<Double> complete = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    int publications = 0;
    int missed = 0;
    show(site);
    for (int burst = 0; burst < amounts.bursts(); burst++) {
      client.settle(Duration.ofMillis(300));
      int start = site.place().offset();
      int at = start;
      double cpu = ProcessFigures.cpuSeconds(client.pid());
      long began = System.nanoTime();
      List<String> keys = keys(site.place().indent());
      for (int key = 0; key < keys.size(); key++) {
        pauseUntil(began + key * 1_000_000_000L / KEYS_PER_SECOND);
        publications += drain();
        site.file().replace(at, at, keys.get(key));
        at += keys.get(key).length();
      }
      Optional<Subject.Answer> answer = subject.answer(site.file().sent());
      double seconds = (System.nanoTime() - began) / 1e9;
      shares.add(100 * (ProcessFigures.cpuSeconds(client.pid()) - cpu) / seconds);
      answer.ifPresentOrElse(
          a -> {
            first.add(a.first());
            complete.add(a.complete());
          },
          () -> {});
      missed += answer.isEmpty() ? 1 : 0;
      site.file().replace(start, at, "");
      subject.answer(site.file().sent());
    }
    Figures share = Figures.of(shares);
    String note =
        "%d keys in 5 s in the %s; answers in between %.1f; %.0f %% of one core"
            .formatted(
                KEYS, site.place().action(), (double) publications / amounts.bursts(), share.p50());
    report.add(
        new Report.Timed(
            name,
            "typing: last key",
            Figures.of(complete),
            Figures.of(first),
            missed,
            share.p50() * 50,
            note));
  }

  /**
   * Characters as a person types them: statements, each line begun by the editor with its indent.
   */
  private List<String> keys(String indent) {
    List<String> keys = new ArrayList<>();
    keys.add(indent);
    while (keys.size() < KEYS) {
      String statement = "typed = " + subject.nextNumber();
      int room = Math.min(statement.length(), KEYS - keys.size() - 1);
      (room < statement.length() ? "#".repeat(room) : statement)
          .chars()
          .forEach(c -> keys.add(Character.toString(c)));
      keys.add(keys.size() + 1 < KEYS ? "\n" + indent : "\n");
    }
    return keys;
  }

  private static void pauseUntil(long nanos) {
    for (long rest = nanos - System.nanoTime(); rest > 0; rest = nanos - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }

  /** Takes what came in the meantime; returns how many annotations of the program were among it. */
  private int drain() {
    int found = 0;
    for (Optional<Received> next = client.next(Duration.ZERO);
        next.isPresent();
        next = client.next(Duration.ZERO)) {
      subject.see(next.get());
      found += next.get().annotates(subject.shown().uri(), 0) ? 1 : 0;
    }
    return found;
  }

  /** Edits and asks at once, without waiting for the annotations. */
  private void requests(Subject.Site site) throws IOException {
    OpenFile shown = subject.shown();
    Map<String, Object> document = Map.of("uri", shown.uri());
    int entry = Places.of(shown.text()).entryName().orElse(0);
    Optional<Integer> task = annotatedPlace();
    if (task.isPresent()) {
      Map<String, Object> place =
          Map.of("textDocument", document, "position", shown.position(task.get()));
      request(site, "hover after an edit", "textDocument/hover", place);
    }
    Map<String, Object> atEntry = Map.of("uri", shown.uri(), "position", shown.position(entry));
    request(site, "C++ after an edit", "orchlens/generatedOrchestration", atEntry);
    request(site, "graph after an edit", "orchlens/taskGraph", atEntry);
  }

  private void request(Subject.Site site, String action, String method, Map<String, Object> params)
      throws IOException {
    List<Double> times = new ArrayList<>();
    int empty = 0;
    long bytes = 0;
    int start = site.place().offset();
    String line = "";
    double cpu = ProcessFigures.cpuSeconds(client.pid());
    for (int i = 0; i < Math.max(1, amounts.edits() / 2); i++) {
      client.settle(PAUSE);
      // The line of the edit stands below where the questions are asked, or moves them by one line,
      // all the same one.
      String next = site.place().line(subject.nextNumber());
      site.file().replace(start, start + line.length(), next);
      line = next;
      Received answer = client.answer(client.request(method, params), Subject.LIMIT);
      times.add((answer.nanos() - site.file().sent()) / 1e6);
      JsonElement result = answer.json().get("result");
      empty += result == null || result.isJsonNull() ? 1 : 0;
      bytes = answer.body().length;
      client.settle(PAUSE);
    }
    cpu = ProcessFigures.cpuSeconds(client.pid()) - cpu;
    site.file().replace(start, start + line.length(), "");
    subject.answer(site.file().sent());
    Figures figures = Figures.of(times);
    String note =
        Report.number(bytes / 1024.0)
            + " kB"
            + (empty == 0 ? "" : "; " + empty + " without a result");
    report.add(
        new Report.Timed(name, action, figures, figures, 0, 1000 * cpu / times.size(), note));
  }

  /**
   * The middle of the statement on the last line above the edits that has an annotation with a text
   * of its own.
   */
  private Optional<Integer> annotatedPlace() {
    OpenFile shown = subject.shown();
    int limit = site("entry").map(site -> shown.lines().lineAt(site.place().offset())).orElse(0);
    JsonArray all =
        subject
            .lastAnnotations()
            .map(message -> message.json().getAsJsonObject("params").getAsJsonArray("annotations"))
            .orElse(new JsonArray());
    Optional<Integer> best = Optional.empty();
    for (JsonElement element : all) {
      JsonObject annotation = element.getAsJsonObject();
      int line = annotation.get("line").getAsInt();
      if (line < limit || best.isEmpty()) {
        String text =
            shown
                .text()
                .substring(shown.lines().lineStart(line), shown.lines().lineEnd(line))
                .stripTrailing();
        int call = Math.max(text.indexOf('('), text.length() - text.strip().length() + 1);
        best = Optional.of(shown.lines().lineStart(line) + call - 1);
      }
    }
    return best;
  }
}
