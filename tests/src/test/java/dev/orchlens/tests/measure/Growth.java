package dev.orchlens.tests.measure;

import dev.orchlens.tests.bench.GrowthPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures how time and memory grow with the number of tasks, each shape on a server of its own.
 */
final class Growth {
  private static final List<Integer> SIZES = List.of(250, 500, 1000, 2000);
  private static final int SMALL = 500;
  private static final int LARGE = 2000;
  private static final int EDITS = 11;
  private static final int FEWEST_EDITS = 3;

  /** Where edits take long, a few must do. */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(15).toNanos();

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final long WARM_NANOS = Duration.ofSeconds(6).toNanos();

  /** What is measured unless shapes are named: those whose growth docs/performance.md states. */
  static final List<GrowthPrograms> SHAPES =
      List.of(
          GrowthPrograms.UPDATE,
          GrowthPrograms.OVERWRITE,
          GrowthPrograms.READERS,
          GrowthPrograms.DISTINCT,
          GrowthPrograms.WINDOWS,
          GrowthPrograms.MANUAL_CHAIN,
          GrowthPrograms.ONE_LINE);

  private final List<String> command;
  private final Path folder;
  private final Report report;

  Growth(List<String> command, Path folder, Report report) {
    this.command = command;
    this.folder = folder;
    this.report = report;
  }

  /**
   * What a program of one size cost: the median time and the processor time of an edit, and MB of
   * the heap.
   */
  private record Cost(int tasks, double millis, double cpuMillis, double megabytes) {}

  /** Measures programs of some shapes and prints the exponents between 500 and 2,000 tasks. */
  void measure(List<GrowthPrograms> shapes) throws IOException {
    for (GrowthPrograms shape : shapes) {
      List<Cost> costs = new ArrayList<>();
      try (Client client = Client.start(command, folder)) {
        warmUp(client, shape);
        for (int size : SIZES) {
          Optional<Cost> cost = size(client, shape, size);
          if (cost.isEmpty()) {
            break;
          }
          costs.add(cost.get());
        }
      }
      exponents(shape, costs);
    }
  }

  private void exponents(GrowthPrograms shape, List<Cost> costs) {
    Optional<Cost> small = costs.stream().filter(cost -> cost.tasks() == SMALL).findFirst();
    Optional<Cost> large = costs.stream().filter(cost -> cost.tasks() == LARGE).findFirst();
    exponent(shape, "time", small.map(Cost::millis), large.map(Cost::millis));
    exponent(shape, "CPU", small.map(Cost::cpuMillis), large.map(Cost::cpuMillis));
    exponent(shape, "heap", small.map(Cost::megabytes), large.map(Cost::megabytes));
  }

  private void exponent(
      GrowthPrograms shape, String what, Optional<Double> small, Optional<Double> large) {
    double exponent =
        small.isPresent() && large.isPresent()
            ? Figures.exponent(SMALL, small.get(), LARGE, large.get())
            : Double.NaN;
    String label = "exponent of %s, %,d to %,d".formatted(what, SMALL, LARGE);
    report.add(new Report.Single(title(shape), label, exponent, ""));
  }

  private static String title(GrowthPrograms shape) {
    return "growth: " + shape.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String uri(GrowthPrograms shape, int tasks) {
    return folder
        .resolve("growth_" + shape.name().toLowerCase(Locale.ROOT) + "_" + tasks + ".py")
        .toUri()
        .toString();
  }

  /**
   * Lets the JVM compile what this shape needs, on a small program, so that small sizes are not
   * measured cold.
   */
  private void warmUp(Client client, GrowthPrograms shape) {
    String text = shape.text(120);
    Subject subject = new Subject(client, OpenFile.open(client, uri(shape, 120), text));
    subject.answer(subject.shown().sent());
    long end = System.nanoTime() + WARM_NANOS;
    while (System.nanoTime() < end && edit(subject).isPresent()) {
      // Only the work matters.
    }
    subject.shown().close();
    client.settle(Duration.ofMillis(200));
  }

  private Optional<Cost> size(Client client, GrowthPrograms shape, int tasks) throws IOException {
    double before = ProcessFigures.liveMegabytes(client.pid());
    Subject subject =
        new Subject(client, OpenFile.open(client, uri(shape, tasks), shape.text(tasks)));
    Optional<Subject.Answer> opened = subject.answer(subject.shown().sent());
    List<Double> first = new ArrayList<>();
    List<Double> complete = new ArrayList<>();
    client.settle(PAUSE);
    double cpu = ProcessFigures.cpuSeconds(client.pid());
    long began = System.nanoTime();
    int edits = opened.isPresent() ? EDITS : 0;
    for (int i = 0;
        i < edits && (i < FEWEST_EDITS || System.nanoTime() - began < PATIENCE_NANOS);
        i++) {
      Optional<Subject.Answer> answer = edit(subject);
      if (answer.isEmpty()) {
        break;
      }
      first.add(answer.get().first());
      complete.add(answer.get().complete());
      client.settle(PAUSE);
    }
    double perEdit =
        1000 * (ProcessFigures.cpuSeconds(client.pid()) - cpu) / Math.max(1, complete.size());
    boolean measured = complete.size() >= FEWEST_EDITS;
    double megabytes = measured ? ProcessFigures.liveMegabytes(client.pid()) - before : Double.NaN;
    long bytes = subject.lastAnnotations().map(message -> (long) message.body().length).orElse(0L);
    String note =
        "opened in %s ms, heap %s MB, annotations %s kB, errors %d"
            .formatted(
                Report.number(opened.map(Subject.Answer::complete).orElse(Double.NaN)),
                Report.number(megabytes),
                Report.number(bytes / 1024.0),
                subject.errors());
    Figures times = Figures.of(complete);
    report.add(
        new Report.Timed(
            title(shape),
            "edit, %,d tasks".formatted(tasks),
            times,
            Figures.of(first),
            measured ? 0 : 1,
            perEdit,
            note));
    subject.shown().close();
    client.settle(Duration.ofMillis(200));
    return measured
        ? Optional.of(new Cost(tasks, times.p50(), perEdit, megabytes))
        : Optional.empty();
  }

  /** Puts another statement before the last one, each time. */
  private static Optional<Subject.Answer> edit(Subject subject) {
    String text = subject.shown().text();
    int last = text.lastIndexOf("        return z");
    int previous = text.lastIndexOf("        edited = ");
    int start = previous < 0 ? last : previous;
    subject.shown().replace(start, last, "        edited = " + subject.nextNumber() + "\n");
    return subject.answer(subject.shown().sent());
  }
}
