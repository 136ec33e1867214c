package dev.orchlens.lower;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.LoopAttrs;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt.ExprStmt;
import dev.orchlens.syntax.Stmt.For;
import dev.orchlens.syntax.Stmt.If;
import dev.orchlens.syntax.Stmt.While;
import dev.orchlens.syntax.Stmt.With;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Lowers loops (reference: docs/en/dev/language/01-statements.md, "For Loop" and "While Loop"). */
final class LoopLowering {
  private static final Map<String, ForKind> KINDS =
      Map.of(
          "range", ForKind.SEQUENTIAL,
          "parallel", ForKind.PARALLEL,
          "unroll", ForKind.UNROLL,
          "pipeline", ForKind.PIPELINE);
  private static final Map<String, Nesting.LoopKind> CONTROL =
      Map.of(
          "range", Nesting.LoopKind.RANGE,
          "parallel", Nesting.LoopKind.PARALLEL,
          "unroll", Nesting.LoopKind.UNROLL,
          "pipeline", Nesting.LoopKind.PIPELINE);

  private final FunctionLowering in;
  private final LoopHeaderLowering headers;
  private final RegionLowering regions;
  private final SpmdLowering spmd;

  LoopLowering(FunctionLowering in, RegionLowering regions, SpmdLowering spmd) {
    this.in = in;
    this.regions = regions;
    this.spmd = spmd;
    this.headers = new LoopHeaderLowering(in);
  }

  /** Lowers {@code for target in pl.range(...)} and its siblings. */
  void forLoop(For node) {
    if (!(node.iterable() instanceof Call call)
        || !(call.function() instanceof Attribute function)
        || !isLoop(function.name().text())) {
      in.error(
          Code.LOOP_ITERATOR,
          node.iterable(),
          "A loop of the language runs over pl.range, pl.parallel, pl.unroll, pl.pipeline,"
              + " pl.while_, pl.spmd or pl.split_aiv, not over '"
              + in.origins().quote(node.iterable())
              + "'.");
      asUnknownLoop(node);
      return;
    }
    String iterator = function.name().text();
    switch (iterator) {
      case "while_" -> whileForm(node, call);
      case "spmd" -> spmd.loop(node, call);
      case "split_aiv" -> regions.splitAiv(node, call);
      default -> counted(node, call, iterator);
    }
  }

  private static boolean isLoop(String name) {
    return KINDS.containsKey(name) || Set.of("while_", "spmd", "split_aiv").contains(name);
  }

  /**
   * Lowers the body of a loop whose iterator is wrong, so that mistakes in it are found and its
   * tasks are seen.
   */
  private void asUnknownLoop(For node) {
    if (!(node.target() instanceof Name name)) {
      return;
    }
    simple(node, name, headers.unknown(node), "range");
  }

  private void counted(For node, Call call, String iterator) {
    LoopBounds bounds = headers.bounds(call, iterator);
    switch (node.target()) {
      case Name name -> {
        if (!bounds.initial().isEmpty()) {
          in.error(
              Code.LOOP_TARGET,
              node.target(),
              "A loop with initial values binds them too: for "
                  + name.id()
                  + ", (value,) in pl."
                  + iterator
                  + "(...).");
        }
        simple(node, name, bounds, iterator);
      }
      case TupleExpr target
          when target.elements().size() == 2 && target.elements().getFirst() instanceof Name name ->
          carrying(node, name, target.elements().get(1), bounds, iterator);
      default -> {
        in.error(
            Code.LOOP_TARGET,
            node.target(),
            "The target of a loop is a name, or a name and the carried names: for i, (value,) in"
                + " pl."
                + iterator
                + "(...).");
        in.scoped(true, () -> in.lowerAll(node.body()));
      }
    }
  }

  private void simple(For node, Name target, LoopBounds bounds, String iterator) {
    Var variable = loopVariable(target, bounds);
    Body body =
        body(
            node.body(), CONTROL.get(iterator), true, () -> in.names.define(target.id(), variable));
    emit(node, variable, bounds, List.of(), body.statements(), List.of(), iterator);
  }

