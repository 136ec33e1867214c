package dev.orchlens.lower.jit;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.eval.DefinitionCall;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Specialises {@code @pl.jit} entries (reference: docs/en/user/language, "JIT", and
 * python/pypto/jit): an entry and the functions that it reaches become a program in which every
 * shape is written out.
 */
public final class JitSpecializer {
  private final ProgramWorld world;
  private final ScalarDefaults defaults;
  private final SampleCalls samples;
  private final JitMemory memory;

  /**
   * Makes a specializer.
   *
   * @param samples the calls of entries with sample tensors
   * @param memory what is remembered of earlier worlds
   */
  public JitSpecializer(
      ProgramWorld world, ScalarDefaults defaults, SampleCalls samples, JitMemory memory) {
    this.world = world;
    this.defaults = defaults;
    this.samples = samples;
    this.memory = memory;
  }

  /**
   * Returns the program of an entry.
   *
   * @param recorder learns which names of modules are read
   */
  public JitProgram specialize(DecoratedFunction entry, ReadRecorder recorder) {
    JitDecorator decorator = JitDecorator.of(entry).orElseThrow();
    JitGraph graph = new JitGraph(entry, decorator, world, memory, recorder);
    List<Problem> problems = new ArrayList<>();
    Map<JitFunction, FunctionMetas> metas = metas(graph, problems);
    List<JitFunction> functions = new ArrayList<>(graph.helpers());
    functions.add(graph.entry());
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    functions.forEach(f -> parameters.put(f.name(), f.parameterNames()));
    Map<String, String> dynamic = new LinkedHashMap<>();
    List<JitMember> members = new ArrayList<>();
    for (JitFunction function : functions) {
      metas.get(function).tensors().values().forEach(meta -> addDynamic(meta, dynamic));
      Map<String, List<String>> callees = new LinkedHashMap<>();
      graph.callees(function).forEach(c -> callees.put(c.name(), parameters.get(c.name())));
      FunctionMetas known = metas.get(function);
      members.addAll(
          memory.members(
              function,
              known,
              callees,
              world,
              recorder,
              () -> new MemberWriter(function, known, callees).write()));
    }
    return new JitProgram(Program.specializedName(entry.name()), members, dynamic, problems);
  }

  private Map<JitFunction, FunctionMetas> metas(JitGraph graph, List<Problem> problems) {
    DynamicExtents extents = new DynamicExtents(graph);
    Map<JitFunction, FunctionMetas> metas = new LinkedHashMap<>();
    Map<JitFunction, LocalMetas> walked = new HashMap<>();
    JitFunction entry = graph.entry();
    boolean bare = entry.parameters().values().stream().anyMatch(Annotations::isBareTensor);
    Optional<DefinitionCall> sample = bare ? samples.best(entry.definition()) : Optional.empty();
    metas.put(
        entry, new SignatureMetas(entry, extents.of(entry), sample, defaults, problems).read());
    for (JitFunction helper : graph.helpers().reversed()) {
      JitFunction caller = graph.callers(helper).getFirst();
      FunctionMetas ofCaller = metas.get(caller);
      LocalMetas locals =
          walked.computeIfAbsent(caller, c -> new LocalMetas(c, ofCaller, graph.callees(c)));
      CallMetas call = new CallMetas(helper, caller, ofCaller, locals);
      metas.put(helper, call.read(extents.of(helper), problems));
    }
    if (problems.stream().anyMatch(p -> p.code() == Code.JIT_TENSOR_WITHOUT_SHAPE)) {
      // The helpers lack the shapes that the entry lacks: that is said once.
      problems.removeIf(p -> p.code() == Code.JIT_ARGUMENT_SHAPE_UNKNOWN);
    }
    return metas;
  }

  private static void addDynamic(TensorMeta meta, Map<String, String> dynamic) {
    for (Dim dim : meta.shape()) {
      if (dim instanceof Dim.Dynamic(String name, String literal)) {
        dynamic.putIfAbsent(name, literal);
      }
    }
  }
}
