package dev.orchlens.lower;

import dev.orchlens.ir.Problem;
import dev.orchlens.lower.jit.JitDecoratorRules;
import dev.orchlens.lower.jit.JitSpecializer;
import dev.orchlens.lower.jit.SampleCalls;
import dev.orchlens.lower.jit.ScalarDefaults;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.eval.DefinitionCall;
import dev.orchlens.text.Fingerprint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lowers the entries of one world, of whichever form they are. */
public final class EntryLowering {
  private final ProgramWorld world;
  private final ProgramLowering programs;
  private final SampleCalls samples;
  private final JitSpecializer specializer;

  /**
   * Makes a lowering.
   *
   * @param defaults what becomes of scalar parameters that have a default value
   * @param memory what is remembered of earlier worlds
   * @param elsewhere calls of entries in other worlds, for tensors that are declared without shape
   */
  public EntryLowering(
      OperatorCatalog operators,
      ProgramWorld world,
      LoweringMemory memory,
      ScalarDefaults defaults,
      List<DefinitionCall> elsewhere) {
    this.world = world;
    this.programs = new ProgramLowering(operators, world, memory);
    this.samples = new SampleCalls(world, elsewhere);
    this.specializer = new JitSpecializer(world, defaults, samples, memory.specialized());
  }

  /** Returns the entries of the main file. */
  public List<LowerableEntry> entries() {
    return EntryDiscovery.entries(world);
  }

  /**
   * Returns what is wrong with decorators anywhere in the world, whether an entry reaches them or
   * not.
   */
  public List<Problem> decoratorProblems() {
    List<Problem> problems = new ArrayList<>(JitDecoratorRules.check(world));
    problems.addAll(ExternalSources.check(world));
    return problems;
  }

  /**
   * Returns a hash of what an entry's program depends on beyond its own text and the names that are
   * read on the way: the tensors that calls of it pass, where its own are declared without shape.
   */
  public Fingerprint samples(LowerableEntry entry) {
    return switch (entry) {
      case LowerableEntry.ClassForm _ -> Fingerprint.of("");
      case LowerableEntry.JitForm(_, var function) -> samples.fingerprint(function);
    };
  }

  /** Returns an entry's program after lowering. */
  public LoweredProgram lower(LowerableEntry entry) {
    return switch (entry) {
      case LowerableEntry.ClassForm(_, var program) -> programs.lower(program);
      case LowerableEntry.JitForm(_, var function) -> {
        Set<LoweredFunction.Read> reads = new LinkedHashSet<>();
        var program =
            specializer.specialize(
                function, (module, name) -> reads.add(new LoweredFunction.Read(module, name)));
        yield programs.lower(program).withReads(reads);
      }
    };
  }
}
