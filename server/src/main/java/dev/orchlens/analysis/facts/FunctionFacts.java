package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import java.util.List;

/**
 * The facts of one Orchestration function of the final program.
 *
 * @param function the function they were read off
 * @param tasks every launch, in program order
 * @param barriers every dependency-only task, in program order
 * @param tree the launches inside their control flow
 */
public record FunctionFacts(
    Function function, List<TaskFact> tasks, List<Barrier> barriers, List<TreeNode> tree) {
  public FunctionFacts {
    tasks = List.copyOf(tasks);
    barriers = List.copyOf(barriers);
    tree = List.copyOf(tree);
  }

  /**
   * A dependency-only task with what it waits for; {@code inserted} tells whether a pass made it.
   */
  public record Barrier(int id, List<Edge> deps, boolean inserted, Origin origin) {
    public Barrier {
      deps = List.copyOf(deps);
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

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
