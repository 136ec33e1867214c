package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Launch;

/**
 * An argument of a launch.
 *
 * @param launch the launch
 * @param index 0-based position
 * @param name the name the user wrote, or "argument N" (1-based) for an expression
 * @param origin the argument in the source, or the call where it has no place of its own
 */
public record Argument(Launch launch, int index, String name, Origin origin) {

  static Argument of(Launch launch, Expr.Invocation call, int index) {
    Expr value = call.args().get(index);
    String name = value instanceof Var v ? v.sourceName() : "argument " + (index + 1);
    return new Argument(launch, index, name, call.argOrigin(index));
  }
}
