package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Executes the statements of a module in order; a statement that fails does not keep the next from
 * running.
 */
final class ModuleRunner {
  /** Steps that each further statement may take once the budget of the module is used up. */
  private static final long STEPS_AFTER_LIMIT = 10_000;

  /**
   * Steps that it may take when all further statements together have had the budget of a module
   * once more.
   */
  private static final long STEPS_AT_LEAST = 100;

  private final Interpreter interpreter;
  private boolean limited;

  /** Whether the statement at hand is the first one of the module. */
  private boolean first = true;

  /** Whether a statement was met behind which nothing may be imported from {@code __future__}. */
  private boolean begun;

  private long rest = Budget.STEPS_PER_MODULE;

  ModuleRunner(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  void run(ModuleEnvironment module) {
    Optional<SyntaxTree> tree = module.tree();
    if (tree.isEmpty()) {
      return;
    }
    for (TopLevel item : tree.get().items()) {
      Frame frame =
          new Frame(module.scope(), tree.get().key(item), Scope.LATEST, Optional.empty(), null);
      item.statements().forEach(statement -> execute(frame, statement));
    }
  }

  private void execute(Frame frame, Stmt statement) {
    if (limited) {
      long allowed = Math.clamp(rest, STEPS_AT_LEAST, STEPS_AFTER_LIMIT);
      interpreter.budget.refill(allowed);
      executeOnce(frame, statement);
      rest -= allowed - interpreter.budget.left();
    } else {
      executeOnce(frame, statement);
    }
  }

  /**
   * Imports from {@code __future__} stand before everything but the documentation (Python
   * reference, "Future statements").
   */
  private void checkFuture(Frame frame, Stmt statement) {
    boolean future =
        statement instanceof Stmt.ImportFrom imports
            && imports.level() == 0
            && imports.module().filter(name -> name.text().equals("__future__")).isPresent();
    if (future && begun) {
      interpreter.at(frame, statement);
      throw interpreter.error(
          "SyntaxError", "imports from '__future__' must stand at the start of the file");
    }
    boolean documentation = first && statement instanceof Stmt.ExprStmt(_, Literal.StringLiteral _);
    begun |= !(future || documentation);
    first = false;
  }

  private void executeOnce(Frame frame, Stmt statement) {
    try {
      checkFuture(frame, statement);
      interpreter.statements.execute(frame, statement);
    } catch (PythonException e) {
      failed(frame, statement, Failures.code(e), Failures.message(e), Failures.reason(e), e.site());
    } catch (UnknownAnswerException e) {
      interpreter.statements.forget(frame, Effects.of(List.of(statement)), e.unknown());
    } catch (BudgetExceededException e) {
      limited = true;
      failed(
          frame,
          statement,
          Code.MODULE_LIMIT,
          "This statement is not evaluated further: " + e.getMessage() + ".",
          "its evaluation is stopped: " + e.getMessage(),
          interpreter.position());
    } catch (StackOverflowError e) {
      limited = true;
      failed(
          frame,
          statement,
          Code.MODULE_LIMIT,
          "This statement is not evaluated: its expressions are nested too deeply.",
          "its expressions are nested too deeply",
          Optional.empty());
    } catch (CancellationException withdrawn) {
      throw withdrawn;
    } catch (RuntimeException | OutOfMemoryError | LinkageError defect) {
      interpreter.defects().add(defect);
      failed(
          frame,
          statement,
          Code.ORCHLENS_DEFECT,
          "Orchlens failed on this statement, so what it does is not known. That is a defect of"
              + " Orchlens, not of the program; the log has the details.",
          "Orchlens failed on it",
          Optional.empty());
    }
  }

  private void failed(
      Frame frame, Stmt statement, Code code, String message, String reason, Optional<Site> inner) {
    Site running = frame.site(statement);
    Site site = inner.orElse(running);
    interpreter.problems().add(new ModuleProblem(code, message, site, running));
    UnknownValue why = new UnknownValue(reason, Optional.of(site));
    if (statement instanceof Stmt.ImportFrom imports) {
      // The names that the module does define are imported all the same.
      interpreter.imports().bindRest(frame, imports, why);
    } else {
      interpreter.statements.forget(frame, Effects.of(List.of(statement)), why);
    }
  }
}
