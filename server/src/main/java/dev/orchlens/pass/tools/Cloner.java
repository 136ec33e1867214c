package dev.orchlens.pass.tools;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies statements with variables replaced. Carries get variables of their own in every copy;
 * other definitions do where asked for. A copy can be moved into a caller, so that each node says
 * which call brought it there.
 */
public final class Cloner extends TypedRewriter {
  private final Map<Var, Expr> replacements;
  private final boolean freshDefinitions;
  private final Optional<Origin> callSite;

  /**
   * Where the calls around a node are seen from after the move, by where they were seen from
   * before.
   */
  private final Map<Origin, Optional<Origin>> callers = new IdentityHashMap<>();

  private final Variables variables;
  private final RegionCopies regions;

  /** What is read and written for the region that is being copied; null outside of regions. */
  private RegionCopies.Recorder recorder;

  /** Makes the variables of a copy. */
  private interface Variables {
    Var make(String name, String sourceName, Type type, Origin origin);
  }

  private Cloner(
      Map<Var, Expr> seed,
      boolean freshDefinitions,
      Optional<Origin> callSite,
      Variables variables,
      RegionCopies regions) {
    this.replacements = new IdentityHashMap<>(seed);
    this.freshDefinitions = freshDefinitions;
    this.callSite = callSite;
    this.variables = variables;
    this.regions = regions;
  }

  /** Copies {@code body} with new variables for everything it defines. */
  public static List<Stmt> copy(List<Stmt> body, Map<Var, Expr> replacements) {
    return new Cloner(replacements, true, Optional.empty(), Var::new, RegionCopies.none())
        .body(body);
  }

  /**
   * Copies {@code body} with variables for everything it defines that are new in this run of the
   * passes.
   */
  public static List<Stmt> copy(List<Stmt> body, Map<Var, Expr> replacements, PassMemory memory) {
    return new Cloner(replacements, true, Optional.empty(), memory::variable, RegionCopies.none())
        .body(body);
  }

  /**
   * Copies {@code body} with the same variables, so that copies assign the same ones again.
   *
   * @param regions what became of the regions in copies of the last run
   */
  public static List<Stmt> repeat(
      List<Stmt> body, Map<Var, Expr> replacements, RegionCopies regions) {
    return new Cloner(replacements, false, Optional.empty(), Var::new, regions).body(body);
  }

  /** Returns {@code body} with variables replaced by others; what it defines stays the same. */
  public static List<Stmt> renamed(List<Stmt> body, Map<Var, Var> names) {
    return new TypedRewriter() {
      @Override
      public Expr use(Var var) {
        return definition(var);
      }

      @Override
      public Var definition(Var var) {
        return names.getOrDefault(var, var);
      }
    }.body(body);
  }

  /**
   * Copies {@code body} with new variables into the place of the call at {@code callSite}.
   *
   * @param regions what became of the regions in the copy that the last run made for this call
   */
  public static List<Stmt> inline(
      List<Stmt> body, Map<Var, Expr> replacements, Origin callSite, RegionCopies regions) {
    return new Cloner(replacements, true, Optional.of(callSite), Var::new, regions).body(body);
  }

  private Expr replacement(Var var) {
    Expr known = replacements.get(var);
    if (recorder != null) {
      recorder.read(var, known);
    }
    return known;
  }

  @Override
  public Expr use(Var var) {
    Expr known = replacement(var);
    return known == null ? var : known;
  }

  @Override
  public Var definition(Var var) {
    Expr known = replacement(var);
    if (known instanceof Var replacement) {
      return replacement;
    }
    if (known != null) {
      throw new Rejection(
          new Problem(
              Code.INLINE_ASSIGNED_PARAMETER,
              "'"
                  + var.sourceName()
                  + "' is assigned here, but the call passes an expression for it; assign the"
                  + " expression to a variable first and pass that.",
              var.origin()));
    }
    return freshDefinitions ? fresh(var) : var;
  }

  private Var fresh(Var var) {
    Type type = TypeExprs.map(var.type(), this::expr);
    Var copy = variables.make(var.name(), var.sourceName(), type, origin(var.origin()));
    replacements.put(var, copy);
    if (recorder != null) {
      recorder.wrote(var, copy);
    }
    return copy;
  }

  @Override
  protected Carry carry(Carry carry) {
    Expr init = expr(carry.init());
    Var var = replacement(carry.var()) instanceof Var known ? known : fresh(carry.var());
    return new Carry(var, init);
  }

  private Origin origin(Origin origin) {
    if (callSite.isEmpty()) {
      return origin;
    }
    Optional<Origin> caller = callSite;
    if (origin.inlinedAt().isPresent()) {
      Origin before = origin.inlinedAt().get();
      caller = callers.get(before);
      if (caller == null) {
        caller = Optional.of(before.inlinedAt(callSite.get()));
        callers.put(before, caller);
      }
    }
    return new Origin(origin.file(), origin.item(), origin.start(), origin.end(), caller);
  }

  @Override
  public List<Stmt> statement(Stmt stmt) {
    if (recorder != null || !Visits.isRegion(stmt)) {
      return copied(stmt);
    }
    Optional<Stmt> same = regions.earlier((Stmt.Scope) stmt, replacements);
    if (same.isPresent()) {
      return List.of(same.get());
    }
    recorder = new RegionCopies.Recorder();
    List<Stmt> copy = copied(stmt);
    regions.keep((Stmt.Scope) stmt, recorder, copy.getFirst());
    recorder = null;
    return copy;
  }

  private List<Stmt> copied(Stmt stmt) {
    if (callSite.isEmpty()) {
      return super.statement(stmt);
    }
    Origin to = origin(stmt.origin());
    if (stmt instanceof Stmt.Assign s) {
      Expr value = expr(s.value());
      return List.of(new Stmt.Assign(definition(s.var()), value, to));
    }
    return List.of(Moved.statement(rebuild(stmt), to));
  }

  @Override
  public Expr expr(Expr expr) {
    if (callSite.isEmpty() || expr instanceof Var) {
      return super.expr(expr);
    }
    Origin to = origin(expr.origin());
    return switch (expr) {
      case Expr.Binary e -> new Expr.Binary(e.op(), expr(e.left()), expr(e.right()), e.type(), to);
      case Expr.Unary e -> new Expr.Unary(e.op(), expr(e.operand()), e.type(), to);
      case Expr.MakeTuple e -> new Expr.MakeTuple(exprs(e.elements()), e.type(), to);
      case Expr.TupleGet e -> new Expr.TupleGet(expr(e.tuple()), e.index(), e.type(), to);
      case Expr.Call e ->
          new Expr.Call(
              e.callee(),
              exprs(e.args()),
              e.kwargs(),
              callAttrs(e.attrs()),
              resultType(e.type()),
              to);
      case Expr.Const _, Expr.Unknown _, Expr.Submit _, Var _ -> Moved.expr(super.expr(expr), to);
    };
  }
}
