package dev.orchlens.analysis;

import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.device.FunctionBudget;
import dev.orchlens.ir.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The C++ of one program: what the code generator makes of each Orchestration function, by its
 * name. It is written behind the first answer about an edit, or when somebody asks for it; whoever
 * wants it meanwhile waits. Safe for use by several threads.
 */
public final class ProgramCode {
  private final Later<Written> functions;
  private final Optional<Problem> onDefect;

  /**
   * What was written.
   *
   * @param code what the code generator makes of each function
   * @param budgets what each of those with code takes of the runtime
   */
  record Written(Map<String, CodegenOutcome> code, Map<String, FunctionBudget> budgets) {
    private Stream<Problem> problems() {
      return Stream.concat(
          code.values().stream().flatMap(function -> function.problems().stream()),
          budgets.values().stream().flatMap(function -> function.problems().stream()));
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

  /**
   * Makes C++ that is not written yet.
   *
   * @param onDefect what the user learns where a fault of ours is met
   * @param source writes it. It calls what it is given again and again, which throws when nobody
   *     wants the C++ any more
   */
  ProgramCode(Optional<Problem> onDefect, Function<Runnable, Written> source) {
    this.functions = new Later<>(new Written(Map.of(), Map.of()), source);
    this.onDefect = onDefect;
  }

  /** Returns whether it is written, or was tried to be. */
  public boolean isKnown() {
    return functions.isKnown();
  }

  /** Returns what is written; nothing before that, or where a fault of ours was met. */
  public Map<String, CodegenOutcome> known() {
    return functions.value().code();
  }

  /** Returns what each function takes of the runtime; nothing before the C++ is written. */
  Map<String, FunctionBudget> budgets() {
    return functions.value().budgets();
  }

  /** Returns what the user should know of what is written. */
  public List<Problem> problems() {
    return defect().isPresent()
        ? onDefect.stream().toList()
        : functions.value().problems().toList();
  }

  /** Returns the fault of ours that was met; it costs the C++ of this program and no other. */
  Optional<Throwable> defect() {
    return functions.defect();
  }

  /**
   * Writes it unless that is done, and returns it.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile; the
   *     next one who wants it begins anew
   */
  Map<String, CodegenOutcome> write(Runnable checkpoint) {
    return functions.workOut(checkpoint).code();
  }
}
