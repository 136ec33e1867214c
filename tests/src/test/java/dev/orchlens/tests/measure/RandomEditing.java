package dev.orchlens.tests.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Edits documents at random on one server that lives all the time, many changes on their way at
 * once as when a tool edits, and compares what it shows with what a server shows that was started
 * for that state.
 */
final class RandomEditing {
  /** Changes that are written before the server has to say that it has taken them. */
  private static final int AT_ONCE = 50;

  /**
   * Documents that differ from their beginnings at the same time; what imports one of them sees the
   * change.
   */
  private static final int MOST_CHANGED = 3;

  /** A text that grew by more than this factor goes back to its beginning. */
  private static final double MOST_GROWTH = 1.5;

  private static final int MOST_TOLD = 20;

  /** How often what differs is looked at again: on a busy machine what comes behind comes late. */
  private static final int PATIENCE = 15;

  private final Watch live;
  private final Fresh fresh;
  private final Random random;
  private final Path evidence;
  private final List<Edited> documents = new ArrayList<>();
  private final Deque<Edited> changed = new ArrayDeque<>();
  private final List<String> differences = new ArrayList<>();
  private int steps;
  private int comparisons;
  private int stale;
  private double slowestAnswer;
  private String slowestAnswerOf = "";
  private double slowestTaking;

  /** Starts servers that know nothing of the past. */
  interface Fresh {
    /** Starts the server for the comparison of this number. */
    Client start(int comparison) throws IOException;
  }

  /** A document with the text that it began with. */
  private record Edited(OpenFile file, String original) {}

  /**
   * What came of it.
   *
   * @param stale documents of whose comparisons only the diagnostics counted, since their text was
   *     broken
   * @param slowestAnswer milliseconds from a change to its annotations, the longest of all that
   *     were waited for
   * @param slowestTaking milliseconds until {@value #AT_ONCE} changes had been taken, the longest
   */
  record Outcome(
      int steps,
      int comparisons,
      int stale,
      List<String> differences,
      List<String> complaints,
      double slowestAnswer,
      String slowestAnswerOf,
      double slowestTaking) {}

  /**
   * @param documents texts by URI
   * @param evidence a folder in which each difference is written down
   */
  RandomEditing(Client live, Fresh fresh, Map<String, String> documents, long seed, Path evidence) {
    this.live = new Watch(live);
    this.fresh = fresh;
    this.random = new Random(seed);
    this.evidence = evidence;
    documents.forEach(
        (uri, text) -> {
          OpenFile file = OpenFile.open(live, uri, text);
          this.documents.add(new Edited(file, text));
          answered(file);
        });
  }

  /**
   * Makes random steps.
   *
   * @param batch steps in one document before its answer is waited for
   * @param every batches from one comparison to the next
   * @param progress is told after each comparison how far it is
   */
  Outcome run(int total, int batch, int every, Consumer<String> progress) throws IOException {
    for (int batches = 1; steps < total; batches++) {
      Edited document = documents.get(random.nextInt(documents.size()));
      change(document);
      batch(document, Math.min(batch, total - steps));
      answered(document.file());
      if (batches % every == 0 || steps >= total) {
        compare();
        progress.accept(
            "%,d steps, %,d comparisons, %d differences"
                .formatted(steps, comparisons, differences.size()));
      }
      if (document.file().text().length() > MOST_GROWTH * document.original().length() + 1000) {
        restore(document);
      }
    }
    return new Outcome(
        steps,
        comparisons,
        stale,
        differences,
        live.complaints(),
        slowestAnswer,
        slowestAnswerOf,
        slowestTaking);
  }

  /**
   * Notes that a document is no longer as it began; the one that has been so for longest goes back
   * if there are many.
   */
  private void change(Edited document) {
    changed.remove(document);
    changed.addLast(document);
    if (changed.size() > MOST_CHANGED) {
      restore(changed.getFirst());
    }
  }

  private void restore(Edited document) {
    changed.remove(document);
    document.file().replaceAll(document.original());
    answered(document.file());
  }

