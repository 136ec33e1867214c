package dev.orchlens.analysis;

import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweredProgram;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.Reads;
import dev.orchlens.module.value.Definition;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Remembers the analyses of programs. One stays right for as long as its own text is the same and
 * every name that it read, in whatever module, stands for the same value: origins count from their
 * top-level statement, so that text may come, go and move everywhere else.
 */
final class EntryMemo {
  /**
   * How many analyses of one program are kept: the present one, and the one before, to which
   * undoing returns.
   */
  private static final int KEPT_EACH = 2;

  /**
   * Of how many programs it is remembered what the passes found out: those that are being edited.
   */
  private static final int KEPT_PASSES = 4;

  private final Memo<Program, List<Kept>> kept;
  private final Memo<Program, PassMemory> passes = new Memo<>(KEPT_PASSES);

  private final Memo<Program, OrderMemory> orders = new Memo<>(KEPT_PASSES);

  /**
   * Makes a memory.
   *
   * @param capacity how many programs are remembered
   */
  EntryMemo(int capacity) {
    this.kept = new Memo<>(capacity);
  }

  /** A program, as the user tells it apart from others. */
  private record Program(String file, String name) {}

  /**
   * What a program is made of beside the names that it reads: the text of the statement that
   * defines it, and so on.
   */
  private record Text(String item, Fingerprint text, Fingerprint closure, Fingerprint samples) {}

  private record Kept(Text text, EntryAnalyzer.Result result, Reads reads) {}

  /** Returns what is remembered of an entry if it still holds in {@code world}. */
  Optional<EntryAnalyzer.Result> find(
      ProgramWorld world, LowerableEntry entry, Fingerprint samples) {
    Text text = text(definition(entry), samples);
    return known(entry).stream()
        .filter(k -> k.text.equals(text) && k.reads().hold(world))
        .findFirst()
        .map(Kept::result);
  }

  /** Remembers the analysis of an entry, unless it could not be lowered. */
  void remember(LowerableEntry entry, Fingerprint samples, EntryAnalyzer.Result result) {
    result
        .lowered()
        .ifPresent(
            lowered -> {
              List<Kept> now = new ArrayList<>();
              now.add(
                  new Kept(
                      text(definition(entry), samples), result.withoutProgram(), reads(lowered)));
              known(entry).stream().limit(KEPT_EACH - 1).forEach(now::add);
              kept.put(program(entry), now);
            });
  }

  /** Returns the names that an entry read when it was analysed last. */
  Stream<Reads.Read> lastReads(LowerableEntry entry) {
    return known(entry).stream().limit(1).flatMap(k -> k.reads().all().keySet().stream());
  }

  /** Forgets the programs that a file defines, and what the passes found out about them. */
  void forget(String key) {
    kept.removeIf(program -> FilePaths.key(program.file()).equals(key));
    passes.removeIf(program -> FilePaths.key(program.file()).equals(key));
    orders.removeIf(program -> FilePaths.key(program.file()).equals(key));
  }

  /** Forgets everything. */
  void clear() {
    kept.removeIf(_ -> true);
    passes.removeIf(_ -> true);
    orders.removeIf(_ -> true);
  }

  private List<Kept> known(LowerableEntry entry) {
    return kept.find(program(entry)).orElse(List.of());
  }

  private static Program program(LowerableEntry entry) {
    return new Program(definition(entry).site().file(), entry.name());
  }

  /**
   * Returns a memory for one run of the passes over a program, which has what the last run found
   * out.
   */
  PassMemory passes(LowerableEntry entry, Runnable checkpoint) {
    return passes
        .find(program(entry))
        .map(m -> m.next(checkpoint))
        .orElseGet(() -> new PassMemory(checkpoint));
  }

  /** Returns the memory of what holds the tasks of a program apart. */
  synchronized OrderMemory orders(LowerableEntry entry) {
    return orders
        .find(program(entry))
        .orElseGet(
            () -> {
              OrderMemory made = new OrderMemory();
              orders.put(program(entry), made);
              return made;
            });
  }

  /** Remembers what a run that has ended found out about a program's functions. */
  void remember(LowerableEntry entry, PassMemory memory) {
    passes.put(program(entry), memory);
  }

  static Definition definition(LowerableEntry entry) {
    return switch (entry) {
      case LowerableEntry.ClassForm(_, var program) -> program;
      case LowerableEntry.JitForm(_, var function) -> function;
    };
  }

  private static Text text(Definition definition, Fingerprint samples) {
    String item = definition.site().item();
    Fingerprint text =
        definition
            .module()
            .tree()
            .flatMap(t -> t.item(item))
            .map(TopLevel::fingerprint)
            .orElse(Fingerprint.of(""));
    return new Text(item, text, definition.environment().closureFingerprint(), samples);
  }

  private static Reads reads(LoweredProgram lowered) {
    Reads reads = new Reads();
    Stream.concat(
            lowered.reads().stream(),
            lowered.functions().values().stream().flatMap(f -> f.reads().stream()))
        .forEach(read -> reads.read(read.module(), read.name()));
    return reads;
  }
}
