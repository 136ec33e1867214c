package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.Focus;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.lsp.Workers.Rank;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The analyses under way: at most one for each document, which a newer one takes the place of. */
final class Analyses {
  private final Session session;
  private final Pace pace = new Pace(System.nanoTime());
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
   * Analyses the present text of a document that is being typed in, and publishes what comes out.
   */
  void typed(String uri) {
    String key = FilePaths.key(uri);
    Job job;
    long delay;
    synchronized (current) {
      Job before = current.get(key);
      delay = pace.delay(key, before != null, System.nanoTime());
      job = replace(uri);
    }
    start(job, Rank.SHOWN, delay);
  }

  /** Analyses the present state of a document, and publishes what comes out. */
  void renew(String uri) {
    Job job;
    synchronized (current) {
      job = replace(uri);
    }
    start(job, session.viewport().isShown(uri) ? Rank.SHOWN : Rank.OPEN, 0);
  }

  private Job replace(String uri) {
    Job job = new Job(uri, session.workspace().snapshot());
    job.await(() -> false);
    Optional.ofNullable(current.put(FilePaths.key(uri), job)).ifPresent(Job::cancel);
    return job;
  }

  private void start(Job job, Rank rank, long delayNanos) {
    Runnable work = () -> run(job, true);
    if (delayNanos == 0) {
      session.workers().submit(rank, work);
    } else {
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
    session.workers().submit(Rank.ASKED, () -> run(job, false));
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

  private void run(Job job, boolean publishes) {
    String key = FilePaths.key(job.uri());
    long before = spent();
    boolean done = false;
    try {
      job.cancellation().check();
      Focus focus =
          publishes
              ? new Focus(session.viewport().lines(job.uri()), some -> listener.early(job, some))
              : Focus.none();
      Optional<FileAnalysis> found = job.snapshot().analysis(job.uri(), job.cancellation(), focus);
      if (publishes) {
        found.ifPresent(all -> listener.complete(job, all));
      }
      done = true;
      job.result().complete(found);
      if (publishes) {
        found.ifPresent(all -> listener.behind(job, all));
      }
    } catch (CancellationException withdrawn) {
      job.cancel();
    } catch (RuntimeException | StackOverflowError failure) {
      session.failed(job, failure);
      job.result().complete(Optional.empty());
    } catch (OutOfMemoryError full) {
      outOfMemory(job, publishes);
    } finally {
      pace.spent(key, spent() - before, done, System.nanoTime());
      synchronized (current) {
        current.remove(key, job);
      }
      session.rest().worked();
    }
  }

  /**
   * Returns the processor time that the server has taken so far, in nanoseconds: a job's helpers
   * and its garbage count.
   */
  private static long spent() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .orElseGet(System::nanoTime);
  }
}
