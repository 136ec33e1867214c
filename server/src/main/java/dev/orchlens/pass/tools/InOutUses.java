package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.rule.Code;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds variables that are read after a call wrote to them: the call's result has to be read
 * instead (reference: docs/en/dev/passes/verifier, "InOutUseValid"). Launches by {@code pl.submit}
 * do not count, as in the reference.
 */
public final class InOutUses {
  private final Function function;
  private final Program program;
  private final Consumer<Problem> problems;

  /** The statement that is gone through. */
  private Origin present = Origin.none();

  /** What a loop's body leaves written, by the body. */
  private final Map<List<Stmt>, Map<Var, Origin>> writtenBy = new IdentityHashMap<>();

  private InOutUses(Function function, Program program, Consumer<Problem> problems) {
    this.function = function;
    this.program = program;
    this.problems = problems;
  }

  /** Reports each such read in {@code function}. */
  public static void check(Function function, Program program, Consumer<Problem> problems) {
    new InOutUses(function, program, problems).body(function.body(), new IdentityHashMap<>(), true);
  }

  /**
   * Goes through a body; {@code written} holds the variables calls wrote to and where, before and
   * then behind it.
   */
  private void body(List<Stmt> body, Map<Var, Origin> written, boolean reports) {
    for (Stmt stmt : body) {
      statement(stmt, written, reports);
    }
  }

  private void statement(Stmt stmt, Map<Var, Origin> written, boolean reports) {
    present = stmt.origin();
    Walk.usedBy(stmt, e -> reads(e, written, reports));
    switch (stmt) {
      case Stmt.Assign s -> written.remove(s.var());
      case Stmt.If s -> {
        Map<Var, Origin> before = new IdentityHashMap<>(written);
        body(s.then(), written, reports);
        if (s.orElse().isPresent()) {
          body(s.orElse().get(), before, reports);
        }
        written.putAll(before);
      }
      case Stmt.Loop s -> {
        writtenBy(s.body())
            .forEach(
                (var, at) -> {
                  if (s.carries().stream().noneMatch(c -> c.var() == var)) {
                    written.putIfAbsent(var, at);
                  }
                });
        body(s.body(), written, reports);
        s.carries().forEach(c -> written.remove(c.var()));
      }
      default -> stmt.bodies().forEach(inner -> body(inner, written, reports));
    }
  }

  private Map<Var, Origin> writtenBy(List<Stmt> body) {
    Map<Var, Origin> known = writtenBy.get(body);
    if (known == null) {
      known = new IdentityHashMap<>();
      body(body, known, false);
      writtenBy.put(body, known);
    }
    return known;
  }

  private void reads(Expr expr, Map<Var, Origin> written, boolean reports) {
    switch (expr) {
      case Var var -> {
        Origin at = written.get(var);
        if (at != null && reports) {
          problems.accept(problem(var, at, present));
        }
      }
      case Expr.Call call -> {
        call.args().forEach(a -> reads(a, written, reports));
        program.function(call.callee()).ifPresent(f -> writes(f, call, written));
      }
      default -> Walk.operands(expr, e -> reads(e, written, reports));
    }
  }

  private static void writes(Function callee, Expr.Call call, Map<Var, Origin> written) {
    List<Param> params = callee.params();
    for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
      if (params.get(i).direction() != ParamDirection.IN && call.args().get(i) instanceof Var var) {
        written.putIfAbsent(var, call.origin());
      }
    }
  }

  /**
   * Returns where the variable is declared. In a specialised function all parameters stand on the
   * line of the definition, and that is where the reference finds them.
   */
  private Origin declaration(Var var) {
    boolean onFirstLine =
        program.isSpecialized() && function.params().stream().anyMatch(p -> p.var() == var);
    return onFirstLine ? function.origin() : var.origin();
  }

  private Problem problem(Var var, Origin call, Origin read) {
    return new Problem(
        Code.DATA_READ_AFTER_WRITE_ARGUMENT,
        "'"
            + var.sourceName()
            + "' is read after a call wrote to it; read the result of that call instead.",
        declaration(var),
        List.of(
            new Problem.Related(call, "This call writes to '" + var.sourceName() + "'."),
            new Problem.Related(read, "'" + var.sourceName() + "' is read here.")));
  }
}
