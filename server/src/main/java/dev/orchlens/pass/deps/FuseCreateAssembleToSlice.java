package dev.orchlens.pass.deps;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.storage.BufferRoots;
import dev.orchlens.pass.tools.Blocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a staging buffer that is assembled into a tensor exactly once a window of that tensor, so
 * that the copy disappears (reference: docs/en/dev/passes/fuse_create_assemble_to_slice). The
 * window takes the place of the buffer, which may stand before the definition of its target; that
 * is so in the reference as well.
 */
public final class FuseCreateAssembleToSlice {
  private FuseCreateAssembleToSlice() {}

  /** Runs the pass. */
  public static Program run(Program program) {
    return program.mapFunctions(f -> f.type() == FunctionType.ORCHESTRATION ? fuse(program, f) : f);
  }

  private static Function fuse(Program program, Function function) {
    BufferRoots roots = BufferRoots.of(program, function, BufferRoots.WhenAmbiguous.SKIP);
    Map<Var, Target> targets = new Patterns(roots).find(function.body());
    return targets.isEmpty()
        ? function
        : function.withBody(new Fusion(targets, roots).body(function.body()));
  }

  /** Where a staging buffer is assembled. */
  private record Target(Expr tensor, Expr.MakeTuple offsets) {}

  /** Finds the staging buffers that are assembled exactly once. */
  private static final class Patterns {
    private final BufferRoots roots;
    private final Map<Var, Expr.MakeTuple> tuples = new HashMap<>();
    private final Set<Var> created = new HashSet<>();
    private final Map<Var, Target> targets = new HashMap<>();
    private final Set<Var> unfit = new HashSet<>();

    Patterns(BufferRoots roots) {
      this.roots = roots;
    }

    Map<Var, Target> find(List<Stmt> body) {
      Walk.statements(
          body,
          stmt -> {
            if (stmt instanceof Stmt.Assign assign) {
              assign(assign.var(), assign.value());
            }
          });
      return targets;
    }

    private void assign(Var var, Expr value) {
      switch (value) {
        case Expr.MakeTuple tuple -> tuples.put(var, tuple);
        case Var source when tuples.containsKey(source) -> tuples.put(var, tuples.get(source));
        case Expr.Call call when call.isOp(Ops.TENSOR_CREATE) -> {
          if (roots.rootOf(var).filter(root -> root == var).isPresent()) {
            created.add(var);
          }
        }
        case Expr.Call call when isAssemble(call) -> assemble(call);
        default -> {}
      }
    }

    private void assemble(Expr.Call call) {
      Optional<Var> source = roots.rootOf(call.args().get(1)).filter(created::contains);
      Optional<Expr.MakeTuple> offsets = tuple(call.args().get(2));
      if (source.isEmpty() || offsets.isEmpty()) {
        return;
      }
      boolean second = targets.containsKey(source.get()) || unfit.contains(source.get());
      if (second || isAtomic(call)) {
        targets.remove(source.get());
        unfit.add(source.get());
      } else {
        targets.put(source.get(), new Target(call.args().getFirst(), offsets.get()));
      }
    }

    /** An assemble that adds to its target is no plain copy. */
    private static boolean isAtomic(Expr.Call call) {
      return call.kwargs().get("atomic").map(mode -> !isPlain(mode)).orElse(false);
    }

    private static boolean isPlain(Attr mode) {
      return switch (mode) {
        case Attr.Int i -> i.value() == 0;
        case Attr.Bool b -> !b.value();
        case Attr.Text t -> t.value().toLowerCase(java.util.Locale.ROOT).endsWith("none");
        case Attr.Float _, Attr.DType _, Attr.Values _ -> false;
      };
    }

    private Optional<Expr.MakeTuple> tuple(Expr expr) {
      return switch (expr) {
        case Expr.MakeTuple tuple -> Optional.of(tuple);
        case Var var -> Optional.ofNullable(tuples.get(var));
        default -> Optional.empty();
      };
    }
  }

  private static boolean isAssemble(Expr.Call call) {
    return call.isOp(Ops.TENSOR_ASSEMBLE) && call.args().size() == 3;
  }

  /**
   * Replaces the buffers by windows and removes the assembles, and the carries that then carry
   * nothing.
   */
  private static final class Fusion extends Rewriter {
    private final Map<Var, Target> targets;
    private final BufferRoots roots;
    private final Map<Var, Expr> replacements = new HashMap<>();

