package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Stmt.AnnAssign;
import dev.orchlens.syntax.Stmt.Assign;
import dev.orchlens.syntax.Stmt.If;
import dev.orchlens.syntax.Stmt.With;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers branches (reference: docs/en/dev/language/01-statements.md, "If Statement"). What an arm
 * yields is bound behind the branch; without yields, the names of both arms are.
 */
final class BranchLowering {
  private final FunctionLowering in;

  BranchLowering(FunctionLowering in) {
    this.in = in;
  }

  /** Lowers {@code if test:} with its else arm. */
  void branch(If node) {
    Expr condition = in.expressions.lower(node.test());
    in.expressions.requireBool(condition, "if", node);
    Map<String, Optional<dev.orchlens.syntax.Expr>> targets = new LinkedHashMap<>();
    List<String> order = new ArrayList<>();
    gather(node.body(), targets, order);
    List<String> elseOrder = new ArrayList<>();
    Map<String, Optional<dev.orchlens.syntax.Expr>> elseTargets = new LinkedHashMap<>();
    gather(node.orElse(), elseTargets, elseOrder);
    elseOrder.stream()
        .filter(n -> !targets.containsKey(n))
        .forEach(
            n -> {
              order.add(n);
              targets.put(n, elseTargets.get(n));
            });
    Origin origin = in.at(node.header());
    Stmt.If lowered = in.yields.gathering(() -> arms(node, condition, order, targets, origin));
    in.blocks.emit(lowered);
    lowered.results().forEach(r -> in.names.define(r.name(), r));
  }

  private Stmt.If arms(
      If node,
      Expr condition,
      List<String> order,
      Map<String, Optional<dev.orchlens.syntax.Expr>> targets,
      Origin origin) {
    boolean leak = order.isEmpty();
    List<Stmt> then = arm(node.body(), leak);
    List<Stmt> otherwise = node.orElse().isEmpty() ? List.of() : arm(node.orElse(), leak);
    List<Var> results = new ArrayList<>();
    for (String name : order) {
      Type type =
          targets
              .get(name)
              .flatMap(a -> in.annotations.assigned(a))
              .or(() -> in.yields.type(name))
              .orElseGet(BranchLowering::untypedResult);
      results.add(new Var(name, type, origin));
    }
    Optional<List<Stmt>> orElse = otherwise.isEmpty() ? Optional.empty() : Optional.of(otherwise);
    return new Stmt.If(condition, then, orElse, results, origin);
  }

  private static Type untypedResult() {
    Expr extent = new Expr.ConstInt(1, DataType.INDEX, Origin.none());
    return Type.Tensor.of(List.of(extent), DataType.INT32);
  }

  private List<Stmt> arm(List<dev.orchlens.syntax.Stmt> body, boolean leak) {
    return in.scoped(leak, () -> in.lowerAll(body));
  }

  /**
   * Gathers the targets of yields that belong to a branch, in order and with repetitions: those of
   * its statements and of runtime scopes among them, not those of loops and branches inside.
   */
  private static void gather(
      List<dev.orchlens.syntax.Stmt> body,
      Map<String, Optional<dev.orchlens.syntax.Expr>> targets,
      List<String> order) {
    for (var statement : body) {
      switch (statement) {
        case AnnAssign a
            when a.target() instanceof Name name
                && a.value().isPresent()
                && Syntax.isMethodCall(a.value().get(), "yield_") -> {
          order.add(name.id());
          targets.putIfAbsent(name.id(), Optional.of(a.annotation()));
        }
        case Assign a when a.targets().size() == 1 && Syntax.isMethodCall(a.value(), "yield_") -> {
          for (String name : names(a.targets().getFirst())) {
            order.add(name);
            targets.putIfAbsent(name, Optional.empty());
          }
        }
        case With with when with.items().stream().anyMatch(i -> isRuntimeScope(i.context())) ->
            gather(with.body(), targets, order);
        default -> {}
      }
    }
  }

  private static boolean isRuntimeScope(dev.orchlens.syntax.Expr context) {
    return Syntax.isMethodCall(context, "scope") || Syntax.isMethodCall(context, "manual_scope");
  }

  private static List<String> names(dev.orchlens.syntax.Expr target) {
    return switch (target) {
      case Name name -> List.of(name.id());
      case TupleExpr tuple ->
          tuple.elements().stream()
              .filter(Name.class::isInstance)
              .map(e -> ((Name) e).id())
              .toList();
      default -> List.of();
    };
  }
}
