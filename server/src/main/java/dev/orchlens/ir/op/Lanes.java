package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Type;
import java.util.Optional;

/** Decides which core runs a call (reference: docs/en/dev/passes/expand_mixed_kernel). */
final class Lanes {
  private Lanes() {}

  /** Returns CUBE, VECTOR, SHARED, MIXED or CONSUMER. */
  static Lane of(Operator operator, Expr.Invocation call) {
    return switch (operator.lane()) {
      case CUBE, VECTOR, SHARED, MIXED, CONSUMER -> operator.lane();
      case TARGET_MEMORY -> target(call).map(Lanes::side).orElse(Lane.VECTOR);
      case OPERAND -> source(call).map(Lanes::side).orElse(Lane.SHARED);
      case MOVE -> move(call);
      case CORE_TYPE -> coreType(call);
    };
  }

  private static Lane side(MemorySpace space) {
    return space == MemorySpace.Vec || space == MemorySpace.DDR ? Lane.VECTOR : Lane.CUBE;
  }

  private static Lane move(Expr.Invocation call) {
    Lane from = source(call).map(Lanes::side).orElse(Lane.VECTOR);
    Lane to = target(call).map(Lanes::side).orElse(from);
    return from == to ? from : Lane.MIXED;
  }

  private static Lane coreType(Expr.Invocation call) {
    return switch (text(call, "core_type").orElse("mix")) {
      case "aic_only", "aic" -> Lane.CUBE;
      case "aiv_only", "aiv" -> Lane.VECTOR;
      default -> Lane.SHARED;
    };
  }

  private static Optional<String> text(Expr.Invocation call, String key) {
    return call.kwargs()
        .get(key)
        .filter(Attr.Text.class::isInstance)
        .map(a -> ((Attr.Text) a).value());
  }

  private static Optional<MemorySpace> target(Expr.Invocation call) {
    Optional<String> name = text(call, "target_memory").or(() -> text(call, "space"));
    return name.map(n -> MemorySpace.valueOf(n.substring(n.lastIndexOf('.') + 1)));
  }

  private static Optional<MemorySpace> source(Expr.Invocation call) {
    for (Expr arg : call.args()) {
      if (arg.type() instanceof Type.Tile tile) {
        return tile.space();
      }
    }
    return Optional.empty();
  }
}
