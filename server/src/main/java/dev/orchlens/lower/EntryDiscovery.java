package dev.orchlens.lower;

import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.jit.JitDecorator;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the programs that a file offers: those its variables hold, in the order in which they were
 * first bound; where there are none, those that its functions make when they are called without
 * arguments.
 */
public final class EntryDiscovery {
  private EntryDiscovery() {}

  /** Returns the entries of the main file of a world. */
  public static List<LowerableEntry> entries(ProgramWorld world) {
    ModuleEnvironment main = world.main();
    List<LowerableEntry> held = new ArrayList<>();
    for (String name : main.names()) {
      main.value(name).flatMap(v -> entry(name, v, main)).ifPresent(held::add);
    }
    return held.isEmpty() ? made(world) : held;
  }

  private static Optional<LowerableEntry> entry(String name, Value value, ModuleEnvironment main) {
    return switch (value) {
      case DecoratedClass program when DecoratorReader.isProgram(program) ->
          Optional.of(new LowerableEntry.ClassForm(name, program));
      case DecoratedFunction function when isJitEntry(function) && function.module() == main ->
          Optional.of(new LowerableEntry.JitForm(name, function));
      default -> Optional.empty();
    };
  }

  private static boolean isJitEntry(DecoratedFunction function) {
    return JitDecorator.of(function).filter(d -> d.kind().isEntry()).isPresent();
  }

  private static List<LowerableEntry> made(ProgramWorld world) {
    ModuleEnvironment main = world.main();
    List<LowerableEntry> entries = new ArrayList<>();
    for (String name : main.names()) {
      if (main.value(name).orElse(null) instanceof FunctionValue function
          && function.environment().module() == main
          && !name.startsWith("_")
          && function.code().parameters().stream().allMatch(EntryDiscovery::mayBeMissing)) {
        Value result =
            world.call(function, List.of(), java.util.Map.of(), ReadRecorder.NONE).result();
        ownName(result).flatMap(own -> entry(own, result, main)).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private static boolean mayBeMissing(Part.Parameter parameter) {
    return switch (parameter.kind()) {
      case VAR_POSITIONAL, VAR_KEYWORD -> true;
      case POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, KEYWORD_ONLY ->
          parameter.defaultValue().isPresent();
    };
  }

  private static Optional<String> ownName(Value value) {
    return switch (value) {
      case DecoratedClass program -> Optional.of(program.name());
      case DecoratedFunction function -> Optional.of(function.name());
      default -> Optional.empty();
    };
  }
}
