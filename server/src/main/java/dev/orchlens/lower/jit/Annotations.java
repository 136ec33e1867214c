package dev.orchlens.lower.jit;

import dev.orchlens.ir.DataType;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** Reads the annotations of parameters: how they are written, and what they come to. */
final class Annotations {
  private static final Set<String> TENSORS = Set.of("Tensor", "DistributedTensor");

  /** What a parameter is by how its annotation is written. */
  sealed interface Written {
    /** A tensor, read, written ({@code pl.Out}) or both ({@code pl.InOut}). */
    record Tensor(Optional<String> wrapper, boolean distributed) implements Written {}

    /** A scalar of the element type that an expression names. */
    record Scalar(Expr dtype) implements Written {}

    /** Anything else. */
    record Other() implements Written {}
  }

  /**
   * A tensor type that an annotation comes to.
   *
   * @param meta its shape, element type and layout
   * @param view whether it has a view where a layout may stand
   */
  record TensorType(TensorMeta meta, boolean view) {}

  private Annotations() {}

  /** Returns what a parameter is by how its annotation is written. */
  static Written written(Part.Parameter parameter) {
    Expr node = parameter.annotation().orElse(null);
    if (node instanceof Expr.Subscript(_, Expr outer, Expr inner)) {
      String name = lastName(outer);
      boolean wrapper = name.equals("Out") || name.equals("InOut");
      if (wrapper && isTensor(inner)) {
        return new Written.Tensor(Optional.of(name), isDistributed(inner));
      }
      if (name.equals("Scalar")) {
        return new Written.Scalar(inner);
      }
    }
    if (node != null && isTensor(node)) {
      return new Written.Tensor(Optional.empty(), isDistributed(node));
    }
    boolean dtype =
        (node instanceof Expr.Name || node instanceof Expr.Attribute)
            && DataType.ofName(lastName(node)).isPresent();
    return dtype
        ? new Written.Scalar(Trees.path(node.range(), "pl." + lastName(node)))
        : new Written.Other();
  }

  private static boolean isTensor(Expr node) {
    return TENSORS.contains(lastName(node instanceof Expr.Subscript s ? s.value() : node));
  }

  private static boolean isDistributed(Expr node) {
    return lastName(node instanceof Expr.Subscript s ? s.value() : node)
        .equals("DistributedTensor");
  }

  /** Returns the last part of a dotted name. */
  static String lastName(Expr node) {
    return switch (node) {
      case Expr.Name name -> name.id();
      case Expr.Attribute attribute -> attribute.name().text();
      default -> "";
    };
  }

  /** Returns a value without {@code pl.Out[...]} or {@code pl.InOut[...]} around it. */
  static Value unwrapped(Value value) {
    return value instanceof LanguageObject.Indexed(LanguageObject.Name base, Value inner)
            && Set.of("Out", "InOut").contains(base.simpleName())
        ? inner
        : value;
  }

  /** Returns whether the annotation of a parameter is written as a tensor without shape. */
  static boolean isBareTensor(Part.Parameter parameter) {
    Expr node = parameter.annotation().orElse(null);
    Expr inner =
        node instanceof Expr.Subscript(_, Expr outer, Expr index)
                && Set.of("Out", "InOut").contains(lastName(outer))
            ? index
            : node;
    return inner != null && !(inner instanceof Expr.Subscript) && TENSORS.contains(lastName(inner));
  }

  /** Returns whether a value is a tensor type without shape. */
  static boolean isBareTensor(Value value) {
    return unwrapped(value) instanceof LanguageObject.Name name
        && TENSORS.contains(name.simpleName());
  }

  /** Returns whether a value is the type of a scalar. */
  static boolean isScalar(Value value) {
    return switch (unwrapped(value)) {
      case LanguageObject.Indexed(LanguageObject.Name base, _) ->
          base.simpleName().equals("Scalar");
      case LanguageObject.Name name -> DataType.ofName(name.simpleName()).isPresent();
      default -> false;
    };
  }

  /**
   * Returns the tensor type that a value is.
   *
   * @param names gives a dimension whose extent cannot be known a name
   */
  static Optional<TensorType> tensor(Value value, IntFunction<String> names) {
    if (!(unwrapped(value)
            instanceof LanguageObject.Indexed(LanguageObject.Name base, TupleValue parts))
        || !TENSORS.contains(base.simpleName())
        || parts.elements().size() < 2
        || !(parts.elements().getFirst() instanceof SequenceValue shape)) {
      return Optional.empty();
    }
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      dims.add(dim(shape.get(i), names.apply(i)));
    }
    Value third = parts.elements().size() > 2 ? parts.elements().get(2) : null;
    Optional<String> layout =
        third instanceof LanguageObject.Name name
            ? Optional.of(name.simpleName())
            : Optional.empty();
    boolean view = third instanceof LanguageObject.Call call && isNamed(call, "TensorView");
    return Optional.of(new TensorType(new TensorMeta(dims, parts.elements().get(1), layout), view));
  }

  private static boolean isNamed(LanguageObject.Call call, String name) {
    return call.callee() instanceof LanguageObject.Name callee && callee.simpleName().equals(name);
  }

  private static Dim dim(Value value, String unknown) {
    return switch (value) {
      case IntValue number when number.asLong().isPresent() ->
          new Dim.Static(number.asLong().getAsLong());
      case LanguageObject.DynamicDim symbol -> new Dim.Dynamic(symbol.name(), symbol.name());
      case UnknownValue _ -> new Dim.Dynamic(unknown, unknown);
      default -> new Dim.Dynamic(unknown, unknown);
    };
  }

  /** Returns why a value is unknown. */
  static String reason(Value value) {
    return value instanceof UnknownValue(String reason, _) ? reason : "";
  }

  /**
   * Returns whether a value is unknown because evaluating it fails, and not only because nobody can
   * tell it.
   */
  static boolean fails(Value value) {
    return value instanceof UnknownValue(String reason, _)
        && reason.matches("[A-Z]\\w*Error: (?s:.*)");
  }
}
