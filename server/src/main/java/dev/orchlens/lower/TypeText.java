package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Type;
import java.util.List;
import java.util.stream.Collectors;

/** Writes types for messages the way a program would. */
final class TypeText {
  private TypeText() {}

  /** Returns the type as it would be annotated. */
  static String of(Type type) {
    return switch (type) {
      case Type.Unknown _ -> "of unknown type";
      case Type.None _ -> "no value";
      default -> Printer.print(type);
    };
  }

  /** Returns what sort of value a type describes, as the subject or object of a sentence. */
  static String kind(Type type) {
    return switch (type) {
      case Type.Scalar s -> s.isTaskId() ? "a TaskId" : "a scalar";
      case Type.Tensor _ -> "a tensor";
      case Type.Tile _ -> "a tile";
      case Type.Array a -> a.isTaskIdArray() ? "an array of TaskIds" : "an array";
      case Type.Tuple _ -> "a tuple";
      case Type.Opaque o -> "a " + o.name();
      case Type.Unknown _ -> "a value of unknown type";
      case Type.None _ -> "no value";
    };
  }

  /** Returns a shape in brackets. */
  static String shape(List<Expr> shape) {
    return shape.stream().map(Printer::print).collect(Collectors.joining(", ", "[", "]"));
  }
}
