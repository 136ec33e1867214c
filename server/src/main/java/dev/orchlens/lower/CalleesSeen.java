package dev.orchlens.lower;

import dev.orchlens.ir.Param;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.value.DecoratedFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What lowering a function learned about the other functions of its program.
 *
 * @param declared the names that it asked for, each with whether the program has such a function
 * @param signatures the names whose signature it asked for, each with what was known
 */
record CalleesSeen(Map<String, Boolean> declared, Map<String, Optional<Signature>> signatures) {

  /** Returns whether a function would learn the same in another program. */
  boolean areSeenIn(ProgramContext program) {
    return declared.entrySet().stream().allMatch(d -> program.declares(d.getKey()) == d.getValue())
        && signatures.entrySet().stream()
            .allMatch(s -> lookAlike(s.getValue(), program.signature(s.getKey())));
  }

  private static boolean lookAlike(Optional<Signature> before, Optional<Signature> now) {
    return before.isEmpty() || now.isEmpty()
        ? before.isEmpty() && now.isEmpty()
        : before.get() == now.get() || lookAlike(before.get(), now.get());
  }

  /**
   * Two signatures look alike if they differ in nothing but which variables their parameters are:
   * types that mention a parameter are different, since variables are equal only if they are the
   * same.
   */
  private static boolean lookAlike(Signature before, Signature now) {
    return before.name().equals(now.name())
        && before.type() == now.type()
        && before.role().equals(now.role())
        && before.returnTypes().equals(now.returnTypes())
        && before.derivedReturnTypes().equals(now.derivedReturnTypes())
        && parametersLookAlike(before.params(), now.params());
  }

  private static boolean parametersLookAlike(List<Param> before, List<Param> now) {
    boolean alike = before.size() == now.size();
    for (int i = 0; alike && i < before.size(); i++) {
      Param a = before.get(i);
      Param b = now.get(i);
      alike =
          a.direction() == b.direction()
              && a.var().name().equals(b.var().name())
              && a.var().sourceName().equals(b.var().sourceName())
              && a.var().type().equals(b.var().type())
              && a.var().origin().equals(b.var().origin());
    }
    return alike;
  }

  /** A program that remembers what it was asked by the lowering of one function. */
  static final class Recorder implements ProgramContext {
    private final ProgramContext program;
    private final Map<String, Boolean> declared = new HashMap<>();
    private final Map<String, Optional<Signature>> signatures = new HashMap<>();
    private boolean askedOutside;

    Recorder(ProgramContext program) {
      this.program = program;
    }

    /**
     * Returns what was learned; nothing when it was about functions outside the program, which
     * belong to one world.
     */
    Optional<CalleesSeen> seen() {
      return askedOutside ? Optional.empty() : Optional.of(new CalleesSeen(declared, signatures));
    }

    @Override
    public boolean declares(String name) {
      return declared.computeIfAbsent(name, program::declares);
    }

    @Override
    public Optional<Signature> signature(String name) {
      return signatures.computeIfAbsent(name, program::signature);
    }

    @Override
    public Optional<Signature> external(DecoratedFunction function) {
      askedOutside = true;
      return program.external(function);
    }

    @Override
    public DynamicDims dims() {
      return program.dims();
    }

    @Override
    public OperatorCatalog operators() {
      return program.operators();
    }
  }
}
