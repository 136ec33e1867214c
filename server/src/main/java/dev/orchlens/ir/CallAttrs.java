package dev.orchlens.ir;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What the parser and the passes know about one call beside its arguments (reference:
 * docs/en/dev/ir/01-hierarchy.md, "Call" and "Submit").
 *
 * @param argDirections the call-site direction of each argument; empty until DeriveCallDirections
 *     ran
 * @param noDepArgs argument indices the user excused with {@code pl.no_dep} or {@code no_dep_args=}
 * @param compilerDeps the producers AutoDeriveTaskDependencies found: TaskIds and TaskId arrays
 * @param coreNum the number of blocks of an SPMD launch
 * @param syncStart whether the blocks of an SPMD launch start together
 * @param allowEarlyResolve whether the launch may resolve before its producers finish
 * @param dumpVars arguments to dump when the task runs
 * @param dummyTask whether this is a dependency-only task that a pass inserted
 * @param autoManual whether the compiler proved this launch fully covered by explicit edges
 * @param device the device a host program dispatches to
 * @param manualDeps user dependencies of a call that is no submit (a dependency-only task)
 * @param launch the number DeriveCallDirections gave this task launch (0-based, in program order of
 *     its function), {@link #UNNUMBERED} before; later passes keep it, so that what was learned
 *     about it can be found again
 * @param argOrigins where each argument stands in the call, as a variable only knows where it was
 *     defined; shorter than the arguments, or empty, where passes added arguments or no source has
 *     the call. Inlining leaves them as they are
 */
@RecordBuilder
public record CallAttrs(
    List<ArgDirection> argDirections,
    List<Integer> noDepArgs,
    List<Expr> compilerDeps,
    Optional<Expr> coreNum,
    boolean syncStart,
    boolean allowEarlyResolve,
    List<Var> dumpVars,
    boolean dummyTask,
    boolean autoManual,
    Optional<Expr> device,
    List<Expr> manualDeps,
    int launch,
    List<Origin> argOrigins)
    implements CallAttrsBuilder.With {

  /** The launch number of a call that no pass has numbered. */
  public static final int UNNUMBERED = -1;

  private static final CallAttrs NONE =
      new CallAttrs(
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          false,
          false,
          List.of(),
          false,
          false,
          Optional.empty(),
          List.of(),
          UNNUMBERED,
          List.of());

  public CallAttrs {
    argDirections = List.copyOf(argDirections);
    noDepArgs = List.copyOf(noDepArgs);
    compilerDeps = SharedList.copyOf(compilerDeps);
    dumpVars = List.copyOf(dumpVars);
    manualDeps = List.copyOf(manualDeps);
    argOrigins = List.copyOf(argOrigins);
  }

  /** Returns the attributes of a call nothing is known about. */
  public static CallAttrs none() {
    return NONE;
  }

  /** Returns these attributes with another SPMD launch specification. */
  public CallAttrs withSpmd(Optional<Expr> blocks, boolean startTogether) {
    return with(copy -> copy.coreNum(blocks).syncStart(startTogether));
  }

  /** Returns these attributes marked as a dependency-only task that waits for {@code deps}. */
  public CallAttrs asDummyTask(List<? extends Expr> deps) {
    return with(copy -> copy.dummyTask(true).manualDeps(List.copyOf(deps)));
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
