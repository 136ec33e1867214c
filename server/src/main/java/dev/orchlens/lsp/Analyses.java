package dev.orchlens.lsp;

import dev.orchlens.analysis.AnalysisSteps;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.lsp.Workers.Rank;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The analyses under way: at most one for each document, which a newer one takes the place of. */
final class Analyses {
  private final Session session;
  private final Pace pace = new Pace();
  private final Map<String, Job> current = new HashMap<>();
  private Listener listener;

  /** Held while a file is analysed that may want all the memory there is. */
  private final Object lonely = new Object();

  Analyses(Session session) {
    this.session = session;
  }

  /** Who publishes what comes out. */
  interface Listener {
    /** Takes what is known of the programs that are looked at. */
    void early(Job job, FileAnalysis analysis);

    /** Takes what is known of all. */
    void complete(Job job, FileAnalysis analysis);

    /**
     * Goes on when those who wait for the analysis have it; another change withdraws that as well.
     */
    void behind(Job job, FileAnalysis analysis);

    /** Learns that there is no room for the programs of a file. */
    void tooLarge(Job job);
  }

  /** Names who publishes what comes out. */
  void onResult(Listener publisher) {
    listener = publisher;
  }

  /**
   * Analyses a document behind a keystroke, in itself or in what it imports, and publishes what
   * comes out.
   */
  void typed(String uri) {
    Job job;
    Pace.Turn turn;
    synchronized (current) {
      turn = pace.key(FilePaths.key(uri), System.nanoTime());
      job = replace(uri);
    }
    later(job, rank(uri), turn.delay(), () -> begin(job, Optional.of(turn)));
  }

  /** Analyses the present state of a document, and publishes what comes out. */
  void renew(String uri) {
    Job job;
    synchronized (current) {
      job = replace(uri);
    }
    session.workers().submit(rank(uri), () -> begin(job, Optional.empty()));
  }

  private Rank rank(String uri) {
    return session.viewport().isShown(uri) ? Rank.SHOWN : Rank.OPEN;
  }

  private Job replace(String uri) {
    Job job = new Job(uri, session.workspace().snapshot());
    job.await(() -> false);
    Optional.ofNullable(current.put(FilePaths.key(uri), job)).ifPresent(Job::cancel);
    return job;
  }

  /** Has some work on a job done after a while, unless it is withdrawn by then. */
  private void later(Job job, Rank rank, long delayNanos, Runnable work) {
    if (delayNanos == 0) {
      session.workers().submit(rank, work);
      return;
    }
    session
        .clock()
        .schedule(
            () -> {
              if (!job.cancellation().isCancelled()) {
                session.workers().submit(rank, work);
              }
            },
            delayNanos,
            TimeUnit.NANOSECONDS);
  }

  /**
   * Returns the job that answers a request about a document: the one under way, or a new one that
   * publishes nothing.
   *
   * @param withdrawn whether the request was withdrawn
   */
  Job join(String uri, Snapshot snapshot, BooleanSupplier withdrawn) {
    Job job;
    synchronized (current) {
      String key = FilePaths.key(uri);
      Job present = current.get(key);
      if (present != null && present.isFor(snapshot)) {
        present.await(withdrawn);
        return present;
      }
      job = new Job(uri, snapshot);
      job.await(withdrawn);
      current.putIfAbsent(key, job);
    }
    session.workers().submit(Rank.ASKED, () -> answer(job));
    return job;
  }

  /** Withdraws the work on a document. */
  void closed(String uri) {
    synchronized (current) {
      Optional.ofNullable(current.remove(FilePaths.key(uri))).ifPresent(Job::cancel);
    }
    pace.forget(FilePaths.key(uri));
    session.viewport().closed(uri);
  }

  /** Returns whether nothing is under way. */
  boolean isIdle() {
    synchronized (current) {
      return current.isEmpty();
    }
  }

  /** Withdraws everything. */
  void stop() {
    synchronized (current) {
      current.values().forEach(Job::cancel);
      current.clear();
    }
  }

  /**
   * Tries again once with nothing else remembered: another file may have taken the room. If it is
   * not enough then, the file is too large for this machine.
   */
  private void outOfMemory(Job job, boolean publishes) {
    session.workspace().forget();
    Snapshot now = session.workspace().snapshot();
    synchronized (lonely) {
      try {
        Optional<FileAnalysis> found = now.analysis(job.uri(), job.cancellation());
        if (publishes) {
          found.ifPresent(all -> listener.complete(job, all));
        }
        job.result().complete(found);
        if (publishes) {
          found.ifPresent(all -> listener.behind(job, all));
        }
      } catch (CancellationException withdrawn) {
        job.cancel();
      } catch (OutOfMemoryError full) {
        session.workspace().forget();
        listener.tooLarge(job);
        job.result().complete(Optional.empty());
      } catch (RuntimeException | StackOverflowError failure) {
        session.failed(job, failure);
        job.result().complete(Optional.empty());
      }
    }
  }

  /** Works for a request: nothing is published. */
  private void answer(Job job) {
    step(
        job,
        false,
        () -> {
          job.result().complete(job.snapshot().analysis(job.uri(), job.cancellation()));
          return true;
        });
  }

  /** Analyses what is looked at, publishes it, and goes on behind that. */
  private void begin(Job job, Optional<Pace.Turn> turn) {
    step(
        job,
        true,
        () -> {
          turn.ifPresent(t -> t.started(System.nanoTime()));
          Optional<AnalysisSteps> steps =
              job.snapshot()
                  .analysis(job.uri(), job.cancellation(), session.viewport().lines(job.uri()));
          if (steps.isEmpty()) {
            job.result().complete(Optional.empty());
            turn.ifPresent(t -> t.done(System.nanoTime()));
            return true;
          }
          FileAnalysis found = steps.get().found();
          if (steps.get().isComplete()) {
            listener.complete(job, found);
            job.result().complete(Optional.of(found));
          } else {
            listener.early(job, found);
          }
          long pause = turn.map(t -> t.answered(System.nanoTime())).orElse(0L);
          if (pause == 0) {
            finish(job, steps.get(), turn);
            return true;
          }
          later(
              job,
              rank(job.uri()),
              pause,
              () ->
                  step(
                      job,
                      true,
                      () -> {
                        finish(job, steps.get(), turn);
                        return true;
                      }));
          return false;
        });
  }

  private void finish(Job job, AnalysisSteps steps, Optional<Pace.Turn> turn) {
    turn.ifPresent(t -> t.resumed(System.nanoTime()));
    FileAnalysis all = steps.rest().get();
    if (!steps.isComplete()) {
      listener.complete(job, all);
      job.result().complete(Optional.of(all));
    }
    listener.behind(job, all);
    turn.ifPresent(t -> t.done(System.nanoTime()));
  }

  /**
   * Takes a step of a job.
   *
   * @param publishes whether what comes out is published where there is too little memory for it
   * @param work returns whether the job is done with it
   */
  private void step(Job job, boolean publishes, BooleanSupplier work) {
    boolean isDone = true;
    try {
      job.cancellation().check();
      isDone = work.getAsBoolean();
    } catch (CancellationException withdrawn) {
      job.cancel();
    } catch (RuntimeException | StackOverflowError failure) {
      session.failed(job, failure);
      job.result().complete(Optional.empty());
    } catch (OutOfMemoryError full) {
      outOfMemory(job, publishes);
    } finally {
      if (isDone) {
        synchronized (current) {
          current.remove(FilePaths.key(job.uri()), job);
        }
      }
      session.rest().worked();
    }
  }
}