    Fusion(Map<Var, Target> targets, BufferRoots roots) {
      this.targets = targets;
      this.roots = roots;
    }

    @Override
    public Expr use(Var var) {
      Expr current = var;
      while (current instanceof Var v && replacements.containsKey(v)) {
        current = replacements.get(v);
      }
      return current;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      return switch (stmt) {
        case Stmt.Assign(Var var, Expr.Call call, _)
            when call.isOp(Ops.TENSOR_CREATE) && isFused(var) ->
            List.of(window((Stmt.Assign) stmt, targets.get(roots.rootOf(var).orElseThrow())));
        case Stmt.Assign(Var var, Expr.Call call, _)
            when isAssemble(call) && isFused(call.args().get(1)) -> {
          replacements.put(var, expr(call.args().getFirst()));
          yield List.of();
        }
        case Stmt.Loop loop -> List.of(withoutIdleCarries((Stmt.Loop) rebuild(loop)));
        default -> super.statement(stmt);
      };
    }

    private boolean isFused(Expr buffer) {
      return roots.rootOf(buffer).filter(targets::containsKey).isPresent();
    }

    private Stmt window(Stmt.Assign create, Target target) {
      if (!(create.value().type() instanceof Type.Tensor type)) {
        return create;
      }
      List<Expr> shape = new ArrayList<>();
      int missing = target.offsets().elements().size() - type.shape().size();
      for (int i = 0; i < missing; i++) {
        shape.add(new Expr.ConstInt(1, DataType.INDEX, create.origin()));
      }
      shape.addAll(type.shape());
      Expr tensor = expr(target.tensor());
      boolean distributed = tensor.type() instanceof Type.Tensor t && t.distributed();
      DataType element = tensor.type().elementType().orElse(type.dtype());
      Type windowType =
          new Type.Tensor(shape, element, Optional.empty(), Optional.empty(), distributed);
      Expr slice =
          Expr.Call.op(
              Ops.TENSOR_SLICE,
              List.of(tensor, Expr.MakeTuple.of(shape, create.origin()), target.offsets()),
              windowType,
              create.origin());
      Var var = create.var();
      if (missing > 0) {
        var = create.var().withType(windowType);
        replacements.put(create.var(), var);
      }
      return new Stmt.Assign(var, slice, create.origin());
    }

    private Stmt withoutIdleCarries(Stmt.Loop loop) {
      Optional<Stmt.Yield> yield = Blocks.trailingYield(loop.body());
      if (yield.isEmpty() || yield.get().values().size() != loop.carries().size()) {
        return loop;
      }
      List<Carry> carries = new ArrayList<>();
      List<Var> results = new ArrayList<>();
      List<Expr> values = new ArrayList<>();
      Map<Var, Expr> idle = new HashMap<>();
      for (int i = 0; i < loop.carries().size(); i++) {
        Carry carry = loop.carries().get(i);
        if (yield.get().values().get(i) == carry.var()) {
          replacements.put(loop.results().get(i), carry.init());
          idle.put(carry.var(), carry.init());
        } else {
          carries.add(carry);
          results.add(loop.results().get(i));
          values.add(yield.get().values().get(i));
        }
      }
      return idle.isEmpty() ? loop : rebuildLoop(loop, carries, results, values, idle);
    }

    private static Stmt rebuildLoop(
        Stmt.Loop loop,
        List<Carry> carries,
        List<Var> results,
        List<Expr> values,
        Map<Var, Expr> idle) {
      List<Stmt> body = new ArrayList<>(loop.body().subList(0, loop.body().size() - 1));
      if (!values.isEmpty()) {
        body.add(new Stmt.Yield(values, loop.body().getLast().origin()));
      }
      List<Stmt> substituted = new Substitution(idle).body(body);
      return switch (loop) {
        case Stmt.For s ->
            new Stmt.For(
                s.var(),
                s.start(),
                s.stop(),
                s.step(),
                carries,
                substituted,
                results,
                s.kind(),
                s.attrs(),
                s.origin());
        case Stmt.While s ->
            new Stmt.While(s.condition(), carries, substituted, results, s.origin());
      };
    }
  }

  private static final class Substitution extends Rewriter {
    private final Map<Var, Expr> values;

    Substitution(Map<Var, Expr> values) {
      this.values = values;
    }

    @Override
    public Expr use(Var var) {
      return values.getOrDefault(var, var);
    }
  }
}
