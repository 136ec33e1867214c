package dev.orchlens.lower.jit;

import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.Reads;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.Fingerprint;
import dev.orchlens.text.Variants;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What specialising remembers from one world to the next: as long as the text of a function was not
 * read anew, all that was found in it stays right, and it is written in the same way for the same
 * parameters. Safe for use by several threads.
 */
public final class JitMemory {
  /**
   * How many ways to write one function are kept: several programs of a file may each call it with
   * other shapes.
   */
  private static final int WRITTEN = 6;

  /** Of how many functions it is remembered: those of a few large programs. */
  private static final int FUNCTIONS = 256;

  private final Variants<Stmt.FunctionDef, FunctionText> texts = new Variants<>(1, FUNCTIONS);
  private final Variants<Stmt.FunctionDef, Written> written = new Variants<>(WRITTEN, FUNCTIONS);

  /** All that decides how a function is written, beside its text and the names that are read. */
  private record Key(
      JitDecorator decorator,
      FunctionMetas metas,
      Map<String, List<String>> callees,
      Fingerprint closure) {}

  /** One way to write a function, without the function as the user wrote it. */
  private record Written(Key key, Reads reads, List<Text> members) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private record Text(Stmt.FunctionDef definition, Map<String, String> aliases) {}

  FunctionText text(Stmt.FunctionDef definition) {
    Optional<FunctionText> known = texts.find(definition, _ -> true);
    if (known.isPresent()) {
      return known.get();
    }
    FunctionText text = new FunctionText(definition);
    texts.add(definition, text);
    return text;
  }

  /**
   * Returns the members that a function is written as.
   *
   * @param metas what is known about its parameters
   * @param callees the specialised functions that it calls, with their parameters
   * @param world where it is written
   * @param recorder learns which names of modules were read to write it
   * @param write writes it, where it is not remembered
   */
  List<JitMember> members(
      JitFunction function,
      FunctionMetas metas,
      Map<String, List<String>> callees,
      ProgramWorld world,
      ReadRecorder recorder,
      Supplier<List<JitMember>> write) {
    Key key =
        new Key(
            function.decorator(),
            metas,
            callees,
            function.definition().environment().closureFingerprint());
    Optional<Written> known =
        written.find(function.syntax(), w -> w.key.equals(key) && w.reads.hold(world));
    if (known.isPresent()) {
      known.get().reads.replay(world, recorder);
      return known.get().members.stream()
          .map(t -> new JitMember(function.definition(), t.definition, t.aliases))
          .toList();
    }
    List<JitMember> members = write.get();
    List<Text> texts = members.stream().map(m -> new Text(m.definition(), m.aliases())).toList();
    written.add(function.syntax(), new Written(key, function.reads().copy(), texts));
    return members;
  }
}
