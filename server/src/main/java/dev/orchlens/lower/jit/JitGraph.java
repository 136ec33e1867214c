package dev.orchlens.lower.jit;

import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.ReadRecorder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The specialised functions that an entry reaches by calls. */
final class JitGraph {
  private final ProgramWorld world;
  private final JitMemory memory;
  private final ReadRecorder recorder;
  private final Map<DecoratedFunction, JitFunction> functions = new LinkedHashMap<>();
  private final Map<JitFunction, List<JitFunction>> callees = new LinkedHashMap<>();
  private final Map<JitFunction, Set<JitFunction>> callers = new LinkedHashMap<>();
  private final List<JitFunction> helpers = new ArrayList<>();
  private final JitFunction entry;

  JitGraph(
      DecoratedFunction entry,
      JitDecorator decorator,
      ProgramWorld world,
      JitMemory memory,
      ReadRecorder recorder) {
    this.world = world;
    this.memory = memory;
    this.recorder = recorder;
    this.entry = created(entry, decorator);
    functions.put(entry, this.entry);
    visit(this.entry, new HashSet<>());
  }

  private void visit(JitFunction caller, Set<JitFunction> seen) {
    for (JitFunction callee : callees(caller)) {
      callers.computeIfAbsent(callee, _ -> new LinkedHashSet<>()).add(caller);
      if (seen.add(callee)) {
        visit(callee, seen);
        helpers.add(callee);
      }
    }
  }

  JitFunction entry() {
    return entry;
  }

  /** Returns the functions that the entry reaches, callees before their callers. */
  List<JitFunction> helpers() {
    return helpers;
  }

  /** Returns the functions that call a function, in the order in which they were found. */
  List<JitFunction> callers(JitFunction function) {
    return List.copyOf(callers.getOrDefault(function, Set.of()));
  }

  /**
   * Returns the functions that a function calls itself, in the order in which their names were
   * found.
   */
  List<JitFunction> callees(JitFunction caller) {
    List<JitFunction> known = callees.get(caller);
    if (known == null) {
      known = find(caller);
      callees.put(caller, known);
    }
    return known;
  }

  private List<JitFunction> find(JitFunction caller) {
    List<JitFunction> found = new ArrayList<>();
    for (String name : caller.text().calledNames()) {
      if (caller.lookup(name).orElse(null) instanceof DecoratedFunction definition) {
        JitDecorator.of(definition)
            .filter(d -> caller.kind().calls(d.kind()))
            .ifPresent(d -> found.add(function(definition, d)));
      }
    }
    return found;
  }

  private JitFunction function(DecoratedFunction definition, JitDecorator decorator) {
    return functions.computeIfAbsent(definition, d -> created(d, decorator));
  }

  private JitFunction created(DecoratedFunction definition, JitDecorator decorator) {
    return new JitFunction(
        definition, decorator, memory.text(definition.syntax()), world, recorder);
  }
}
