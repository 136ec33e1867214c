package dev.orchlens.pass.tools;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A task launch of an orchestration function. It stays the same launch through all passes: {@code
 * number} is kept in {@link dev.orchlens.ir.CallAttrs#launch()}.
 *
 * @param function the function that launches
 * @param number 0-based, in program order of the function
 * @param callee the function launched
 * @param result the variable that takes the launch's result; nothing for a bare statement
 * @param origin the call in the source
 */
public record Launch(
    String function, int number, String callee, Optional<Var> result, Origin origin) {
  private static final Set<String> WITHOUT_TASK = Set.of("tile", "tensor", "system", "array");

  /**
   * Returns whether {@code call} launches a task: it calls a function of the program, or an
   * operator that none of the namespaces of operators without a task of their own holds.
   */
  public static boolean isLaunch(Expr.Invocation call) {
    return switch (call.callee()) {
      case Callee.Function _ -> true;
      case Callee.Op op ->
          !WITHOUT_TASK.contains(op.level()) && !op.name().equals(Ops.PLD_SYSTEM_GET_COMM_CTX);
    };
  }

  /**
   * Returns the program with every launch of the functions named numbered in program order of its
   * function.
   */
  public static Program number(Program program, Set<String> launching) {
    return program.mapFunctions(
        f -> launching.contains(f.name()) ? f.withBody(new Numbering().body(f.body())) : f);
  }

  private static final class Numbering extends Rewriter {
    private int next;

    @Override
    protected Expr invocation(Expr.Invocation call) {
      Expr rewritten = super.invocation(call);
      if (!(rewritten instanceof Expr.Invocation launch) || !isLaunch(launch)) {
        return rewritten;
      }
      return launch.withAttrs(launch.attrs().withLaunch(next++));
    }
  }

  /** Returns the launches of {@code function} in program order. */
  public static List<Launch> of(Function function) {
    List<Launch> launches = new ArrayList<>();
    Walk.statements(
        function.body(),
        stmt ->
            Walk.usedBy(
                stmt,
                value -> {
                  Optional<Var> result =
                      stmt instanceof Stmt.Assign assign
                          ? Optional.of(assign.var())
                          : Optional.empty();
                  if (value instanceof Expr.Invocation call && isLaunch(call)) {
                    launches.add(of(function.name(), call, result));
                  }
                }));
    return launches;
  }

  /** Returns the launch that {@code call} is, its result taken by {@code result}. */
  public static Launch of(String function, Expr.Invocation call, Optional<Var> result) {
    return new Launch(function, call.attrs().launch(), call.callee().name(), result, call.origin());
  }
}