  private void carrying(
      For node, Name target, Node carriedNode, LoopBounds bounds, String iterator) {
    requireYieldTargets(node.body(), bounds.carries());
    List<String> carriedNames = carriedNames(carriedNode, bounds.initial().size());
    Var variable = loopVariable(target, bounds);
    List<Carry> carries = new ArrayList<>();
    int before = in.problems.count();
    Body body =
        body(
            node.body(),
            CONTROL.get(iterator),
            false,
            () -> {
              in.names.define(target.id(), variable);
              carries.addAll(carry(carriedNames, bounds.initial(), carriedNode));
            });
    if (carriedNames.size() == bounds.initial().size()) {
      reportHidden(before, carries, node);
    }
    List<Var> results = results(body.yielded(), carriedNames, carries, node);
    emit(node, variable, bounds, carries, body.statements(), results, iterator);
    if (!body.yielded().isEmpty()) {
      results.forEach(r -> in.names.define(r.name(), r));
    }
  }

  /**
   * A lowered loop body.
   *
   * @param yielded the names that take yielded values, in order
   */
  private record Body(List<Stmt> statements, List<String> yielded) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Lowers a loop body in a scope of its own; {@code leaks} hands its names outward unless it
   * yields values.
   */
  private Body body(
      List<dev.orchlens.syntax.Stmt> body,
      Nesting.LoopKind kind,
      boolean leaks,
      Runnable bindHeader) {
    return in.yields.gathering(
        () ->
            in.names.scoped(
                () -> {
                  bindHeader.run();
                  List<Stmt> statements =
                      in.nesting.inLoop(kind, () -> in.blocks.of(() -> in.lowerAll(body)));
                  return new Body(statements, in.yields.names());
                },
                lowered -> leaks && lowered.yielded().isEmpty()));
  }

  /**
   * Reports at the head of the function that the body of a loop which carries values has a mistake:
   * the reference stops there before it knows the loop's results, and that is what it reports.
   *
   * @param before how many problems there were before the body
   */
  private void reportHidden(int before, List<Carry> carries, Node loop) {
    if (!carries.isEmpty() && in.problems.hasErrorsSince(before)) {
      in.errorOfFunction(
          Code.LOOP_YIELD_COUNT,
          loop,
          "A loop with init_values has a mistake in its body. The compiler reports it here, as a"
              + " loop that carries "
              + carries.size()
              + (carries.size() == 1 ? " value" : " values")
              + " but gives no results.");
    }
  }

  private List<Carry> carry(List<String> names, List<Expr> initial, Node node) {
    List<Carry> carries = new ArrayList<>();
    for (int i = 0; i < Math.min(names.size(), initial.size()); i++) {
      Var variable = in.carriedVariable(names.get(i), initial.get(i).type(), in.at(node));
      in.names.define(names.get(i), variable);
      carries.add(new Carry(variable, initial.get(i)));
    }
    return carries;
  }

  private List<String> carriedNames(Node node, int count) {
    List<String> names = new ArrayList<>();
    if (!(node instanceof TupleExpr tuple)) {
      in.error(
          Code.LOOP_TARGET,
          node,
          "The carried names stand in parentheses, also a single one: (value,).");
      if (node instanceof Name name) {
        names.add(name.id());
      }
    } else {
      for (var element : tuple.elements()) {
        if (element instanceof Name name) {
          names.add(name.id());
        } else {
          in.error(Code.LOOP_TARGET, element, "A carried value is bound to a plain name.");
        }
      }
      if (tuple.elements().size() != count) {
        in.error(
            Code.LOOP_INIT_VALUES,
            node,
            "The loop carries "
                + tuple.elements().size()
                + " names, but init_values has "
                + count
                + (count == 1 ? " value." : " values."));
      }
    }
    return names;
  }

