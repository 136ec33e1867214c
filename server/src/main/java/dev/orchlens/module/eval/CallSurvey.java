package dev.orchlens.module.eval;

import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;

/** Finds the calls of DSL functions in code that does not run while a module is loaded. */
public final class CallSurvey {
  /** Steps for one function or main block. */
  private static final long STEPS = 20_000;

  private final Interpreter interpreter;
  private final Set<String> names;

  public CallSurvey(Interpreter interpreter, Set<String> names) {
    this.interpreter = interpreter;
    this.names = names;
  }

  public List<DefinitionCall> survey(ModuleEnvironment module) {
    Optional<SyntaxTree> tree = module.tree();
    if (tree.isPresent()) {
      for (TopLevel item : tree.get().items()) {
        item.statements().forEach(statement -> survey(module, tree.get().key(item), statement));
      }
    }
    interpreter.heap.close();
    return List.copyOf(interpreter.definitionCalls());
  }

  private void survey(ModuleEnvironment module, String item, Stmt statement) {
    Scope scope = new Scope(interpreter.heap, Scope.Kind.FUNCTION, module.scope(), module);
    Frame frame = new Frame(scope, item, Scope.LATEST, Optional.empty(), null);
    interpreter.budget.refill(STEPS);
    try {
      switch (statement) {
        case Stmt.If branch when testsForMain(branch.test()) && mentions(branch) ->
            interpreter.statements.explore(frame, branch.body());
        case Stmt.FunctionDef def when isPlain(module, def) && mentions(def) -> explore(frame, def);
        default -> {}
      }
    } catch (BudgetExceededException | StackOverflowError e) {
      // The calls that were found up to here are of use all the same, and the next statement starts
      // afresh.
      return;
    } catch (CancellationException withdrawn) {
      throw withdrawn;
    } catch (PythonException | UnknownAnswerException e) {
      // The default value of a parameter fails: the function cannot even be defined.
      return;
    } catch (RuntimeException | OutOfMemoryError | LinkageError defect) {
      interpreter.defects().add(defect);
    }
  }

  private boolean mentions(Node node) {
    return node instanceof Expr.Name name && names.contains(name.id())
        || node.children().stream().anyMatch(this::mentions);
  }

  private static boolean testsForMain(Expr test) {
    return test instanceof Expr.Compare(_, Expr.Name name, _, List<Expr> rest)
        && name.id().equals("__name__")
        && rest.getFirst() instanceof Literal.StringLiteral(_, String value, _)
        && value.equals("__main__");
  }

  private static boolean isPlain(ModuleEnvironment module, Stmt.FunctionDef def) {
    return !def.isAsync()
        && module.value(def.name().text()).filter(FunctionValue.class::isInstance).isPresent();
  }

  private void explore(Frame frame, Stmt.FunctionDef def) {
    for (Part.Parameter parameter : def.parameters()) {
      Value value =
          parameter
              .defaultValue()
              .map(written -> interpreter.expressions.value(frame, written))
              .orElseGet(
                  () ->
                      new UnknownValue(
                          "the argument " + parameter.name().text() + " is not known",
                          Optional.of(frame.site(parameter.name()))));
      interpreter.assignments.bind(frame, parameter.name().text(), value, parameter.name());
    }
    interpreter.statements.explore(frame, def.body());
  }
}
