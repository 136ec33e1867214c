package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From the start of the process to the first annotations. */
final class Start {
  private final List<String> command;
  private final Report report;

  Start(List<String> command, Report report) {
    this.command = command;
    this.report = report;
  }

  /** Starts a server for the file again and again. */
  void measure(String name, Path file, Path folder, int times) throws IOException {
    List<Double> first = new ArrayList<>();
    List<Double> complete = new ArrayList<>();
    double cpu = 0;
    int missed = 0;
    for (int i = 0; i < times; i++) {
      try (Client client = Client.start(command, folder)) {
        Subject subject = new Subject(client, OpenFile.open(client, file));
        subject.shown().show(0);
        Optional<Subject.Answer> answer = subject.answer(client.started());
        cpu += ProcessFigures.cpuSeconds(client.pid());
        missed += answer.isEmpty() ? 1 : 0;
        answer.ifPresent(
            a -> {
              first.add(a.first());
              complete.add(a.complete());
            });
      }
    }
    report.add(
        new Report.Timed(
            name,
            "process start to answer",
            Figures.of(complete),
            Figures.of(first),
            missed,
            1000 * cpu / times,
            ""));
  }
}