  private List<Var> results(
      List<String> yielded, List<String> carriedNames, List<Carry> carries, Node node) {
    List<String> names =
        yielded.isEmpty()
            ? carriedNames.stream().limit(carries.size()).map(n -> n + "_out").toList()
            : yielded;
    if (names.size() != carries.size()) {
      in.errorOfFunction(
          Code.LOOP_YIELD_COUNT,
          node,
          "The loop carries "
              + carries.size()
              + (carries.size() == 1 ? " value" : " values")
              + ", but its body yields "
              + names.size()
              + ".");
    }
    List<Var> results = new ArrayList<>();
    Origin origin = in.at(Syntax.head(node));
    for (int i = 0; i < Math.min(names.size(), carries.size()); i++) {
      results.add(new Var(names.get(i), carries.get(i).var().type(), origin));
    }
    return results;
  }

  private void emit(
      For node,
      Var variable,
      LoopBounds bounds,
      List<Carry> carries,
      List<Stmt> body,
      List<Var> results,
      String iterator) {
    in.blocks.emit(
        new Stmt.For(
            variable,
            bounds.start(),
            bounds.stop(),
            bounds.step(),
            carries,
            body,
            results,
            KINDS.get(iterator),
            new LoopAttrs(bounds.stages(), List.of()),
            in.at(node.header())));
  }

  /**
   * Makes the loop's variable: INDEX, unless a bound is a constant of another type; INT64 alone
   * counts, beside INDEX it does not.
   */
  private Var loopVariable(Name target, LoopBounds bounds) {
    DataType type = DataType.INDEX;
    boolean index = false;
    boolean wide = false;
    for (Expr bound : List.of(bounds.start(), bounds.stop(), bounds.step())) {
      if (bound instanceof Expr.ConstInt c) {
        index |= c.dtype() == DataType.INDEX;
        wide |= c.dtype() == DataType.INT64;
        if (c.dtype() != DataType.INDEX && c.dtype() != DataType.INT64) {
          type = c.dtype();
          break;
        }
      }
    }
    if (type == DataType.INDEX && wide && !index) {
      type = DataType.INT64;
    }
    return new Var(target.id(), new Type.Scalar(type), in.at(target));
  }

  /** Lowers {@code while condition:}, whose names stay bound behind it. */
  void whileLoop(While node) {
    Expr condition = in.expressions.lower(node.test());
    in.expressions.requireBool(condition, "while", node);
    List<Stmt> body =
        in.nesting.inLoop(
            Nesting.LoopKind.WHILE, () -> in.scoped(true, () -> in.lowerAll(node.body())));
    in.blocks.emit(new Stmt.While(condition, List.of(), body, List.of(), in.at(node.header())));
  }

  /**
   * Lowers {@code for (x,) in pl.while_(init_values=(...,))}, whose first statement is its
   * condition.
   */
  private void whileForm(For node, Call call) {
    if (!call.arguments().isEmpty()) {
      in.error(
          Code.LOOP_BOUNDS,
          call,
          "pl.while_ takes no bounds: its first statement, pl.cond(condition), ends it.");
    }
    List<Expr> initial =
        call.keyword("init_values").map(k -> headers.initialValues(k.value())).orElse(List.of());
    if (initial.isEmpty()) {
      in.error(
          Code.LOOP_INIT_VALUES,
          call,
          "pl.while_ needs the values it starts with: for (x,) in pl.while_(init_values=(x0,)).");
    }
    requireYieldTargets(node.body(), true);
    List<String> carriedNames =
        initial.isEmpty() ? List.of() : whileTarget(node.target(), initial.size());
    int before = in.problems.count();
    Optional<ExprStmt> condition = condition(node);
    List<Carry> carries = new ArrayList<>();
    List<Expr> lowered = new ArrayList<>();
    Body body =
        body(
            node.body().stream().filter(statement -> !isCondition(statement)).toList(),
            Nesting.LoopKind.WHILE,
            false,
            () -> {
              carries.addAll(carry(carriedNames, initial, node.target()));
              if (initial.isEmpty()) {
                defineUnknown(node.target());
              }
              condition.ifPresent(c -> lowered.add(whileCondition(c)));
            });
    condition.ifPresent(_ -> reportHidden(before, carries, node));
    List<Var> results =
        initial.isEmpty() ? List.of() : results(body.yielded(), carriedNames, carries, node);
    Expr test =
        lowered.isEmpty()
            ? new Expr.Unknown("the condition is missing", Type.BOOL, in.at(call))
            : lowered.getFirst();
    in.blocks.emit(new Stmt.While(test, carries, body.statements(), results, in.at(node.header())));
    if (!body.yielded().isEmpty()) {
      results.forEach(r -> in.names.define(r.name(), r));
    }
  }

