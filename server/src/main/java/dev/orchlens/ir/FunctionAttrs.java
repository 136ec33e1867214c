package dev.orchlens.ir;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a function's decorator said and what passes noted on it (reference:
 * docs/en/dev/language/03-functions.md).
 *
 * @param autoScope whether the compiler places the runtime scopes
 * @param level the level of the machine it runs at
 * @param role its role at that level
 * @param split the cross-core split of a mixed kernel
 * @param splitAiv whether the kernel was split explicitly over both vector lanes
 * @param dualAiv whether it is dispatched on both vector lanes
 * @param externalSource the source file of an external kernel
 * @param deferredWaiter whether it only waits for a deferred completion
 * @param spmdUnwrapped whether the SPMD wrapper around it was removed
 * @param subWorkerHost whether its body is plain Python that the host runs
 * @param pipeSlots the slots of the pipe between its cores, 1 or more, where the user chose them
 * @param blocks over how many blocks it is launched where the launch does not say, 1 or more
 * @param startsTogether whether those blocks start together
 * @param compilerManual whether AutoDeriveTaskDependencies proved that explicit edges cover the
 *     whole body
 */
@RecordBuilder
public record FunctionAttrs(
    boolean autoScope,
    Optional<Level> level,
    Optional<Role> role,
    SplitMode split,
    boolean splitAiv,
    boolean dualAiv,
    Optional<String> externalSource,
    boolean deferredWaiter,
    boolean spmdUnwrapped,
    boolean subWorkerHost,
    OptionalLong pipeSlots,
    OptionalLong blocks,
    boolean startsTogether,
    boolean compilerManual)
    implements FunctionAttrsBuilder.With {
  private static final FunctionAttrs DEFAULTS =
      new FunctionAttrs(
          true,
          Optional.empty(),
          Optional.empty(),
          SplitMode.NONE,
          false,
          false,
          Optional.empty(),
          false,
          false,
          false,
          OptionalLong.empty(),
          OptionalLong.empty(),
          false,
          false);

  /** Returns the attributes of a function whose decorator said nothing. */
  public static FunctionAttrs defaults() {
    return DEFAULTS;
  }

  /** Returns whether the function runs on a host. */
  public boolean isOnHost() {
    return level.filter(l -> l == Level.HOST).isPresent();
  }

  /** Returns these attributes with the level of the machine and the role there decided. */
  public FunctionAttrs withPlace(Optional<Level> newLevel, Optional<Role> newRole) {
    return with(copy -> copy.level(newLevel).role(newRole));
  }
}
