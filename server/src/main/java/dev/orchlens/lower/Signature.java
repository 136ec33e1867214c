package dev.orchlens.lower;

import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Type;
import java.util.List;
import java.util.Optional;

/**
 * What a caller must know about a function.
 *
 * @param returnTypes the declared results; empty when none are declared
 * @param derivedReturnTypes the types of the first returned values, for a function that declares no
 *     results
 */
public record Signature(
    String name,
    FunctionType type,
    Optional<Role> role,
    List<Param> params,
    List<Type> returnTypes,
    List<Type> derivedReturnTypes) {
  public Signature {
    params = List.copyOf(params);
    returnTypes = List.copyOf(returnTypes);
    derivedReturnTypes = List.copyOf(derivedReturnTypes);
  }

  /** Returns the declared results or, without any, those that the body returns. */
  public List<Type> effectiveReturnTypes() {
    return returnTypes.isEmpty() ? derivedReturnTypes : returnTypes;
  }

  /**
   * Returns how many parameters a submit must be given: all but the outputs, which the runtime may
   * allocate.
   */
  public int requiredArguments() {
    return (int) params.stream().filter(p -> p.direction() == ParamDirection.IN).count();
  }
}
