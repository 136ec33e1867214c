package dev.orchlens.device;

import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Tells of tasks and entries with more arguments or blocks than the runtime takes. */
final class ArgumentLimits {
  private final List<Problem> problems = new ArrayList<>();
  private final Sizes sizes;

  private ArgumentLimits(Sizes sizes) {
    this.sizes = sizes;
  }

  static List<Problem> check(Function function, List<Submission> body, Sizes sizes) {
    ArgumentLimits limits = new ArgumentLimits(sizes);
    limits.entry(function);
    limits.all(body);
    return limits.problems;
  }

  private void entry(Function function) {
    List<Param> tensors =
        function.params().stream().filter(param -> param.var().type().isTensor()).toList();
    List<Param> scalars =
        function.params().stream()
            .filter(param -> param.var().type() instanceof Type.Scalar)
            .toList();
    if (tensors.size() > Limits.ENTRY_TENSORS) {
      warn(
          Code.DEVICE_ENTRY_TENSORS,
          tensors.get(Limits.ENTRY_TENSORS).var().origin(),
          String.format(
              Locale.ROOT,
              "'%s' has %,d tensors, and an entry has %,d at most. Put several into one tensor.",
              function.name(),
              tensors.size(),
              Limits.ENTRY_TENSORS));
    }
    if (scalars.size() > Limits.ENTRY_SCALARS) {
      warn(
          Code.DEVICE_ENTRY_SCALARS,
          scalars.get(Limits.ENTRY_SCALARS).var().origin(),
          String.format(
              Locale.ROOT,
              "'%s' has %,d scalars, and an entry has %,d at most. Put them into a tensor.",
              function.name(),
              scalars.size(),
              Limits.ENTRY_SCALARS));
    }
  }

  private void all(List<Submission> body) {
    for (Submission one : body) {
      switch (one) {
        case Submission.Task task -> task(task);
        case Submission.Block block -> all(block.inside());
        case Submission.Allocation(List<Buffer> buffers) -> together(buffers);
        case Submission.Barrier _ -> {}
      }
    }
  }

  private void together(List<Buffer> buffers) {
    long bytes = 0;
    for (Buffer buffer : buffers) {
      bytes = Amount.add(bytes, sizes.bytes(buffer).least());
    }
    if (bytes > Limits.TOGETHER) {
      Buffer largest =
          buffers.stream()
              .max(Comparator.comparingLong(buffer -> sizes.bytes(buffer).least()))
              .orElseThrow();
      warn(
          Code.DEVICE_ALLOCATION,
          largest.origin(),
          String.format(
              Locale.ROOT,
              "This buffer and those made together with it take %s, and the runtime counts up to 2 GiB"
                  + " for one call: it takes this for another number. Make it smaller, or make buffers"
                  + " in scopes of their own.",
              Amount.mebibytes(bytes)));
    }
  }

  private void task(Submission.Task task) {
    if (task.tensors() > Limits.TASK_TENSORS) {
      warn(
          Code.DEVICE_TASK_TENSORS,
          task.origin(),
          String.format(
              Locale.ROOT,
              "This task gets %,d tensors, and the runtime takes %,d at most: the device stops with"
                  + " INVALID_ARGS. Split the task, or put several tensors into one.",
              task.tensors(),
              Limits.TASK_TENSORS));
    }
    if (task.scalars() > Limits.TASK_SCALARS) {
      warn(
          Code.DEVICE_TASK_SCALARS,
          task.origin(),
          String.format(
              Locale.ROOT,
              "This task gets %,d scalars, and the runtime takes %,d at most: the device stops with"
                  + " INVALID_ARGS. Values from outside count too, such as the variables of loops around"
                  + " a region. Split the task, or put the values into a tensor.",
              task.scalars(),
              Limits.TASK_SCALARS));
    }
    if (!task.made().isEmpty()) {
      together(task.made());
    }
    task.blocks().map(sizes::span).ifPresent(blocks -> blocks(task, blocks));
  }

  private void blocks(Submission.Task task, Sizes.Span blocks) {
    long cores = Amount.multiply(blocks.least(), task.lanes());
    if (blocks.most() == 0) {
      warn(
          Code.DEVICE_BLOCKS,
          task.origin(),
          "This task is launched over no block, which the runtime does not take: launch it over 1"
              + " or more.");
    } else if (cores > Limits.BLOCKS) {
      warn(
          Code.DEVICE_BLOCKS,
          task.origin(),
          String.format(
              Locale.ROOT,
              "The %,d blocks of this task run on %,d cores, and the runtime counts up to %,d: it takes"
                  + " this for another number. Launch fewer blocks, and let each of them do more.",
              blocks.least(),
              cores,
              Limits.BLOCKS));
    }
    int together = task.vector() ? Limits.VECTOR_CORES : Limits.CLUSTERS;
    if (task.together() && blocks.least() > together) {
      warn(
          Code.DEVICE_START_TOGETHER,
          task.origin(),
          String.format(
              Locale.ROOT,
              "The %,d blocks of this task must start together (sync_start), and the largest device has"
                  + " %,d %s: the device stops with REQUIRE_SYNC_START_INVALID. Launch no more blocks"
                  + " than there are, as pl.%s() tells.",
              blocks.least(),
              together,
              task.vector() ? "vector cores" : "clusters",
              task.vector() ? Ops.SYSTEM_AVAILABLE_AIV_COUNT : Ops.SYSTEM_AVAILABLE_CLUSTER_COUNT));
    }
  }

  private void warn(Code code, Origin origin, String message) {
    problems.add(new Problem(code, message, origin));
  }
}
