package dev.orchlens.pass.front;

import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.PassMemory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A region that {@link SsaConverter} converted, with all that decided about it: the version that
 * each variable in it had before, and the number of its next one. Where these are the same in the
 * next run, so is the region, and what it leaves behind.
 */
final class SsaRegion {
  private final Stmt converted;
  private final Var[] variables;
  private final Before[] before;
  private final int[] nextBehind;
  private final Map<Var, Var> versionsBehind;
  private final List<Var> assigned;
  private final List<ReadBehind> readBehind;
  private final List<PassMemory.Made> made;

  /** What a variable of the source was before the region. */
  record Before(Var version, int next) {}

  /** Whether a variable is read behind a loop of the region. */
  record ReadBehind(Var source, Stmt.Loop loop, boolean isRead) {}

  /** The state of a conversion, as far as regions read and change it. */
  interface State {
    /** Returns the latest version of a variable, or null, and the number of its next one. */
    Before before(Var source);

    /** Returns whether a variable is read behind a loop. */
    boolean isReadBehind(Var source, Stmt.Loop loop);

    /** Makes a version the latest one of a variable. */
    void version(Var source, Var version);

    /** Sets the number of the next version of a variable. */
    void next(Var source, int next);

    /** Learns that a variable has got a version. */
    void assigned(Var source);
  }

  private SsaRegion(
      Stmt converted,
      Recorder recorder,
      State behind,
      Map<Var, Var> versionsBehind,
      List<PassMemory.Made> made) {
    this.converted = converted;
    int count = recorder.before.size();
    this.variables = recorder.before.keySet().toArray(new Var[count]);
    this.before = new Before[count];
    this.nextBehind = new int[count];
    for (int i = 0; i < count; i++) {
      before[i] = recorder.before.get(variables[i]);
      nextBehind[i] = behind.before(variables[i]).next();
    }
    this.versionsBehind = versionsBehind;
    this.assigned = List.copyOf(recorder.assigned);
    this.readBehind = List.copyOf(recorder.readBehind);
    this.made = made;
  }

  /** Returns whether all is now as it was before the region was converted. */
  boolean holds(State now) {
    for (int i = 0; i < variables.length; i++) {
      Before present = now.before(variables[i]);
      if (present.version != before[i].version || present.next != before[i].next) {
        return false;
      }
    }
    for (ReadBehind read : readBehind) {
      if (now.isReadBehind(read.source, read.loop) != read.isRead) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether it matters what is read behind a loop of the region. */
  boolean asksBehind() {
    return !readBehind.isEmpty();
  }

  /** Returns the variables that were made for the region. */
  List<PassMemory.Made> made() {
    return made;
  }

  /** Returns the region as it was converted, and leaves behind it what it left behind then. */
  Stmt repeated(State state) {
    for (int i = 0; i < variables.length; i++) {
      if (nextBehind[i] != before[i].next) {
        state.next(variables[i], nextBehind[i]);
      }
    }
    versionsBehind.forEach(state::version);
    assigned.forEach(state::assigned);
    return converted;
  }

  /** Notes what the conversion of one region reads. */
  static final class Recorder {
    private final Map<Var, Before> before = new IdentityHashMap<>();
    private final Set<Var> assigned = new LinkedHashSet<>();
    private final List<ReadBehind> readBehind = new ArrayList<>();
    private boolean readsMore;

    /** Learns that the region reads or changes a variable. */
    void touches(Var source, State state) {
      if (!before.containsKey(source)) {
        before.put(source, state.before(source));
      }
    }

    void assigns(Var source) {
      assigned.add(source);
    }

    void readBehind(Var source, Stmt.Loop loop, boolean isRead) {
      readBehind.add(new ReadBehind(source, loop, isRead));
    }

    /** Learns that the region depends on what is not noted here. */
    void readsMore() {
      readsMore = true;
    }

    /** Returns the region as it was converted, or null where it depends on more. */
    SsaRegion region(
        Stmt converted, State state, Map<Var, Var> versionsBehind, List<PassMemory.Made> made) {
      return readsMore ? null : new SsaRegion(converted, this, state, versionsBehind, made);
    }
  }
}
