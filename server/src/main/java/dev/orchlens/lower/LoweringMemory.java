package dev.orchlens.lower;

import dev.orchlens.lower.decl.FunctionSource;
import dev.orchlens.lower.jit.JitMemory;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.Reads;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.Fingerprint;
import dev.orchlens.text.Variants;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What lowering remembers from one world to the next: the functions of specialised programs. One
 * stays right for as long as its specialised text is the same object, the names of modules that it
 * read stand for the same, and the functions that it calls look the same to it. Safe for use by
 * several threads.
 */
public final class LoweringMemory {
  /** How many functions are remembered: those of a few large programs. */
  private static final int FUNCTIONS = 256;

  private final DynamicDims dims = new DynamicDims();
  private final JitMemory specialized = new JitMemory();
  private final Variants<Stmt.FunctionDef, Kept> functions = new Variants<>(2, FUNCTIONS);

  /**
   * All that decides how a function is lowered beside its text, the names that it reads, and the
   * functions it calls.
   */
  private record Key(
      String file, String item, FunctionSource.Specialized specialized, Fingerprint closure) {}

  private record Kept(Key key, Reads reads, CalleesSeen callees, LoweredFunction function) {}

  /** Returns the dimensions known only at run time, which are the same variables in all worlds. */
  DynamicDims dims() {
    return dims;
  }

  JitMemory specialized() {
    return specialized;
  }

  /**
   * Returns a function after lowering.
   *
   * @param program the program that it is part of
   * @param world where it is lowered
   * @param lower lowers it in the program that it is given, where it is not remembered
   */
  LoweredFunction lowered(
      FunctionSource source,
      ProgramContext program,
      ProgramWorld world,
      Function<ProgramContext, LoweredFunction> lower) {
    if (source.specialized().isEmpty()) {
      return lower.apply(program);
    }
    Key key =
        new Key(
            source.origins().file(),
            source.origins().item(),
            source.specialized().get(),
            source.environment().closureFingerprint());
    Optional<Kept> known =
        functions.find(
            source.syntax(),
            k -> k.key.equals(key) && k.callees.areSeenIn(program) && k.reads.hold(world));
    if (known.isPresent()) {
      return inWorld(known.get(), world);
    }
    CalleesSeen.Recorder recorder = new CalleesSeen.Recorder(program);
    LoweredFunction function = lower.apply(recorder);
    recorder
        .seen()
        .map(seen -> new Kept(key, reads(function), seen, timeless(function)))
        .ifPresent(kept -> functions.add(source.syntax(), kept));
    return function;
  }

  private static Reads reads(LoweredFunction function) {
    Reads reads = new Reads();
    function.reads().forEach(r -> reads.read(r.module(), r.name()));
    return reads;
  }

  /** Returns a function without what belongs to one world. */
  private static LoweredFunction timeless(LoweredFunction f) {
    return new LoweredFunction(
        f.function(), f.signature(), f.problems(), Set.of(), f.callees(), Map.of(), f.aliases());
  }

  private static LoweredFunction inWorld(Kept kept, ProgramWorld world) {
    Set<LoweredFunction.Read> reads = new LinkedHashSet<>();
    ReadRecorder recorder = (module, name) -> reads.add(new LoweredFunction.Read(module, name));
    kept.reads.replay(world, recorder);
    LoweredFunction f = kept.function;
    return new LoweredFunction(
        f.function(), f.signature(), f.problems(), reads, f.callees(), Map.of(), f.aliases());
  }
}
