package dev.orchlens.module;

import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.eval.CallSurvey;
import dev.orchlens.module.eval.DefinitionCall;
import dev.orchlens.module.eval.Failures;
import dev.orchlens.module.eval.Frame;
import dev.orchlens.module.eval.Imports;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Library;
import dev.orchlens.module.eval.ModuleProblem;
import dev.orchlens.module.eval.Paths;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * What the module-level code of one program came to. A world is fixed: evaluations in it neither
 * change its values nor add to its modules, and may run in many threads at once.
 */
public final class ProgramWorld {
  private final ModuleEnvironment main;
  private final List<ModuleEnvironment> modules;
  private final Map<String, ModuleEnvironment> byPath = new HashMap<>();
  private final List<ModuleProblem> problems;
  private final List<DefinitionCall> calls;
  private final Set<String> probedPaths;
  private final Library library;
  private final Imports imports;
  private final long tick;
  private final Runnable poll;
  private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();

  ProgramWorld(Interpreter interpreter, ModuleEnvironment main, Runnable poll) {
    this.poll = poll;
    this.defects.addAll(interpreter.defects());
    this.main = main;
    this.modules = List.copyOf(interpreter.imports().loaded());
    modules.forEach(module -> byPath.put(module.path(), module));
    this.problems = List.copyOf(interpreter.problems());
    this.calls = List.copyOf(interpreter.definitionCalls());
    this.probedPaths = Set.copyOf(interpreter.imports().probed());
    this.library = interpreter.library;
    this.imports = interpreter.imports();
    this.tick = interpreter.tick();
  }

  /** The module of the main file. */
  public ModuleEnvironment main() {
    return main;
  }

  /**
   * All modules with source, the main one first, the others in the order in which their loading
   * began.
   */
  public List<ModuleEnvironment> modules() {
    return modules;
  }

  /** The module of a file, by the document's URI. */
  public Optional<ModuleEnvironment> module(String file) {
    return modules.stream().filter(module -> module.file().equals(file)).findFirst();
  }

  /** The module of a file, by its path. */
  public Optional<ModuleEnvironment> moduleAt(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** What would fail while the modules are loaded, in the order in which it was met. */
  public List<ModuleProblem> problems() {
    return problems;
  }

  /** Faults of our own that were met so far; each cost one statement or one expression. */
  public List<Throwable> defects() {
    return List.copyOf(defects);
  }

  /** The calls of DSL functions that module-level code makes. */
  public List<DefinitionCall> calls() {
    return calls;
  }

  /**
   * The paths of files that were looked for, found or not: the world stays as it is for as long as
   * none of them, nor the main file, changes.
   */
  public Set<String> probedPaths() {
    return probedPaths;
  }

  /**
   * Whether there is the file that a path names, which is relative to the folder of a module or
   * absolute; empty where that is not known.
   */
  public Optional<Boolean> hasFile(ModuleEnvironment module, String path) {
    return imports.hasFile(Paths.normal(Paths.join(Paths.parent(module.path()), path)));
  }

  /** The value of an expression among the names of an environment of this world. */
  public Value evaluate(Expr expression, Environment environment) {
    return evaluate(expression, environment, ReadRecorder.NONE);
  }

  /**
   * The value of an expression among the names of an environment of this world; unknown, with the
   * reason, where its evaluation fails. The names of modules that are read on the way are recorded.
   */
  public Value evaluate(Expr expression, Environment environment, ReadRecorder recorder) {
    return run(
            environment,
            recorder,
            interpreter -> interpreter.expressions.value(Frame.of(environment), expression))
        .result();
  }

  /**
   * Calls a function of this world, such as a factory that makes a program.
   *
   * @return its result and the DSL definitions that were executed on the way
   */
  public Outcome call(
      FunctionValue function,
      List<Value> arguments,
      Map<String, Value> keywords,
      ReadRecorder recorder) {
    return run(
        function.environment(),
        recorder,
        interpreter -> {
          Frame frame = Frame.of(function.environment());
          interpreter.at(frame, position(function));
          return interpreter.calls.call(function, arguments, keywords);
        });
  }

  private static Node position(FunctionValue function) {
    return switch (function.code()) {
      case FunctionValue.Def(var definition) -> definition.name();
      case FunctionValue.LambdaCode(var lambda) -> lambda;
    };
  }

  /**
   * What a call came to.
   *
   * @param result its value; unknown, with the reason, where the call fails
   * @param definitions the DSL definitions that were executed, in order
   * @param problem what failed, if anything did
   */
  public record Outcome(
      Value result, List<Definition> definitions, Optional<ModuleProblem> problem) {}

  /**
   * The calls of DSL functions in the code of a module that is not run when it is loaded: in its
   * functions, and below {@code if __name__ == "__main__"}. Both arms of a branch are taken where
   * it is not known which one runs.
   *
   * @param module the module whose code is looked through
   * @param names only functions and main blocks that mention one of these names are looked through
   */
  public List<DefinitionCall> surveyCalls(ModuleEnvironment module, Set<String> names) {
    Interpreter interpreter =
        new Interpreter(library, imports, tick, ReadRecorder.NONE, true, poll);
    List<DefinitionCall> calls = new CallSurvey(interpreter, names).survey(module);
    defects.addAll(interpreter.defects());
    return calls;
  }

  private Outcome run(
      Environment environment, ReadRecorder recorder, Function<Interpreter, Value> work) {
    Interpreter interpreter =
        new Interpreter(
            library, imports, Math.min(tick, environment.tick()), recorder, false, poll);
    Value result;
    Optional<ModuleProblem> problem = Optional.empty();
    try {
      result = work.apply(interpreter);
    } catch (PythonException e) {
      result = new UnknownValue(Failures.reason(e), e.site());
      problem =
          e.site()
              .map(site -> new ModuleProblem(Failures.code(e), Failures.message(e), site, site));
    } catch (UnknownAnswerException e) {
      result = e.unknown();
    } catch (BudgetExceededException e) {
      result =
          new UnknownValue("its evaluation is stopped: " + e.getMessage(), interpreter.position());
    } catch (StackOverflowError e) {
      result = new UnknownValue("its expressions are nested too deeply", interpreter.position());
    } catch (CancellationException withdrawn) {
      throw withdrawn;
    } catch (RuntimeException | OutOfMemoryError | LinkageError defect) {
      defects.add(defect);
      result = new UnknownValue("Orchlens failed on it", interpreter.position());
    }
    defects.addAll(interpreter.defects());
    interpreter.heap.close();
    return new Outcome(result, List.copyOf(interpreter.defined()), problem);
  }
}
