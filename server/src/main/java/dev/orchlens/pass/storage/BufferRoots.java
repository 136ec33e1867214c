package dev.orchlens.pass.storage;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.SameDims;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds for every value of a function the variable that owns its buffer (reference:
 * docs/en/dev/passes/fuse_create_assemble_to_slice, "Algorithm", step 1). Unlike the storage analysis it takes a slice
 * for a buffer of its own.
 */
public final class BufferRoots {

  /** What to do where a value may belong to several buffers. */
  public enum WhenAmbiguous {
    /** Give no root: whoever merges buffers must not guess. */
    SKIP,
    /** Give the first candidate: whoever orders writes needs some root. */
    FIRST
  }

  /** The buffers a value may belong to. */
  private record Candidates(Set<Var> roots, boolean ambiguous) {
    private static final Candidates NONE = new Candidates(Set.of(), false);
  }

  private record Output(Candidates candidates, Type type) {}

  private final Program program;
  private final WhenAmbiguous policy;
  private final Map<Var, Set<Var>> candidates = new HashMap<>();
  private final Map<Var, List<Candidates>> tuples = new HashMap<>();
  private final Set<Var> ambiguous = new HashSet<>();

  private BufferRoots(Program program, WhenAmbiguous policy) {
    this.program = program;
    this.policy = policy;
  }

  /** Analyses {@code function}, whose callees are functions of {@code program}. */
  public static BufferRoots of(Program program, Function function, WhenAmbiguous policy) {
    BufferRoots roots = new BufferRoots(program, policy);
    for (Param param : function.params()) {
      roots.record(param.var(), Set.of(param.var()), false);
    }
    roots.statements(function.body());
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
    return expr instanceof Var var && ambiguous.contains(var);
  }

  private Set<Var> rootsOf(Expr expr) {
    return expr instanceof Var var ? candidates.getOrDefault(var, Set.of()) : Set.of();
  }

  private void statements(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> assign(s);
        case Stmt.If s -> branch(s);
        case Stmt.For s -> loop(s, TripCount.of(s).orElse(0) > 0);
        case Stmt.While s -> loop(s, false);
        case Stmt.Scope s -> statements(s.body());
        case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> { }
      }
    }
  }

  private void branch(Stmt.If s) {
    statements(s.then());
    s.orElse().ifPresent(this::statements);
    Optional<Stmt.Yield> then = Bodies.trailingYield(s.then());
    Optional<Stmt.Yield> orElse = s.orElse().flatMap(Bodies::trailingYield);
    if (then.isEmpty() || orElse.isEmpty()) {
      return;
    }
    int count = Math.min(then.get().values().size(), orElse.get().values().size());
    for (int i = 0; i < Math.min(count, s.results().size()); i++) {
      Expr first = then.get().values().get(i);
      Expr second = orElse.get().values().get(i);
      Set<Var> roots = new LinkedHashSet<>(rootsOf(first));
      roots.addAll(rootsOf(second));
      boolean unresolved =
          isAmbiguous(first) || isAmbiguous(second) || rootsOf(first).isEmpty() || rootsOf(second).isEmpty();
      record(s.results().get(i), roots, unresolved);
    }
  }

  private void loop(Stmt.Loop s, boolean runsAtLeastOnce) {
    List<Set<Var>> initial = new ArrayList<>();
    for (Carry carry : s.carries()) {
      initial.add(rootsOf(carry.init()));
      record(carry.var(), rootsOf(carry.init()), isAmbiguous(carry.init()));
    }
    statements(s.body());
    Optional<Stmt.Yield> yield = Bodies.trailingYield(s.body());
    if (yield.isEmpty()) {
      return;
    }
    for (int i = 0; i < Math.min(s.results().size(), yield.get().values().size()); i++) {
      Expr yielded = yield.get().values().get(i);
      Set<Var> roots = new LinkedHashSet<>(rootsOf(yielded));
      boolean unresolved = roots.isEmpty() || isAmbiguous(yielded);
      if (!runsAtLeastOnce && i < initial.size()) {
        unresolved |= initial.get(i).isEmpty();
        roots.addAll(initial.get(i));
      }
      record(s.results().get(i), roots, unresolved);
    }
  }

  private void assign(Stmt.Assign s) {
    switch (s.value()) {
      case Expr.Invocation call -> assignCall(s.var(), call);
      case Expr.TupleGet(Var tuple, int index, _, _) -> {
        List<Candidates> elements = tuples.getOrDefault(tuple, List.of());
        if (index < elements.size()) {
          record(s.var(), elements.get(index).roots(), elements.get(index).ambiguous());
        }
      }
      case Var source -> record(s.var(), rootsOf(source), isAmbiguous(source));
      case Expr.TupleGet _, Expr.Const _, Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.Unknown _ -> { }
    }
  }

  private void assignCall(Var var, Expr.Invocation call) {
    if (call.isOp(Ops.TENSOR_CREATE) || call.isOp(Ops.TENSOR_SLICE)) {
      record(var, Set.of(var), false);
    } else if (call.isOp(Ops.TENSOR_ASSEMBLE)) {
      if (call.args().size() == 3) {
        record(var, rootsOf(call.args().getFirst()), isAmbiguous(call.args().getFirst()));
      }
    } else if (Launch.isLaunch(call)) {
      List<Output> outputs = outputs(call);
      if (call.type() instanceof Type.Tuple) {
        tuples.put(var, outputs.stream().map(Output::candidates).toList());
      } else {
        Candidates returned = returned(outputs, call.type());
        record(var, returned.roots(), returned.ambiguous());
      }
    }
  }

  private void record(Var var, Set<Var> roots, boolean unresolved) {
    if (roots.isEmpty()) {
      return;
    }
    candidates.put(var, roots);
    if (unresolved || roots.size() > 1) {
      ambiguous.add(var);
    } else {
      ambiguous.remove(var);
    }
  }

  private List<Output> outputs(Expr.Invocation call) {
    List<Param> params = program.function(call.callee()).map(Function::params).orElse(List.of());
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
      if (params.get(i).direction() != ParamDirection.IN) {
        Expr arg = call.args().get(i);
        outputs.add(new Output(new Candidates(rootsOf(arg), isAmbiguous(arg)), arg.type()));
      }
    }
    return outputs;
  }

  /** Returns the buffer of a single result: that of the only output, or of those that have the type of the result. */
  private Candidates returned(List<Output> outputs, Type type) {
    if (outputs.isEmpty()) {
      return Candidates.NONE;
    }
    if (outputs.size() == 1) {
      return outputs.getFirst().candidates();
    }
    List<Candidates> matching =
        outputs.stream()
            .filter(o -> !o.candidates().roots().isEmpty() && SameDims.sameShapeAndType(o.type(), type))
            .map(Output::candidates)
            .distinct()
            .toList();
    if (matching.size() == 1) {
      return matching.getFirst();
    }
    return policy == WhenAmbiguous.FIRST ? outputs.getFirst().candidates() : Candidates.NONE;
  }
}
