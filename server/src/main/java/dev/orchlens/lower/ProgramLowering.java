package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.decl.FunctionSource;
import dev.orchlens.lower.decl.Problems;
import dev.orchlens.lower.jit.JitProgram;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.ProgramWorld;
import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers programs, classes and specialised ones (reference: docs/en/dev/ir/07-parser.md,
 * "Class-Based Programs"): the functions in order, each knowing those before it, and the functions
 * from outside that they call.
 */
public final class ProgramLowering {
  private final OperatorCatalog operators;
  private final ProgramWorld world;
  private final LoweringMemory memory;

  /**
   * Makes a lowering.
   *
   * @param world the world of the definitions that are lowered
   * @param memory what is remembered of earlier worlds
   */
  public ProgramLowering(OperatorCatalog operators, ProgramWorld world, LoweringMemory memory) {
    this.operators = operators;
    this.world = world;
    this.memory = memory;
  }

  /** Returns a program class after lowering. */
  public LoweredProgram lower(DecoratedClass program) {
    List<FunctionSource> methods =
        program.syntax().body().stream()
            .filter(
                s ->
                    s instanceof Stmt.FunctionDef method
                        && DecoratorReader.isProgramFunction(method))
            .map(s -> FunctionSource.method(program, (Stmt.FunctionDef) s))
            .toList();
    Run run =
        new Run(program.name(), DecoratorReader.asksForSingleAssignment(program.decorators()));
    // Where the syntax is broken, a function may be what is broken, and that is told already.
    boolean broken = program.syntax().body().stream().anyMatch(Stmt.ErrorStmt.class::isInstance);
    if (methods.isEmpty() && !broken) {
      run.problems.error(
          Code.PROGRAM_EMPTY,
          FunctionSource.originsOf(program, Optional.empty()).of(program.syntax().header()),
          "The class '" + program.name() + "' has no @pl.function, so it is no program.");
    }
    return run.lower(methods);
  }

  /** Returns a specialised program after lowering. */
  public LoweredProgram lower(JitProgram program) {
    Run run = new Run(program.name(), false);
    program.problems().forEach(run.problems::add);
    return run.lower(
        program.members().stream()
            .map(m -> FunctionSource.specialized(m, program.dynamic()))
            .toList());
  }

  /** One program while its functions are lowered. */
  private final class Run implements ProgramContext {
    private final String name;
    private final boolean singleAssignment;
    private final Map<String, FunctionSource> methods = new LinkedHashMap<>();
    private final Map<String, LoweredFunction> lowered = new LinkedHashMap<>();
    private final Map<DecoratedFunction, LoweredFunction> externals = new LinkedHashMap<>();
    private final Set<DecoratedFunction> open = new HashSet<>();
    private final Problems problems = new Problems();

    Run(String name, boolean singleAssignment) {
      this.name = name;
      this.singleAssignment = singleAssignment;
    }

    LoweredProgram lower(List<FunctionSource> functions) {
      for (FunctionSource function : functions) {
        if (methods.put(function.name(), function) != null) {
          problems.error(
              Code.PROGRAM_NAME_CONFLICT,
              function.origins().of(function.syntax().header()),
              "The program has two functions called '" + function.name() + "'. Rename one.");
        }
      }
      methods.forEach(
          (own, method) ->
              lowered.put(
                  own,
                  memory.lowered(
                      method,
                      this,
                      world,
                      seen ->
                          FunctionLowerer.lower(method, singleAssignment, seen, world::evaluate))));
      return assembled();
    }

    private LoweredProgram assembled() {
      Map<String, LoweredFunction> all = new LinkedHashMap<>(lowered);
      for (LoweredFunction function : lowered.values()) {
        function.externals().forEach((own, external) -> addExternal(own, external, all));
      }
      checkWindowBuffers();
      List<Problem> found = new ArrayList<>(problems.all());
      List<Function> functions = new ArrayList<>();
      for (LoweredFunction function : all.values()) {
        functions.add(function.function());
        found.addAll(function.problems());
      }
      return new LoweredProgram(Program.of(name, functions), found, all, Set.of());
    }

    /** Window buffers are told apart by their names alone, whichever function makes them. */
    private void checkWindowBuffers() {
      Set<String> names = new HashSet<>();
      for (LoweredFunction function : lowered.values()) {
        if (function.function().attrs().isOnHost()) {
          Walk.statements(
              function.function().body(),
              stmt -> {
                if (stmt instanceof dev.orchlens.ir.Stmt.Assign(Var var, Expr.Call call, Origin _)
                    && call.isOp(Ops.PLD_TENSOR_ALLOC_WINDOW_BUFFER)
                    && !names.add(var.sourceName())) {
                  problems.error(
                      Code.DISTRIBUTED_WINDOW_BUFFER,
                      call.origin(),
                      "The program has another window buffer called '"
                          + var.sourceName()
                          + "'; each needs a name of its own, also in different functions.");
                }
              });
        }
      }
    }

    private void addExternal(
        String own, DecoratedFunction external, Map<String, LoweredFunction> all) {
      LoweredFunction function = externals.get(external);
      if (function == null) {
        return;
      }
      LoweredFunction before = all.putIfAbsent(own, function);
      if (before != null && before != function && !lowered.containsKey(own)) {
        Origin place =
            FunctionSource.originsOf(external, Optional.empty()).of(external.syntax().header());
        problems.error(
            Code.PROGRAM_NAME_CONFLICT,
            place,
            "The program uses two functions from outside that are called '"
                + own
                + "'. Rename one.");
      }
    }

    @Override
    public boolean declares(String function) {
      return methods.containsKey(function);
    }

    @Override
    public Optional<Signature> signature(String function) {
      return Optional.ofNullable(lowered.get(function)).map(LoweredFunction::signature);
    }

    @Override
    public Optional<Signature> external(DecoratedFunction function) {
      if (!externals.containsKey(function) && open.add(function)) {
        LoweredFunction result =
            FunctionLowerer.lower(
                FunctionSource.free(function), false, new Outside(this), world::evaluate);
        externals.put(function, result);
      }
      return Optional.ofNullable(externals.get(function)).map(LoweredFunction::signature);
    }

    @Override
    public DynamicDims dims() {
      return memory.dims();
    }

    @Override
    public OperatorCatalog operators() {
      return operators;
    }
  }

  /**
   * What a function from outside sees of the program that calls it: other functions from outside,
   * no methods.
   */
  private record Outside(ProgramContext program) implements ProgramContext {
    @Override
    public boolean declares(String name) {
      return false;
    }

    @Override
    public Optional<Signature> signature(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<Signature> external(DecoratedFunction function) {
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
