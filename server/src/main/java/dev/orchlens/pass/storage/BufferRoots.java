package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.Lineage;
import dev.orchlens.pass.tools.SameDims;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds for every value of a function the variable that owns its buffer (reference:
 * docs/en/dev/passes/fuse_create_assemble_to_slice, "Algorithm", step 1). Unlike the storage
 * analysis it takes a slice for a buffer of its own.
 */
public final class BufferRoots extends Lineage<BufferRoots.Candidates> {

  /** What to do where a value may belong to several buffers. */
  public enum WhenAmbiguous {
    /** Give no root: whoever merges buffers must not guess. */
    SKIP,
    /** Give the first candidate: whoever orders writes needs some root. */
    FIRST
  }

  /**
   * The buffers a value may belong to.
   *
   * @param roots the variables that own them, the likeliest one first
   * @param ambiguous whether there are several, or more than are known
   */
  record Candidates(Set<Var> roots, boolean ambiguous) {
    private static final Candidates NONE = new Candidates(Set.of(), false);
    private static final Candidates UNKNOWN = new Candidates(Set.of(), true);

    private static Optional<Candidates> of(Set<Var> roots, boolean unresolved) {
      return roots.isEmpty()
          ? Optional.empty()
          : Optional.of(new Candidates(roots, unresolved || roots.size() > 1));
    }
  }

  private record Output(Candidates candidates, Type type) {}

  private final Program program;
  private final WhenAmbiguous policy;
  private final Map<Var, List<Candidates>> tuples = new HashMap<>();

  private BufferRoots(Program program, WhenAmbiguous policy) {
    this.program = program;
    this.policy = policy;
  }

  /** Analyses {@code function}, whose callees are functions of {@code program}. */
  public static BufferRoots of(Program program, Function function, WhenAmbiguous policy) {
    BufferRoots roots = new BufferRoots(program, policy);
    for (Param param : function.params()) {
      roots.define(param.var(), own(param.var()));
    }
    roots.follow(function.body());
    return roots;
  }

  /** Returns the variable that owns the buffer of {@code expr}. */
  public Optional<Var> rootOf(Expr expr) {
    Set<Var> roots = rootsOf(expr);
    boolean usable = !roots.isEmpty() && (policy == WhenAmbiguous.FIRST || !isAmbiguous(expr));
    return usable ? Optional.of(roots.iterator().next()) : Optional.empty();
  }

  /** Returns whether {@code expr} may belong to more than one buffer, or to an unknown one. */
  public boolean isAmbiguous(Expr expr) {
    return of(expr).filter(Candidates::ambiguous).isPresent();
  }

  private Set<Var> rootsOf(Expr expr) {
    return of(expr).map(Candidates::roots).orElse(Set.of());
  }

  private static Optional<Candidates> own(Var var) {
    return Candidates.of(Set.of(var), false);
  }

  @Override
  protected Optional<Candidates> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    if (then.isEmpty() || orElse.isEmpty()) {
      return Optional.empty();
    }
    Candidates first = of(then.get()).orElse(Candidates.UNKNOWN);
    Candidates second = of(orElse.get()).orElse(Candidates.UNKNOWN);
    Set<Var> roots = new LinkedHashSet<>(first.roots());
    roots.addAll(second.roots());
    return Candidates.of(roots, first.ambiguous() || second.ambiguous());
  }

  /**
   * A loop that surely runs leaves what its body yields; any other may leave what it started with.
   */
  @Override
  protected Optional<Candidates> left(
      Stmt.Loop loop, int index, Optional<Candidates> initial, Optional<Expr> yielded) {
    if (yielded.isEmpty()) {
      return Optional.empty();
    }
    Set<Var> roots = new LinkedHashSet<>(rootsOf(yielded.get()));
    boolean unresolved = roots.isEmpty() || isAmbiguous(yielded.get());
    boolean runs = loop instanceof Stmt.For counted && TripCount.of(counted).orElse(0) > 0;
    if (!runs && index < loop.carries().size()) {
      unresolved |= initial.isEmpty();
      initial.ifPresent(start -> roots.addAll(start.roots()));
    }
    return Candidates.of(roots, unresolved);
  }

  @Override
  protected Optional<Candidates> assigned(Stmt.Assign s) {
    return switch (s.value()) {
      case Expr.Invocation call -> called(s.var(), call);
      case Expr.TupleGet(Var tuple, int index, _, _) -> {
        List<Candidates> elements = tuples.getOrDefault(tuple, List.of());
        yield index < elements.size() ? known(elements.get(index)) : Optional.empty();
      }
      case Var source -> of(source);
      case Expr.TupleGet _,
          Expr.Const _,
          Expr.Binary _,
          Expr.Unary _,
          Expr.MakeTuple _,
          Expr.Unknown _ ->
          Optional.empty();
    };
  }

  private static Optional<Candidates> known(Candidates candidates) {
    return Candidates.of(candidates.roots(), candidates.ambiguous());
  }

  private Optional<Candidates> called(Var var, Expr.Invocation call) {
    if (call.isOp(Ops.TENSOR_CREATE) || call.isOp(Ops.TENSOR_SLICE)) {
      return own(var);
    }
    if (call.isOp(Ops.TENSOR_ASSEMBLE)) {
      return call.args().size() == 3 ? of(call.args().getFirst()) : Optional.empty();
    }
    if (!Launch.isLaunch(call)) {
      return Optional.empty();
    }
    List<Output> outputs = outputs(call);
    if (call.type() instanceof Type.Tuple) {
      tuples.put(var, outputs.stream().map(Output::candidates).toList());
      return Optional.empty();
    }
    return known(returned(outputs, call.type()));
  }

  private List<Output> outputs(Expr.Invocation call) {
    List<Param> params = program.function(call.callee()).map(Function::params).orElse(List.of());
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
      if (params.get(i).direction() != ParamDirection.IN) {
        Expr arg = call.args().get(i);
        outputs.add(new Output(of(arg).orElse(Candidates.NONE), arg.type()));
      }
    }
    return outputs;
  }

  /**
   * Returns the buffer of a single result: that of the only output, or of those that have the type
   * of the result.
   */
  private Candidates returned(List<Output> outputs, Type type) {
    if (outputs.isEmpty()) {
      return Candidates.NONE;
    }
    if (outputs.size() == 1) {
      return outputs.getFirst().candidates();
    }
    List<Candidates> matching =
        outputs.stream()
            .filter(
                o -> !o.candidates().roots().isEmpty() && SameDims.sameShapeAndType(o.type(), type))
            .map(Output::candidates)
            .distinct()
            .toList();
    if (matching.size() == 1) {
      return matching.getFirst();
    }
    return policy == WhenAmbiguous.FIRST ? outputs.getFirst().candidates() : Candidates.NONE;
  }
}
