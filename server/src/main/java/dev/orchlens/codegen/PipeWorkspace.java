package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Walk;
import dev.orchlens.rule.Code;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The size of the buffer in global memory behind the pipes between the cube half and the vector
 * half of a mixed kernel (reference: docs/en/dev/codegen/00-pto_codegen.md, the layout of
 * cross-core pipes).
 */
final class PipeWorkspace {
  private static final int BYTES_PER_ELEMENT = 4;
  private static final int CUBE_TO_VECTOR = 1;
  private static final int VECTOR_TO_CUBE = 2;
  private static final int BOTH_WAYS = CUBE_TO_VECTOR | VECTOR_TO_CUBE;
  private static final int SLOTS_ONE_WAY = 8;
  private static final int SLOTS_BOTH_WAYS = 4;

  /** A pipe by its number and its direction. */
  private record Pipe(long id, long directions) {}

  /** The slots of a pipe. */
  private record Ring(long slots, long slotBytes) {}

  private final Callees callees;
  private final Map<String, Long> sizes = new HashMap<>();

  PipeWorkspace(Callees callees) {
    this.callees = callees;
  }

  /**
   * Returns the 32-bit elements that the pipes of a function, and of what it calls, take for one
   * block.
   */
  long elements(Function function) {
    Long known = sizes.get(function.name());
    if (known != null) {
      return known;
    }
    Map<Pipe, Ring> pipes = new HashMap<>();
    collect(function, pipes, new HashSet<>());
    long bytes = 0;
    for (Map.Entry<Pipe, Ring> entry : pipes.entrySet()) {
      long rings = entry.getKey().directions == BOTH_WAYS ? 2 : 1;
      bytes += rings * entry.getValue().slots * entry.getValue().slotBytes;
    }
    long elements = (bytes + BYTES_PER_ELEMENT - 1) / BYTES_PER_ELEMENT;
    sizes.put(function.name(), elements);
    return elements;
  }

  private void collect(Function function, Map<Pipe, Ring> pipes, Set<String> seen) {
    if (!seen.add(function.name())) {
      return;
    }
    Walk.statements(
        function.body(),
        stmt ->
            Calls.of(stmt)
                .ifPresent(
                    call -> {
                      if (isInitialization(call)) {
                        initialize(call, pipes);
                      } else {
                        callees.of(call.callee()).ifPresent(callee -> collect(callee, pipes, seen));
                      }
                    }));
  }

  private static boolean isInitialization(Expr.Invocation call) {
    return call.isOp(Ops.SYSTEM_AIC_INITIALIZE_PIPE) || call.isOp(Ops.SYSTEM_AIV_INITIALIZE_PIPE);
  }

  private static void initialize(Expr.Invocation call, Map<Pipe, Ring> pipes) {
    long directions = number(call, "dir_mask");
    long slotBytes = number(call, "slot_size");
    if (directions <= 0 || slotBytes <= 0) {
      return;
    }
    if (directions > BOTH_WAYS) {
      throw Failures.internal(
          "a pipe between cores has the unknown direction " + directions + ".", call.origin());
    }
    long slots = number(call, "slot_num");
    long implied = directions == BOTH_WAYS ? SLOTS_BOTH_WAYS : SLOTS_ONE_WAY;
    Ring ring = new Ring(slots > 0 ? slots : implied, slotBytes);
    Ring earlier = pipes.putIfAbsent(new Pipe(number(call, "id"), directions), ring);
    if (earlier != null && !earlier.equals(ring)) {
      throw Failures.rule(
          Code.CODEGEN_PIPE_SIZE,
          "The two halves of the kernel disagree on pipe "
              + number(call, "id")
              + ": "
              + earlier.slots
              + " slots of "
              + earlier.slotBytes
              + " bytes in one, "
              + ring.slots
              + " of "
              + ring.slotBytes
              + " in the other.",
          call.origin());
    }
  }

  private static long number(Expr.Invocation call, String key) {
    return call.kwargs().get(key).orElse(null) instanceof Attr.Int(long value) ? value : 0;
  }
}
