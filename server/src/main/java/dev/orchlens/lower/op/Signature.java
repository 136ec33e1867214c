package dev.orchlens.lower.op;

import dev.orchlens.ir.op.Effect;
import dev.orchlens.ir.op.Operator;
import java.util.List;
import java.util.Optional;

/**
 * One way to call an operator, as who writes a program needs it (reference:
 * docs/en/user/ops/01-catalog.md).
 *
 * @param name what the program writes: {@code pl.add}
 * @param parameters its parameters, in order
 * @param operator the operator of the IR that it builds; nothing for arithmetic on scalars
 */
public record Signature(String name, List<Named> parameters, Optional<Operator> operator) {
  public Signature {
    parameters = List.copyOf(parameters);
  }

  /**
   * A parameter.
   *
   * @param name the name that a keyword argument uses
   * @param accepts what it accepts, as messages say it: {@code a tensor}
   * @param required whether a call must pass it
   * @param keywordOnly whether it can be passed by its name alone
   * @param effect what becomes of the memory that it stands for
   */
  public record Named(
      String name, String accepts, boolean required, boolean keywordOnly, Effect effect) {}

  static Signature of(String name, Form form, Optional<Operator> operator) {
    return new Signature(
        name,
        form.parameters().stream()
            .map(
                p ->
                    new Named(
                        p.name(),
                        p.choices().isEmpty() ? p.kind().noun() : String.join(" or ", p.choices()),
                        p.required(),
                        p.keywordOnly(),
                        effect(form, operator, p.name())))
            .toList(),
        operator);
  }

  private static Effect effect(Form form, Optional<Operator> operator, String parameter) {
    for (int i = 0; i < form.arguments().size(); i++) {
      int place = i;
      if (form.arguments().get(i).parameter().equals(parameter)) {
        return operator
            .map(Operator::arguments)
            .filter(arguments -> place < arguments.size())
            .map(arguments -> arguments.get(place).effect())
            .orElse(Effect.NONE);
      }
    }
    return Effect.NONE;
  }
}
