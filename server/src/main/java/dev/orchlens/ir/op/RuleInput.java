package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Optional;

/**
 * What a result rule looks at.
 *
 * @param operator the operator of the call
 * @param args the arguments as the call will hold them
 * @param kwargs the keyword values as the call will hold them
 */
record RuleInput(Operator operator, List<Expr> args, Kwargs kwargs) {

  /** Returns the type of argument {@code index}. */
  Type type(int index) {
    return args.get(index).type();
  }

  /** Returns argument {@code index} as a tensor or tile, or fails. */
  Type.Shaped shaped(int index) {
    return switch (type(index)) {
      case Type.Shaped s -> s;
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      default ->
          throw new RuleFailure(
              Code.OP_WRONG_KIND, "argument " + (index + 1) + " must be a tensor or a tile");
    };
  }

  /** Returns argument {@code index} as a tensor, or fails. */
  Type.Tensor tensor(int index) {
    return switch (type(index)) {
      case Type.Tensor t -> t;
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      default ->
          throw new RuleFailure(
              Code.OP_WRONG_KIND, "argument " + (index + 1) + " must be a tensor");
    };
  }

  /** Returns argument {@code index} as a tile, or fails. */
  Type.Tile tile(int index) {
    return switch (type(index)) {
      case Type.Tile t -> t;
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      default ->
          throw new RuleFailure(Code.OP_WRONG_KIND, "argument " + (index + 1) + " must be a tile");
    };
  }

  /** Returns the elements of the tuple that argument {@code index} is. */
  List<Expr> elements(int index) {
    return switch (args.get(index)) {
      case Expr.MakeTuple t -> t.elements();
      default ->
          throw new RuleFailure(
              Code.OP_WRONG_KIND, "argument " + (index + 1) + " must be written as a list");
    };
  }

  /** Returns the elements of an optional tuple; empty without one. */
  List<Expr> elementsIfAny(int index) {
    return index < args.size() ? elements(index) : List.of();
  }

  /** Returns the dtype that keyword {@code key} holds. */
  Optional<DataType> dtype(String key) {
    return kwargs.get(key).filter(Attr.DType.class::isInstance).map(a -> ((Attr.DType) a).value());
  }

  /** Returns the integer that keyword {@code key} holds. */
  Optional<Long> integer(String key) {
    return kwargs.get(key).filter(Attr.Int.class::isInstance).map(a -> ((Attr.Int) a).value());
  }

  /** Returns the name that keyword {@code key} holds. */
  Optional<String> text(String key) {
    return kwargs.get(key).filter(Attr.Text.class::isInstance).map(a -> ((Attr.Text) a).value());
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
