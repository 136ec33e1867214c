package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The calls that only the orchestrator of a host makes: it knows how many devices there are and
 * allocates the windows that they share (reference:
 * docs/en/dev/passes/materialize_comm_domain_scopes).
 */
final class HostCalls {
  private static final String WINDOW_BUFFER = "alloc_window_buffer";
  private static final Set<String> HOST_ONLY = Set.of(WINDOW_BUFFER, "world_size");
  private static final Set<String> CATEGORIES = Set.of("system", "tensor", "tile");

  private final FunctionLowering in;

  HostCalls(FunctionLowering in) {
    this.in = in;
  }

  /** Returns whether a node allocates a window buffer. */
  static boolean isWindowBuffer(Node node) {
    if (!(node instanceof Call call)) {
      return false;
    }
    List<String> path = Syntax.path(call.function());
    boolean category = path.size() == 3 && CATEGORIES.contains(path.get(1));
    return (path.size() == 2 || category)
        && path.getFirst().equals("pld")
        && path.getLast().equals(WINDOW_BUFFER);
  }

  /** Returns a window buffer that is bound to a target, or reports why it cannot be. */
  Expr windowBuffer(Node target, Call call) {
    Optional<Expr> misplaced = misplaced(WINDOW_BUFFER, call);
    if (misplaced.isPresent()) {
      return misplaced.get();
    }
    return target instanceof Name ? in.operators.operator(call) : unbound(call);
  }

  /**
   * Reports a call of {@code pld.operation} that this place does not allow; it stands in an
   * expression.
   */
  Optional<Expr> refused(String operation, Call call) {
    return operation.equals(WINDOW_BUFFER)
        ? Optional.of(unbound(call))
        : misplaced(operation, call);
  }

  private Expr unbound(Call call) {
    return in.fail(
        Code.DISTRIBUTED_WINDOW_BUFFER,
        call,
        "A window buffer is named by the variable that it is assigned to: buf ="
            + " pld.alloc_window_buffer(...).");
  }

  private Optional<Expr> misplaced(String operation, Call call) {
    boolean onDevice =
        in.nesting.inside(Nesting.RegionKind.IN_CORE) || in.nesting.inside(Nesting.RegionKind.SPMD);
    boolean host = in.header.attrs().isOnHost();
    if (!HOST_ONLY.contains(operation) || host && !onDevice) {
      return Optional.empty();
    }
    return Optional.of(
        in.fail(
            Code.DISTRIBUTED_HOST_ONLY,
            call,
            "Only a host orchestrator can call pld."
                + operation
                + ": @pl.function(level=pl.Level.HOST,"
                + " role=pl.Role.Orchestrator), outside of kernel regions."));
  }
}