  private void defineUnknown(Node target) {
    switch (target) {
      case Name name ->
          in.names.define(name.id(), in.unknown(name, "the loop has no initial values"));
      case TupleExpr tuple -> tuple.elements().forEach(this::defineUnknown);
      default -> {}
    }
  }

  private List<String> whileTarget(Node target, int count) {
    if (target instanceof TupleExpr) {
      return carriedNames(target, count);
    }
    in.error(
        Code.LOOP_TARGET,
        target,
        "The target of pl.while_ is a tuple, also for one value: for (x,) in " + "pl.while_(...).");
    return target instanceof Name name ? List.of(name.id()) : List.of();
  }

  private Expr whileCondition(ExprStmt statement) {
    return in.inStatement(
        Optional.of(statement.range()), () -> whileCondition((Call) statement.value()));
  }

  private Expr whileCondition(Call call) {
    if (call.arguments().size() != 1) {
      in.error(Code.LOOP_CONDITION, call, "pl.cond takes one condition.");
      return new Expr.Unknown("the condition is missing", Type.BOOL, in.at(call));
    }
    Expr condition = in.expressions.lower(call.arguments().getFirst());
    in.expressions.requireBool(condition, "while", call);
    return condition;
  }

  private static boolean isCondition(dev.orchlens.syntax.Stmt statement) {
    return statement instanceof ExprStmt(var _, var value) && Syntax.isCallNamed(value, "cond");
  }

  private Optional<ExprStmt> condition(For node) {
    Optional<ExprStmt> found = Optional.empty();
    boolean misplaced = false;
    for (int i = 0; i < node.body().size(); i++) {
      if (isCondition(node.body().get(i))) {
        if (i == 0) {
          found = Optional.of((ExprStmt) node.body().get(i));
        } else {
          misplaced = true;
          in.error(
              Code.LOOP_CONDITION,
              node.body().get(i),
              "pl.cond may only be the first statement of a pl.while_ loop.");
        }
      }
    }
    if (found.isEmpty() && !misplaced) {
      in.error(
          Code.LOOP_CONDITION,
          node.body().isEmpty() ? node : node.body().getFirst(),
          "The first statement of a pl.while_ loop is its condition: pl.cond(x < n).");
    }
    return found;
  }

  private void requireYieldTargets(List<dev.orchlens.syntax.Stmt> body, boolean carries) {
    if (carries) {
      bareYield(body)
          .ifPresent(
              y ->
                  in.error(
                      Code.LOOP_YIELD_TARGET,
                      y,
                      "A loop that carries values names them when it yields: x = pl.yield_(...)."
                          + " Behind the loop, x is the last value."));
    }
  }

  private static Optional<ExprStmt> bareYield(List<dev.orchlens.syntax.Stmt> body) {
    for (var statement : body) {
      Optional<ExprStmt> found =
          switch (statement) {
            case ExprStmt e when Syntax.isCallNamed(e.value(), "yield_") -> Optional.of(e);
            case If branch -> bareYield(branch.body()).or(() -> bareYield(branch.orElse()));
            case With region -> bareYield(region.body());
            default -> Optional.empty();
          };
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
