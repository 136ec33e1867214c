package dev.orchlens.device;

import dev.orchlens.ir.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What an Orchestration function takes of the runtime.
 *
 * @param scopes what each of its scopes holds, outer ones before those inside them
 * @param problems what does not fit on any device
 */
public record FunctionBudget(List<ScopeBudget> scopes, List<Problem> problems) {
  public FunctionBudget {
    scopes = List.copyOf(scopes);
    problems = List.copyOf(problems);
  }

  /** Returns the scope that takes the largest share of its ring. */
  public Optional<ScopeBudget> fullest() {
    return scopes.stream().max(Comparator.comparingDouble(ScopeBudget::share));
  }
}
