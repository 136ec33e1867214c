package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes branches; every value that they merge is a variable that both assign. */
final class Branches {
  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final CppBlocks blocks;
  private final Yields yields;
  private final Optional<String> firstTensor;

  /** Makes a writer; {@code firstTensor} is the function's first tensor parameter in the text. */
  Branches(
      Emitter emitter,
      Names names,
      ExprText text,
      CppBlocks blocks,
      Yields yields,
      Optional<String> firstTensor) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.blocks = blocks;
    this.yields = yields;
    this.firstTensor = firstTensor;
  }

  /** Writes a branch; {@code body} writes the statements of either side. */
  void emit(Stmt.If branch, Consumer<List<Stmt>> body) {
    String condition = text.of(branch.condition());
    Optional<String> start = firstTensor.or(() -> yielded(branch));
    for (Var result : branch.results()) {
      String name = names.declare(result);
      String type = CppTypes.variable(result.type(), branch.origin());
      if (type.equals(CppTypes.TENSOR)) {
        // A tensor without value is not allowed; the branch that runs replaces this one.
        blocks.declareTensor(
            name,
            start.orElseThrow(
                () ->
                    Failures.internal(
                        "no tensor is known in front of a branch that chooses one.",
                        branch.origin())));
      } else {
        emitter.line(type + " " + name + ";");
      }
    }
    List<Optional<Var>> targets = branch.results().stream().map(Optional::of).toList();
    emitter.line("if (" + condition + ") {");
    emitter.inside(
        branch, () -> blocks.block(() -> yields.into(targets, () -> body.accept(branch.then()))));
    branch
        .orElse()
        .ifPresent(
            orElse -> {
              emitter.line("} else {");
              emitter.inside(
                  branch,
                  () -> blocks.block(() -> yields.into(targets, () -> body.accept(orElse))));
            });
    emitter.line("}");
  }

  /** Returns a tensor that a side yields and that the text knows already. */
  private Optional<String> yielded(Stmt.If branch) {
    return yielded(branch.then()).or(() -> branch.orElse().flatMap(this::yielded));
  }

  private Optional<String> yielded(List<Stmt> body) {
    return lastYield(body)
        .flatMap(
            yield ->
                yield.values().stream()
                    .filter(
                        value ->
                            value.type().isTensor()
                                && value instanceof Var var
                                && names.isNamed(var))
                    .map((Expr value) -> names.tensor(names.of((Var) value)))
                    .findFirst());
  }

  private static Optional<Stmt.Yield> lastYield(List<Stmt> body) {
    return switch (body.isEmpty() ? null : body.getLast()) {
      case Stmt.Yield yield -> Optional.of(yield);
      case Stmt.RuntimeScope scope -> lastYield(scope.body());
      case Stmt.SplitAivScope scope -> lastYield(scope.body());
      case null, default -> Optional.empty();
    };
  }
}
