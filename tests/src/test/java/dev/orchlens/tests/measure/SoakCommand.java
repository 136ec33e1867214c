package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Works with one server for a long time, and prints every minute what it holds. */
@Command(
    name = "soak",
    description =
        "Opens, edits, asks about and closes the largest files for minutes; prints the memory of"
            + " each minute.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class SoakCommand implements Callable<Integer> {
  private static final int FILES = 40;
  private static final int MOST_OPEN = 12;

  @Option(
      names = "--checkout",
      required = true,
      paramLabel = "DIR",
      description = "A checkout of pypto-lib.")
  private Path checkout;

  @Option(
      names = "--minutes",
      defaultValue = "40",
      paramLabel = "N",
      description = "How long; default: 40.")
  private int minutes;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Which edits; default: 1.")
  private long seed;

  @Parameters(paramLabel = "SERVER", description = "The command that starts the server.")
  private List<String> server;

  private final List<Subject> open = new ArrayList<>();
  private int edits;

  @Override
  public Integer call() throws IOException {
    Path folder = checkout.toRealPath();
    List<Path> files = ManyFiles.largest(folder, FILES);
    Random random = new Random(seed);
    try (Client client = Client.start(server, folder)) {
      System.out.printf(
          "%6s %8s %8s %10s %15s%n", "minute", "edits", "CPU s", "RSS MB", "heap after GC");
      long began = System.nanoTime();
      for (int minute = 1; minute <= minutes; minute++) {
        long end = began + Duration.ofMinutes(minute).toNanos();
        while (System.nanoTime() < end) {
          step(client, files.get(random.nextInt(files.size())), random);
        }
        double resident = ProcessFigures.residentMegabytes(client.pid());
        double live = ProcessFigures.liveMegabytes(client.pid());
        double cpu = ProcessFigures.cpuSeconds(client.pid());
        System.out.printf("%6d %8d %8.0f %10.0f %15.1f%n", minute, edits, cpu, resident, live);
      }
    }
    return 0;
  }

  /**
   * Goes to a file and edits it in one of its places three times; the file that was left longest
   * ago is closed.
   */
  private void step(Client client, Path file, Random random) throws IOException {
    String uri = file.toUri().toString();
    Subject subject =
        open.stream().filter(one -> one.shown().uri().equals(uri)).findFirst().orElse(null);
    if (subject == null) {
      subject = new Subject(client, OpenFile.open(client, file));
      subject.answer(subject.shown().sent());
    } else {
      open.remove(subject);
    }
    open.add(subject);
    if (open.size() > MOST_OPEN) {
      open.removeFirst().shown().close();
    }
    List<Place> places = Places.of(subject.shown().text()).all();
    if (places.isEmpty()) {
      return;
    }
    Place place = places.get(random.nextInt(places.size()));
    String line = "";
    for (int i = 0; i < 3; i++) {
      String next = place.line(random.nextInt(1, Integer.MAX_VALUE));
      subject.shown().replace(place.offset(), place.offset() + line.length(), next);
      line = next;
      subject.answer(subject.shown().sent());
      edits++;
    }
    subject.shown().replace(place.offset(), place.offset() + line.length(), "");
    subject.answer(subject.shown().sent());
    edits++;
  }
}
