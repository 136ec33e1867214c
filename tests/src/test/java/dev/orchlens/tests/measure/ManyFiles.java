package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Switching among many files, and the memory after all of them were opened and edited. */
final class ManyFiles {
  private static final int FILES = 40;

  private final Client client;
  private final Report report;
  private final Map<Path, Subject> open = new LinkedHashMap<>();

  ManyFiles(Client client, Report report) {
    this.client = client;
    this.report = report;
  }

  /** The largest programs below a folder: files that import the language, the largest first. */
  static List<Path> largest(Path folder, int count) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = new ArrayList<>();
      for (Path file : (Iterable<Path>) all.filter(f -> f.toString().endsWith(".py"))::iterator) {
        if (Files.isRegularFile(file) && Files.readString(file).contains("pypto.language")) {
          found.add(file);
        }
      }
      found.sort(Comparator.comparingLong((Path file) -> file.toFile().length()).reversed());
      return found.stream().limit(count).toList();
    }
  }

  /** Opens all, goes back to each as a person who switches tabs, and edits each in turn. */
  void measure(Path folder) throws IOException {
    List<Path> files = largest(folder, FILES);
    opening(files);
    switching();
    editing();
    client.settle(Duration.ofSeconds(1));
    String name = "%d largest files".formatted(files.size());
    report.add(
        new Report.Single(name, "RSS", ProcessFigures.residentMegabytes(client.pid()), "MB"));
    report.add(
        new Report.Single(name, "heap after GC", ProcessFigures.liveMegabytes(client.pid()), "MB"));
    report.add(
        new Report.Single(
            name, "RSS after GC", ProcessFigures.residentMegabytes(client.pid()), "MB"));
  }

  private void opening(List<Path> files) throws IOException {
    Series series = new Series("opening");
    for (Path file : files) {
      Subject subject = new Subject(client, OpenFile.open(client, file));
      subject.shown().show(0);
      open.put(file, subject);
      series.add(file, subject.answer(subject.shown().sent()));
      client.settle(Duration.ofMillis(60));
    }
    series.report();
  }

  /** What VS Code asks when a file that is open comes to the front. */
  private void switching() throws IOException {
    Series series = new Series("switching");
    for (Map.Entry<Path, Subject> entry : open.entrySet()) {
      OpenFile shown = entry.getValue().shown();
      Map<String, Object> document = Map.of("uri", shown.uri());
      Map<String, Object> range =
          Map.of(
              "start",
              Map.of("line", 0, "character", 0),
              "end",
              Map.of("line", 60, "character", 0));
      long asked = System.nanoTime();
      client.request("textDocument/documentSymbol", Map.of("textDocument", document));
      client.request("textDocument/codeLens", Map.of("textDocument", document));
      int hints =
          client.request(
              "textDocument/inlayHint", Map.of("textDocument", document, "range", range));
      // The three may be answered in any order.
      long last = 0;
      for (int answered = 0; answered < 3; answered++) {
        Optional<Received> answer =
            client.await(
                m -> m.answers(hints) || m.answers(hints - 1) || m.answers(hints - 2),
                Subject.LIMIT);
        last = answer.map(Received::nanos).orElse(asked + Subject.LIMIT.toNanos());
      }
      double millis = (last - asked) / 1e6;
      series.add(entry.getKey(), Optional.of(new Subject.Answer(millis, millis)));
    }
    series.report();
  }

  /** Edits each file in turn, in each place that it has. */
  private void editing() throws IOException {
    Series series = new Series("editing in turn");
    for (Map.Entry<Path, Subject> entry : open.entrySet()) {
      Subject subject = entry.getValue();
      for (Place place : Places.of(subject.shown().text()).all()) {
        String line = place.line(subject.nextNumber());
        subject.shown().show(place.offset());
        subject.shown().replace(place.offset(), place.offset(), line);
        series.add(entry.getKey(), subject.answer(subject.shown().sent()));
        subject.shown().replace(place.offset(), place.offset() + line.length(), "");
        series.add(entry.getKey(), subject.answer(subject.shown().sent()));
      }
    }
    series.report();
  }

  /** The times of one kind of action over all files. */
  private final class Series {
    private final String action;
    private final double cpuBefore;
    private final List<Double> first = new ArrayList<>();
    private final List<Double> complete = new ArrayList<>();
    private int missed;
    private String slowest = "";
    private double slowestMillis;

    Series(String action) throws IOException {
      this.action = action;
      this.cpuBefore = ProcessFigures.cpuSeconds(client.pid());
    }

    void add(Path file, Optional<Subject.Answer> answer) {
      if (answer.isEmpty()) {
        missed++;
        return;
      }
      first.add(answer.get().first());
      complete.add(answer.get().complete());
      if (answer.get().complete() > slowestMillis) {
        slowestMillis = answer.get().complete();
        slowest = file.getParent().getFileName() + "/" + file.getFileName();
      }
    }

    void report() throws IOException {
      double cpu =
          1000
              * (ProcessFigures.cpuSeconds(client.pid()) - cpuBefore)
              / Math.max(1, complete.size());
      String note = "slowest " + slowest;
      report.add(
          new Report.Timed(
              "%d largest files".formatted(open.size()),
              action,
              Figures.of(complete),
              Figures.of(first),
              missed,
              cpu,
              note));
    }
  }
}
