package dev.orchlens.order;

import dev.orchlens.ir.Origin;

/** What can be ordered: a task, a barrier, or an access of the orchestrator itself. */
public sealed interface OrderNode {
  /** Returns the source of it. */
  Origin origin();

  /** Returns how messages call it. */
  String name();

  /**
   * A task launch.
   *
   * @param id the number that the facts give it: 0-based, in program order of the function
   * @param callee the function launched
   */
  record Task(int id, String callee, Origin origin) implements OrderNode {
    @Override
    public String name() {
      return callee;
    }
  }

  /**
   * A task without a kernel.
   *
   * @param id the number that the facts give it: 0-based, in program order of the function
   */
  record Barrier(int id, Origin origin) implements OrderNode {
    @Override
    public String name() {
      return "barrier " + id;
    }
  }

  /**
   * A read or write of the orchestrator.
   *
   * @param id 0-based, in program order of the function
   * @param writes whether it is a write
   */
  record HostAccess(int id, boolean writes, Origin origin) implements OrderNode {
    @Override
    public String name() {
      return writes ? "pl.write" : "pl.read";
    }
  }
}
