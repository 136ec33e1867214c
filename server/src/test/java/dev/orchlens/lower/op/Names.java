package dev.orchlens.lower.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variables of a test, one declared a line: {@code x, y: FP32[16, n]}, {@code tile FP32[16, 16]
 * in Vec}, {@code window FP32[8]}, {@code TASK_ID x 8}, {@code INDEX} or the name of a handle. A
 * dimension is a number or a variable declared before.
 */
final class Names {
  private Names() {}

  /** Returns the declared variables by name. */
  static Map<String, Var> of(String declarations) {
    Map<String, Var> names = new LinkedHashMap<>();
    for (String line : declarations.strip().split("\n")) {
      String[] halves = line.split(":", 2);
      for (String name : halves[0].split(",")) {
        names.put(
            name.strip(), new Var(name.strip(), type(halves[1].strip(), names), Origin.none()));
      }
    }
    return names;
  }

  private static Type type(String text, Map<String, Var> names) {
    if (text.startsWith("tile ")) {
      String[] parts = text.substring(5).split(" in ");
      Type.Tensor shaped = (Type.Tensor) type(parts[0], names);
      Optional<MemorySpace> space =
          parts.length == 1 ? Optional.empty() : Optional.of(MemorySpace.valueOf(parts[1]));
      return new Type.Tile(shaped.shape(), shaped.dtype(), List.of(), space);
    }
    if (text.startsWith("window ")) {
      Type.Tensor local = (Type.Tensor) type(text.substring(7), names);
      return new Type.Tensor(
          local.shape(), local.dtype(), Optional.empty(), Optional.empty(), true);
    }
    if (text.contains(" x ")) {
      String[] parts = text.split(" x ");
      return new Type.Array(DataType.valueOf(parts[0]), Long.parseLong(parts[1]));
    }
    int open = text.indexOf('[');
    if (open < 0) {
      return DataType.ofName(text).<Type>map(Type.Scalar::new).orElse(new Type.Opaque(text));
    }
    List<Expr> shape =
        Arrays.stream(text.substring(open + 1, text.length() - 1).split(","))
            .map(String::strip)
            .<Expr>map(d -> names.containsKey(d) ? names.get(d) : extent(d))
            .toList();
    return Type.Tensor.of(shape, DataType.valueOf(text.substring(0, open)));
  }

  private static Expr extent(String digits) {
    return new Expr.ConstInt(Long.parseLong(digits), DataType.INDEX, Origin.none());
  }
}
