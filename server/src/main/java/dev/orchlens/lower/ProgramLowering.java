package dev.orchlens.lower;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.module.DecoratedClass;
import dev.orchlens.module.DecoratedFunction;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers {@code @pl.program} classes (reference: docs/en/dev/ir/07-parser.md, "Class-Based Programs"): the functions in
 * the order of the text, each knowing those before it, and the functions from outside that they call.
 */
public final class ProgramLowering {
  private final OperatorCatalog operators;
  private final ConstantEvaluator evaluator;
  private final DynamicDims dims;

  /**
   * Makes a lowering.
   *
   * @param dims the dimensions known only at run time; programs that share functions share it
   */
  public ProgramLowering(OperatorCatalog operators, ConstantEvaluator evaluator, DynamicDims dims) {
    this.operators = operators;
    this.evaluator = evaluator;
    this.dims = dims;
  }

  /** Returns a program class after lowering. */
  public LoweredProgram lower(DecoratedClass program) {
    return new Run(program).lower();
  }

  /** One program while its functions are lowered. */
  private final class Run implements ProgramContext {
    private final DecoratedClass program;
    private final Map<String, Stmt.FunctionDef> methods = new LinkedHashMap<>();
    private final Map<String, LoweredFunction> lowered = new LinkedHashMap<>();
    private final Map<DecoratedFunction, LoweredFunction> externals = new LinkedHashMap<>();
    private final Set<DecoratedFunction> open = new HashSet<>();
    private final Problems problems = new Problems();
    private final boolean singleAssignment;

    Run(DecoratedClass program) {
      this.program = program;
      this.singleAssignment = DecoratorReader.asksForSingleAssignment(program.decorators());
    }

    LoweredProgram lower() {
      Origins origins = FunctionSource.originsOf(program, Optional.empty());
      for (Stmt statement : program.syntax().body()) {
        if (statement instanceof Stmt.FunctionDef method && DecoratorReader.isProgramFunction(method)) {
          Stmt.FunctionDef before = methods.put(method.name().text(), method);
          if (before != null) {
            problems.error(
                RuleCode.PROGRAM_NAME_CONFLICT,
                origins.of(method.header()),
                "The program has two functions called '" + method.name().text() + "'. Rename one.");
          }
        }
      }
      if (methods.isEmpty()) {
        problems.error(
            RuleCode.PROGRAM_EMPTY,
            origins.of(program.syntax().header()),
            "The class '" + program.name() + "' has no @pl.function, so it is no program.");
      }
      methods.forEach(
          (name, method) ->
              lowered.put(
                  name,
                  FunctionLowerer.lower(FunctionSource.method(program, method), singleAssignment, this, evaluator)));
      return assembled();
    }

    private LoweredProgram assembled() {
      Map<String, LoweredFunction> all = new LinkedHashMap<>(lowered);
      for (LoweredFunction function : lowered.values()) {
        function.externals().forEach((name, external) -> addExternal(name, external, all));
      }
      List<Problem> found = new ArrayList<>(problems.all());
      List<Function> functions = new ArrayList<>();
      for (LoweredFunction function : all.values()) {
        functions.add(function.function());
        found.addAll(function.problems());
      }
      return new LoweredProgram(Program.of(program.name(), functions), found, all);
    }

    private void addExternal(String name, DecoratedFunction external, Map<String, LoweredFunction> all) {
      LoweredFunction function = externals.get(external);
      if (function == null) {
        return;
      }
      LoweredFunction before = all.putIfAbsent(name, function);
      if (before != null && before != function && !lowered.containsKey(name)) {
        Origin place = FunctionSource.originsOf(external, Optional.empty()).of(external.syntax().header());
        problems.error(
            RuleCode.PROGRAM_NAME_CONFLICT,
            place,
            "The program uses two functions from outside that are called '" + name + "'. Rename one.");
      }
    }

    @Override
    public boolean declares(String name) {
      return methods.containsKey(name);
    }

    @Override
    public Optional<Signature> signature(String name) {
      return Optional.ofNullable(lowered.get(name)).map(LoweredFunction::signature);
    }

    @Override
    public Optional<Signature> external(DecoratedFunction function) {
      if (!externals.containsKey(function) && open.add(function)) {
        LoweredFunction result =
            FunctionLowerer.lower(FunctionSource.free(function), false, new Outside(this), evaluator);
        externals.put(function, result);
      }
      return Optional.ofNullable(externals.get(function)).map(LoweredFunction::signature);
    }

    @Override
    public DynamicDims dims() {
      return dims;
    }

    @Override
    public OperatorCatalog operators() {
      return operators;
    }
  }

  /** What a function from outside sees of the program that calls it: other functions from outside, no methods. */
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