  /**
   * Edits, and most often takes the edits back one by one, so that programs are valid again and
   * again.
   */
  private void batch(Edited document, int count) {
    OpenFile file = document.file();
    Deque<RandomEdit> undo = new ArrayDeque<>();
    int forward = 0;
    for (int done = 0; done < count; done++) {
      RandomEdit edit;
      if (forward == 0 && !undo.isEmpty()) {
        edit = undo.removeLast();
      } else {
        forward = forward > 0 ? forward : 1 + random.nextInt(6);
        String other = documents.get(random.nextInt(documents.size())).file().text();
        edit = RandomEdit.of(file.text(), other, random);
        undo.addLast(edit.undo(file.text()));
        forward--;
        if (forward == 0 && random.nextInt(8) == 0) {
          undo.clear();
        }
      }
      step(file, edit);
      if (done % AT_ONCE == AT_ONCE - 1) {
        taken();
      }
    }
    // Of a program that is broken a server that knew it before shows more than one that is started
    // now.
    boolean undoes = random.nextInt(4) != 0;
    while (undoes && !undo.isEmpty()) {
      step(file, undo.removeLast());
    }
  }

  private void step(OpenFile file, RandomEdit edit) {
    file.replace(edit.start(), edit.end(), edit.by());
    steps++;
  }

  /**
   * Waits until the server has taken all changes: what is asked behind them is answered behind
   * them.
   */
  private void taken() {
    long asked = System.nanoTime();
    Map<String, Object> nowhere = Map.of("textDocument", Map.of("uri", "file:///not/open.py"));
    int request = live.client().request("textDocument/documentSymbol", nowhere);
    Received answer = live.await(message -> message.answers(request), Subject.LIMIT).orElseThrow();
    slowestTaking = Math.max(slowestTaking, (answer.nanos() - asked) / 1e6);
  }

  private void answered(OpenFile file) {
    Optional<Received> answer = live.awaitAnnotations(file, Subject.LIMIT);
    if (answer.isEmpty()) {
      differ(file, "no answer in " + Subject.LIMIT, Map.of(), Map.of());
      return;
    }
    double millis = (answer.get().nanos() - file.sent()) / 1e6;
    if (millis > slowestAnswer) {
      slowestAnswer = millis;
      slowestAnswerOf = file.uri() + " after " + steps + " steps";
    }
  }

  /**
   * Compares all that is changed. What is not equal is looked at again when more has had time to
   * come.
   */
  private void compare() throws IOException {
    comparisons++;
    live.settle(Duration.ofMillis(200));
    try (Client started = fresh.start(comparisons)) {
      Watch watch = new Watch(started);
      List<OpenFile> copies = new ArrayList<>();
      for (Edited document : changed) {
        OpenFile file = document.file();
        copies.add(OpenFile.open(started, file.uri(), file.version(), file.text()));
      }
      for (OpenFile copy : copies) {
        watch.awaitAnnotations(copy, Subject.LIMIT);
      }
      watch.settle(Duration.ofMillis(100));
      int index = 0;
      for (Edited document : changed) {
        compare(document.file(), watch, copies.get(index++));
      }
      watch.complaints().forEach(live.complaints()::add);
    }
  }

  private void compare(OpenFile file, Watch watch, OpenFile copy) throws IOException {
    Watch.State expected = watch.state(copy);
    Watch.State actual = live.state(file);
    for (int tries = 0; !expected.differences(actual).isEmpty() && tries < PATIENCE; tries++) {
      live.settle(Duration.ofSeconds(1));
      watch.settle(Duration.ofSeconds(1));
      expected = watch.state(copy);
      actual = live.state(file);
    }
    stale += actual.isStale() ? 1 : 0;
    List<String> kinds = expected.differences(actual);
    if (!kinds.isEmpty()) {
      differ(file, String.join(", ", kinds), expected.shown(), actual.shown());
    }
  }

  private void differ(
      OpenFile file, String what, Map<String, String> expected, Map<String, String> actual) {
    String name = "difference-" + (differences.size() + 1);
    differences.add(
        what + " of " + file.uri() + " after " + steps + " steps: " + evidence.resolve(name));
    if (differences.size() <= MOST_TOLD) {
      try {
        Path folder = Files.createDirectories(evidence.resolve(name));
        Files.writeString(folder.resolve("what.txt"), what + "\n" + file.uri() + "\n");
        Files.writeString(folder.resolve("text.py"), file.text());
        for (Edited document : changed) {
          String short_ = document.file().uri().replaceAll(".*/([^/]+)/", "$1-");
          Files.writeString(folder.resolve("changed-" + short_), document.file().text());
        }
        for (Map.Entry<String, String> kind : expected.entrySet()) {
          Files.writeString(folder.resolve(kind.getKey() + "-started.json"), kind.getValue());
          Files.writeString(
              folder.resolve(kind.getKey() + "-edited.json"), actual.get(kind.getKey()));
        }
      } catch (IOException unwritable) {
        System.err.println(
            "orchlens: the difference could not be written down: " + unwritable.getMessage());
      }
    }
  }
}
