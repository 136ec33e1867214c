package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lowers statements and hands each kind to the part that knows it (reference:
 * docs/en/dev/language/01-statements.md). A statement with a mistake is reported and left out, or
 * kept with an unknown value; those around it are lowered.
 */
final class StatementLowering {
  private final FunctionLowering in;
  private final AssignmentLowering assignments;
  private final LoopLowering loops;
  private final BranchLowering branches;
  private final RegionLowering regions;

  private StatementLowering(FunctionLowering in) {
    SpmdLowering spmd = new SpmdLowering(in);
    this.in = in;
    this.assignments = new AssignmentLowering(in);
    this.branches = new BranchLowering(in);
    this.regions = new RegionLowering(in, spmd);
    this.loops = new LoopLowering(in, regions, spmd);
  }

  /** Returns what lowers the statements of a body into the current block of {@code in}. */
  static Consumer<List<dev.orchlens.syntax.Stmt>> of(FunctionLowering in) {
    StatementLowering lowering = new StatementLowering(in);
    return body -> body.forEach(lowering::lower);
  }

  private void lower(dev.orchlens.syntax.Stmt node) {
    in.inStatement(
        Optional.of(Syntax.head(node)),
        () -> {
          statement(node);
          return node;
        });
  }

  private void statement(dev.orchlens.syntax.Stmt node) {
    switch (node) {
      case dev.orchlens.syntax.Stmt.AnnAssign assignment -> assignments.annotated(assignment);
      case dev.orchlens.syntax.Stmt.Assign assignment -> assigned(assignment);
      case dev.orchlens.syntax.Stmt.For loop -> loops.forLoop(loop);
      case dev.orchlens.syntax.Stmt.While loop -> loops.whileLoop(loop);
      case dev.orchlens.syntax.Stmt.If branch -> branches.branch(branch);
      case dev.orchlens.syntax.Stmt.With region -> regions.region(region);
      case dev.orchlens.syntax.Stmt.Return result -> returned(result);
      case dev.orchlens.syntax.Stmt.ExprStmt statement -> evaluated(statement);
      case dev.orchlens.syntax.Stmt.Break control -> loopControl(control, "break");
      case dev.orchlens.syntax.Stmt.Continue control -> loopControl(control, "continue");
      case dev.orchlens.syntax.Stmt.Pass _ -> {}
      case dev.orchlens.syntax.Stmt.ErrorStmt broken -> in.lowerAll(broken.body());
      case dev.orchlens.syntax.Stmt.AugAssign _,
          dev.orchlens.syntax.Stmt.FunctionDef _,
          dev.orchlens.syntax.Stmt.ClassDef _,
          dev.orchlens.syntax.Stmt.Delete _,
          dev.orchlens.syntax.Stmt.TypeAlias _,
          dev.orchlens.syntax.Stmt.Match _,
          dev.orchlens.syntax.Stmt.Raise _,
          dev.orchlens.syntax.Stmt.Try _,
          dev.orchlens.syntax.Stmt.Assert _,
          dev.orchlens.syntax.Stmt.Import _,
          dev.orchlens.syntax.Stmt.ImportFrom _,
          dev.orchlens.syntax.Stmt.Global _,
          dev.orchlens.syntax.Stmt.Nonlocal _ ->
          unsupported(node);
    }
  }

  /**
   * Lowers an assignment; writing a window simplifies arithmetic on offsets, which fails where that
   * divides by 0.
   */
  private void assigned(dev.orchlens.syntax.Stmt.Assign assignment) {
    try {
      assignments.plain(assignment);
    } catch (Rejection rejection) {
      in.problems.add(rejection.problem());
    }
  }

  private void unsupported(dev.orchlens.syntax.Stmt node) {
    String what =
        switch (node) {
          case dev.orchlens.syntax.Stmt.AugAssign assignment ->
              "'"
                  + assignment.operator().symbol()
                  + "=' does not exist in a function of the language; write x = x "
                  + assignment.operator().symbol()
                  + " y.";
          case dev.orchlens.syntax.Stmt.FunctionDef _ ->
              "A function cannot be defined inside a function of the language. Define it outside,"
                  + " with a decorator.";
          case dev.orchlens.syntax.Stmt.Import _, dev.orchlens.syntax.Stmt.ImportFrom _ ->
              "A function of the language cannot import. Import at the top of the file.";
          case dev.orchlens.syntax.Stmt.Assert _ ->
              "'assert' does not exist in a function of the language; pl.static_assert checks"
                  + " constants.";
          default ->
              "This statement does not exist in a function of the language. There are assignments,"
                  + " for and while loops, if, with, return, break, continue and pass.";
        };
    in.problems.error(Code.STATEMENT_UNSUPPORTED, in.at(Syntax.head(node)), what);
  }

  private void returned(dev.orchlens.syntax.Stmt.Return node) {
    if (in.inlines.isExpanding()) {
      node.value().ifPresent(v -> in.inlines.returned(in.expressions.lower(v)));
      return;
    }
    List<Expr> values = new ArrayList<>();
    switch (node.value().orElse(null)) {
      case null -> {}
      case TupleExpr tuple -> tuple.elements().forEach(e -> values.add(in.expressions.lower(e)));
      case dev.orchlens.syntax.Expr value -> values.add(in.expressions.lower(value));
    }
    in.blocks.emit(new Stmt.Return(values, in.at(node)));
  }

