package dev.orchlens.codegen.submit;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import java.util.List;
import java.util.Optional;

/** What the generated code hands to the runtime at one place, or a block of such places. */
public sealed interface Submission {

  /** Returns where it comes from. */
  Origin origin();

  /**
   * A call that makes buffers; to the runtime it is a task that is done at once.
   *
   * @param buffers what it makes, at least one
   */
  record Allocation(List<Buffer> buffers) implements Submission {
    public Allocation {
      buffers = List.copyOf(buffers);
    }

    @Override
    public Origin origin() {
      return buffers.getFirst().origin();
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
   * A task.
   *
   * @param launch the launch in the final program
   * @param tensors how many tensors it gets
   * @param scalars how many scalars it gets
   * @param made the outputs among them that the runtime makes for it
   * @param lanes on how many cores of a cluster one block of it runs, 1 to 3
   * @param vector whether it runs on one vector core
   * @param blocks over how many blocks it is launched, where that is said
   * @param together whether all blocks must start together
   */
  record Task(
      Expr.Invocation launch,
      int tensors,
      int scalars,
      List<Buffer> made,
      int lanes,
      boolean vector,
      Optional<Expr> blocks,
      boolean together)
      implements Submission {
    public Task {
      made = List.copyOf(made);
    }

    @Override
    public Origin origin() {
      return launch.origin();
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
   * A task that only waits. It is left out where there is nothing to wait for.
   *
   * @param always whether it is submitted whatever it waits for
   * @param origin where it comes from
   */
  record Barrier(boolean always, Origin origin) implements Submission {}

  /**
   * What a block of the text submits: one iteration of a loop, one side of a branch, or a scope of
   * the runtime. The sides of a branch follow one another.
   *
   * @param owner the statement that it is a body of
   * @param inside what is submitted, in the order of the text
   */
  record Block(Stmt owner, List<Submission> inside) implements Submission {
    public Block {
      inside = List.copyOf(inside);
    }

    @Override
    public Origin origin() {
      return owner.origin();
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
}
