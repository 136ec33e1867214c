package dev.orchlens.pass.front;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks that each value which a loop or a branch hands on with {@code pl.yield_} keeps its type,
 * and that the bounds of loops are scalars (reference: docs/en/dev/passes/verifier, "TypeChecked").
 * Dimensions count as equal only where that can be proven, because nothing checks them at run time.
 */
final class HandedOnTypes {
  private final Consumer<Problem> problems;

  private HandedOnTypes(Consumer<Problem> problems) {
    this.problems = problems;
  }

  /** Reports each violation in {@code body}. */
  static void check(List<Stmt> body, Consumer<Problem> problems) {
    Walk.statements(body, new HandedOnTypes(problems)::statement);
  }

  private void statement(Stmt stmt) {
    if (stmt instanceof Stmt.For loop) {
      bound("start", loop.start(), loop);
      bound("stop", loop.stop(), loop);
      bound("step", loop.step(), loop);
    }
    if (stmt instanceof Stmt.Loop loop) {
      carries(loop);
    } else if (stmt instanceof Stmt.If branch) {
      branches(branch);
    }
  }

  private void bound(String name, Expr bound, Stmt.For loop) {
    if (!(bound.type() instanceof Type.Scalar) && !(bound.type() instanceof Type.Unknown)) {
      report(Code.TYPE_LOOP_BOUND, "The " + name + " of this loop is no scalar.", loop.origin());
    }
  }

  private void carries(Stmt.Loop loop) {
    Optional<Stmt.Yield> yield = Bodies.trailingYield(loop.body());
    if (yield.isEmpty() || loop.carries().size() != yield.get().values().size()) {
      return;
    }
    for (int i = 0; i < loop.carries().size(); i++) {
      Carry carry = loop.carries().get(i);
      Type handedOn = yield.get().values().get(i).type();
      String what = "The value '" + carry.var().sourceName() + "' that this loop carries ";
      difference(carry.init().type(), carry.var().type())
          .or(() -> difference(carry.var().type(), handedOn))
          .ifPresent(
              d ->
                  report(
                      Code.TYPE_CARRY_CHANGES,
                      what + "changes from one iteration to the next: " + d + ".",
                      loop.origin()));
    }
  }

  private void branches(Stmt.If branch) {
    Optional<Stmt.Yield> then = Bodies.trailingYield(branch.then());
    Optional<Stmt.Yield> otherwise = branch.orElse().flatMap(Bodies::trailingYield);
    int count = branch.results().size();
    if (then.isEmpty()
        || otherwise.isEmpty()
        || then.get().values().size() != count
        || otherwise.get().values().size() != count) {
      return;
    }
    for (int i = 0; i < count; i++) {
      String what =
          "The two branches hand on different things as '"
              + branch.results().get(i).sourceName()
              + "': ";
      difference(then.get().values().get(i).type(), otherwise.get().values().get(i).type())
          .ifPresent(d -> report(Code.TYPE_BRANCHES_DIFFER, what + d + ".", branch.origin()));
    }
  }

  private void report(Code code, String message, Origin at) {
    problems.accept(new Problem(code, message, at));
  }

  /** Returns in what two types differ; nothing when they are the same or one is not known. */
  private static Optional<String> difference(Type a, Type b) {
    return switch (a) {
      case Type.Unknown _ -> Optional.empty();
      case Type _ when b instanceof Type.Unknown -> Optional.empty();
      case Type.Scalar x when b instanceof Type.Scalar y -> dtypes(x, y);
      case Type.Tensor x when b instanceof Type.Tensor y -> shaped(x, y).or(() -> views(x, y));
      case Type.Tile x when b instanceof Type.Tile y ->
          shaped(x, y).or(() -> extents(valid(x), valid(y), "valid region"));
      case Type.Tuple x when b instanceof Type.Tuple y -> tuples(x, y);
      case Type.Array _ when b instanceof Type.Array -> Optional.empty();
      case Type.Opaque _ when b instanceof Type.Opaque -> Optional.empty();
      case Type.None _ when b instanceof Type.None -> Optional.empty();
      case Type _ -> Optional.of("their kinds differ");
    };
  }

  private static Optional<String> dtypes(Type a, Type b) {
    return a.elementType().equals(b.elementType())
        ? Optional.empty()
        : Optional.of(a.elementType().orElseThrow() + " and " + b.elementType().orElseThrow());
  }

  private static Optional<String> tuples(Type.Tuple a, Type.Tuple b) {
    if (a.elements().size() != b.elements().size()) {
      return Optional.of(
          "tuples of " + a.elements().size() + " and " + b.elements().size() + " values");
    }
    for (int i = 0; i < a.elements().size(); i++) {
      Optional<String> difference = difference(a.elements().get(i), b.elements().get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> shaped(Type.Shaped a, Type.Shaped b) {
    return dtypes(a, b).or(() -> extents(a.shape(), b.shape(), "shape"));
  }

  private static Optional<String> views(Type.Tensor a, Type.Tensor b) {
    return extents(valid(a), valid(b), "valid region")
        .or(
            () ->
                pad(a) == pad(b)
                    ? Optional.empty()
                    : Optional.of("paddings " + pad(a) + " and " + pad(b)));
  }

  private static List<Expr> valid(Type.Tensor type) {
    return type.view().map(TensorView::validShape).filter(v -> !v.isEmpty()).orElse(type.shape());
  }

  private static List<Expr> valid(Type.Tile type) {
    return type.validShape().isEmpty() ? type.shape() : type.validShape();
  }

  private static TensorView.Pad pad(Type.Tensor type) {
    return type.view().map(TensorView::pad).orElse(TensorView.Pad.NULL);
  }

  private static Optional<String> extents(List<Expr> a, List<Expr> b, String what) {
    if (a.size() != b.size()) {
      return Optional.of(a.size() + " and " + b.size() + " dimensions");
    }
    for (int i = 0; i < a.size(); i++) {
      if (!Scalars.sameExtent(a.get(i), b.get(i))) {
        return Optional.of("dimension " + i + " of the " + what + " is not provably the same");
      }
    }
    return Optional.empty();
  }
}
