package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Types the results of a call: the dimensions that the callee's parameters name are what the
 * arguments have in their place (reference: docs/en/dev/ir/07-parser.md, "Cross-Function Calls").
 */
final class CallTypes {
  private final Map<Var, Expr> bindings = new IdentityHashMap<>();
  private final List<Repeated> repeated = new ArrayList<>();

  /** Two extents that one symbol is bound to. */
  private record Repeated(Expr first, Expr second) {}

  private CallTypes() {}

  /**
   * Returns the types of the results, or nothing when two arguments give one dimension different
   * constant extents.
   *
   * @param outputsMayBeMissing whether the call may leave out outputs
   */
  static Optional<List<Type>> results(
      Signature callee, List<Expr> args, List<Type> declared, boolean outputsMayBeMissing) {
    CallTypes types = new CallTypes();
    List<Integer> places = outputsMayBeMissing ? givenParameters(callee, args.size()) : null;
    for (int i = 0; i < args.size(); i++) {
      int place = places == null ? i : places.get(i);
      types.bind(callee.params().get(place).var().type(), args.get(i).type());
    }
    if (types.contradictory()) {
      return Optional.empty();
    }
    return Optional.of(declared.stream().map(types::substitute).toList());
  }

  private void bind(Type pattern, Type value) {
    if (pattern instanceof Type.Shaped p && value instanceof Type.Shaped v) {
      bindAll(p.shape(), v.shape());
      bindAll(valid(p), valid(v));
      if (p instanceof Type.Tensor a
          && v instanceof Type.Tensor b
          && a.view().isPresent()
          && b.view().isPresent()) {
        bindAll(a.view().get().stride(), b.view().get().stride());
      }
    }
  }

  private static List<Expr> valid(Type.Shaped type) {
    List<Expr> written =
        switch (type) {
          case Type.Tensor t -> t.view().map(TensorView::validShape).orElse(List.of());
          case Type.Tile t -> t.validShape();
        };
    return written.isEmpty() ? type.shape() : written;
  }

  private void bindAll(List<Expr> patterns, List<Expr> values) {
    for (int i = 0; i < Math.min(patterns.size(), values.size()); i++) {
      bind(patterns.get(i), values.get(i));
    }
  }

  /** A symbol that the caller uses as well says nothing when it meets itself. */
  private void bind(Expr pattern, Expr value) {
    if (pattern == value) {
      return;
    }
    switch (pattern) {
      case Var symbol -> {
        Expr before = bindings.putIfAbsent(symbol, value);
        if (before != null) {
          repeated.add(new Repeated(before, value));
        }
      }
      case Expr.Binary p when value instanceof Expr.Binary v && p.op() == v.op() -> {
        bind(p.left(), v.left());
        bind(p.right(), v.right());
      }
      default -> {}
    }
  }

  /**
   * Returns whether a symbol stands for two constants at once, which may show only when all symbols
   * are known.
   */
  private boolean contradictory() {
    return repeated.stream()
        .anyMatch(
            r ->
                substitute(r.first()) instanceof Expr.ConstInt a
                    && substitute(r.second()) instanceof Expr.ConstInt b
                    && a.value() != b.value());
  }

  private Type substitute(Type type) {
    return bindings.isEmpty() ? type : TypeExprs.map(type, this::substitute);
  }

  private Expr substitute(Expr expr) {
    return switch (expr) {
      case Var symbol -> bindings.getOrDefault(symbol, symbol);
      case Expr.Binary b ->
          new Expr.Binary(
              b.op(), substitute(b.left()), substitute(b.right()), b.type(), b.origin());
      case Expr.Unary u -> new Expr.Unary(u.op(), substitute(u.operand()), u.type(), u.origin());
      default -> expr;
    };
  }

  /** Returns the parameters that the arguments of a submit stand for when it leaves out outputs. */
  static List<Integer> givenParameters(Signature callee, int given) {
    List<Integer> places = new ArrayList<>();
    int left = given;
    for (int i = 0; i < callee.params().size(); i++) {
      boolean output = callee.params().get(i).direction() != ParamDirection.IN;
      long needed =
          callee.params().subList(i + 1, callee.params().size()).stream()
              .filter(p -> p.direction() == ParamDirection.IN)
              .count();
      if (given < callee.params().size() && output && left <= needed) {
        continue;
      }
      places.add(i);
      left--;
    }
    return places;
  }
}