  private void evaluated(dev.orchlens.syntax.Stmt.ExprStmt node) {
    var value = node.value();
    if (value instanceof Literal.StringLiteral
        || value instanceof Literal.EllipsisLiteral && isSignatureOnly()) {
      return;
    }
    if (Syntax.isCallNamed(value, "static_print")) {
      staticPrint((Call) value);
    } else if (Syntax.isCallNamed(value, "static_assert")) {
      staticAssert((Call) value);
    } else if (Syntax.isLanguageCall(value, "dump_tag")) {
      dumpTag((Call) value);
    } else if (Syntax.isLanguageCall(value, "func_attr")) {
      in.error(
          Code.FUNCTION_ATTRIBUTE,
          node,
          "pl.func_attr describes the whole function, so it must stand before all other"
              + " statements.");
    } else if (Syntax.isLanguageCall(value, "yield_")) {
      in.operators.yielded((Call) value, List.of());
    } else {
      Expr expr = in.expressions.lower(value);
      if (!(expr instanceof Expr.Unknown)) {
        in.blocks.emit(new Stmt.Eval(expr, in.at(node)));
      }
    }
  }

  private boolean isSignatureOnly() {
    return in.header.attrs().externalSource().isPresent();
  }

  private void loopControl(dev.orchlens.syntax.Stmt node, String keyword) {
    Optional<String> obstacle =
        in.nesting
            .loop()
            .map(
                kind ->
                    switch (kind) {
                      case PARALLEL -> "in a parallel loop, whose iterations have no order";
                      case UNROLL -> "in an unrolled loop, which is no loop any more";
                      case SPLIT_AIV -> "in a pl.split_aiv region, which is no loop";
                      case RANGE, PIPELINE, WHILE -> "";
                    })
            .or(() -> Optional.of("outside of a loop"));
    if (!obstacle.get().isEmpty()) {
      in.error(
          Code.LOOP_CONTROL,
          node,
          "'"
              + keyword
              + "' cannot stand "
              + obstacle.get()
              + ". It works in pl.range and while loops.");
      return;
    }
    in.blocks.emit(
        keyword.equals("break") ? new Stmt.Break(in.at(node)) : new Stmt.Continue(in.at(node)));
  }

  private void staticPrint(Call node) {
    if (node.arguments().isEmpty()) {
      in.error(
          Code.STATEMENT_STATIC_PRINT, node, "pl.static_print needs at least one value to print.");
    }
    for (var argument : node.arguments()) {
      if (argument instanceof Literal.FString text) {
        text.parts().forEach(part -> printedField(part));
      } else if (!(argument instanceof Literal.StringLiteral)) {
        in.expressions.lower(argument);
      }
    }
  }

  private void printedField(Part.FStringPart part) {
    if (!(part instanceof Part.FStringField field)) {
      return;
    }
    if (field.conversion().isPresent() || !field.format().isEmpty()) {
      in.error(
          Code.STATEMENT_STATIC_PRINT,
          field,
          "pl.static_print takes plain {value} fields, without format or " + "conversion.");
    } else {
      in.expressions.lower(field.value());
    }
  }

  private void staticAssert(Call node) {
    if (node.arguments().isEmpty() || node.arguments().size() > 2) {
      in.error(
          Code.STATEMENT_STATIC_ASSERT,
          node,
          "pl.static_assert takes a condition and, if wanted, a message.");
      return;
    }
    String message =
        node.arguments().size() == 2
            ? Syntax.stringLiteral(node.arguments().get(1)).orElse("")
            : "";
    if (node.arguments().size() == 2 && message.isEmpty()) {
      in.error(
          Code.STATEMENT_STATIC_ASSERT,
          node.arguments().get(1),
          "The message of pl.static_assert must be a string.");
    }
    var condition = node.arguments().getFirst();
    Optional<Boolean> holds =
        in.closure().truth(condition).or(() -> constantTruth(in.expressions.lower(condition)));
    String text = "'" + in.origins().quote(condition) + "'";
    if (holds.isEmpty()) {
      in.error(
          Code.STATEMENT_STATIC_ASSERT,
          node,
          "pl.static_assert cannot check " + text + ": it is not known while compiling.");
    } else if (!holds.get()) {
      in.error(
          Code.STATEMENT_STATIC_ASSERT,
          node,
          "The assertion " + text + " does not hold" + (message.isEmpty() ? "." : ": " + message));
    }
  }

  private static Optional<Boolean> constantTruth(Expr expr) {
    return switch (expr) {
      case Expr.ConstBool c -> Optional.of(c.value());
      case Expr.ConstInt c -> Optional.of(c.value() != 0);
      case Expr.ConstFloat c -> Optional.of(c.value() != 0);
      case Expr.Unknown _ -> Optional.of(true);
      default -> Optional.empty();
    };
  }

  private void dumpTag(Call node) {
    FunctionType type = in.header.type();
    if (type != FunctionType.ORCHESTRATION && type != FunctionType.INLINE) {
      in.error(
          Code.DUMP_TAG,
          node,
          "pl.dump_tag marks a tensor for the tasks that an Orchestration function launches; it has"
              + " no meaning in a kernel.");
      return;
    }
    if (node.arguments().size() != 1
        || !node.keywords().isEmpty()
        || !(node.arguments().getFirst() instanceof Name name)) {
      in.error(Code.DUMP_TAG, node, "pl.dump_tag takes the name of one tensor: pl.dump_tag(x).");
      return;
    }
    Optional<Expr> value = in.names.lookup(name.id());
    if (value.filter(FunctionLowering::isUnknown).isPresent()) {
      return;
    }
    if (value.isPresent() && value.get() instanceof Var v && v.type() instanceof Type.Tensor) {
      if (!in.dumpTags.contains(v)) {
        in.dumpTags.add(v);
      }
      return;
    }
    String problem =
        value.isEmpty()
            ? "is not defined at this point"
            : "is " + TypeText.kind(value.get().type()) + ", no tensor";
    in.error(Code.DUMP_TAG, node, "'" + name.id() + "' " + problem + ", so it cannot be dumped.");
  }
}
