package dev.orchlens.device;

/**
 * What the runtime has room for, as its headers say at commit 93adc386; {@code scripts/limits.sh}
 * holds these numbers against a checkout. Of limits that differ between devices the largest is
 * taken, so that what exceeds it fails on all of them.
 */
public final class Limits {
  private Limits() {}

  /** Tensors of a task (src/common/task_interface/arg_direction.h, CORE_MAX_TENSOR_ARGS). */
  public static final int TASK_TENSORS = 32;

  /** Scalars of a task (src/common/task_interface/arg_direction.h, CORE_MAX_SCALAR_ARGS). */
  public static final int TASK_SCALARS = 16;

  /** Tensors of an entry (src/common/task_interface/arg_direction.h, CHIP_MAX_TENSOR_ARGS). */
  public static final int ENTRY_TENSORS = 256;

  /** Scalars of an entry (src/common/task_interface/arg_direction.h, CHIP_MAX_SCALAR_ARGS). */
  public static final int ENTRY_SCALARS = 128;

  /**
   * Rings that tasks and buffers are taken from, one for each depth of scopes; deeper scopes share
   * the last (runtime/pto_runtime2_types.h, PTO2_MAX_RING_DEPTH; docs/MULTI_RING.md, section 2).
   */
  public static final int RINGS = 4;

  /**
   * Slots for tasks in a ring, unless a run is given more (runtime/pto_runtime2_types.h,
   * PTO2_TASK_WINDOW_SIZE).
   */
  public static final int WINDOW = 16_384;

  /**
   * Tasks of open scopes that fit into a ring: one slot stays free (runtime/pto_orchestrator.cpp,
   * check_scope_can_accept_task).
   */
  public static final int TASKS = WINDOW - 1;

  /**
   * Bytes for buffers in a ring, unless a run is given more (runtime/pto_runtime2_types.h,
   * PTO2_HEAP_SIZE).
   */
  public static final long HEAP = 256L * 1024 * 1024;

  /**
   * Bytes that the room of a buffer is a multiple of (runtime/pto_constants.h,
   * PTO2_PACKED_OUTPUT_ALIGN).
   */
  public static final int ALIGNMENT = 1024;

  /**
   * Bytes that a call may reserve together, which the runtime counts in 32 bits
   * (runtime/pto_runtime2_types.h, PTO2OutputLayout.total_output_size).
   */
  public static final long TOGETHER = Integer.MAX_VALUE;

  /**
   * Blocks of a launch, and cores that all of them take together, which the runtime counts in 16
   * bits (runtime/pto_submit_types.h, block_num; runtime/pto_runtime2_types.h,
   * total_required_subtasks).
   */
  public static final int BLOCKS = Short.MAX_VALUE;

  /**
   * Clusters of a cube core and two vector cores of the largest device (src/a5, platform_config.h,
   * PLATFORM_MAX_BLOCKDIM).
   */
  public static final int CLUSTERS = 36;

  /**
   * Vector cores of the largest device (src/a5, platform_config.h, PLATFORM_MAX_BLOCKDIM and
   * PLATFORM_AIV_CORES_PER_BLOCKDIM).
   */
  public static final int VECTOR_CORES = 2 * CLUSTERS;

  /** Returns the ring of a scope with {@code depth} scopes around it, 0 to 3. */
  public static int ring(int depth) {
    return Math.min(depth, RINGS - 1);
  }
}
