package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.KernelValues;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rejects kernels whose tiles cannot be placed in the memory of a core: a tile has extents that are
 * known while compiling, and the operands of a vector operation fit into the vector buffer together
 * (reference: docs/en/dev/passes/init_memref and 34-allocate_memory_addr.md). What several
 * operations need at a time is not computed, so a kernel may still be too large for the compiler.
 * Kernels that multiply matrices are not measured: the compiler cuts the products into parts and
 * may fuse what is done with them.
 */
public final class CheckTiles implements RememberingPass {
  /**
   * What a kernel may use of the vector buffer, in bytes (reference: the SoC description of the
   * Ascend 910B).
   */
  private static final long VECTOR_BUFFER = 184L * 1024;

  /**
   * Operations of the vector unit on tensors and on tiles: their operands and results are in the
   * vector buffer.
   */
  private static final Set<String> VECTOR =
      Stream.of(
              "add",
              "adds",
              "sub",
              "subs",
              "mul",
              "muls",
              "div",
              "divs",
              "neg",
              "abs",
              "recip",
              "exp",
              "log",
              "sin",
              "cos",
              "sqrt",
              "rsqrt",
              "cast",
              "maximum",
              "maximums",
              "minimum",
              "minimums",
              "row_sum",
              "row_max",
              "row_min",
              "row_prod",
              "col_sum",
              "col_max",
              "col_min",
              "col_prod",
              "row_expand_add",
              "row_expand_sub",
              "row_expand_mul",
              "row_expand_div",
              "col_expand_add",
              "col_expand_sub",
              "col_expand_mul",
              "col_expand_div")
          .flatMap(name -> Stream.of("tensor." + name, "tile." + name))
          .collect(Collectors.toUnmodifiableSet());

  private static final PassMemory.Question<List<Problem>> FAULTS = kernel -> faults(kernel, false);
  private static final PassMemory.Question<List<Problem>> SPECIALIZED_FAULTS =
      kernel -> faults(kernel, true);

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    PassMemory.Question<List<Problem>> faults =
        program.isSpecialized() ? SPECIALIZED_FAULTS : FAULTS;
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.IN_CORE) {
        found.addAll(memory.ask(faults, function));
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static List<Problem> faults(Function kernel, boolean specialized) {
    List<Problem> found = new ArrayList<>();
    Set<Var> tiles = KernelValues.tiles(kernel);
    extents(kernel, inVectorBuffer(kernel, tiles), specialized, found::add);
    operands(kernel, tiles, found::add);
    boolean halved = kernel.attrs().split() != SplitMode.NONE || kernel.attrs().splitAiv();
    if (!halved && !Calls.any(kernel, CheckTiles::isProduct)) {
      sizes(kernel, tiles, found::add);
    }
    return found;
  }

  /** Returns the tiles that operations of the vector unit take or give. */
  private static Set<Var> inVectorBuffer(Function kernel, Set<Var> tiles) {
    Set<Var> found = new LinkedHashSet<>();
    Walk.statements(
        kernel.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, Origin _) && isVector(call)) {
            call.args().forEach(arg -> addTile(arg, tiles, found));
            addTile(var, tiles, found);
          }
        });
    return found;
  }

  private static void addTile(Expr value, Set<Var> tiles, Set<Var> found) {
    if (isTile(value, tiles)) {
      found.add((Var) value);
    }
  }

  private static boolean isTile(Expr value, Set<Var> tiles) {
    return value instanceof Var var && (var.type() instanceof Type.Tile || tiles.contains(var));
  }

  /**
   * Checks the extents of tiles. One that is a parameter loaded whole stands where the parameter is
   * declared: in a specialised function, or one made of a region, that is the head of the kernel.
   */
  private static void extents(
      Function kernel, Set<Var> tiles, boolean specialized, Consumer<Problem> problems) {
    for (Param param : kernel.params()) {
      if (tiles.contains(param.var())) {
        Origin declared = param.var().origin();
        boolean own =
            !specialized
                && declared.file().equals(kernel.origin().file())
                && declared.item().equals(kernel.origin().item())
                && declared.start() >= kernel.origin().start();
        extents(
            param.var().type(),
            param.var().sourceName(),
            own ? declared : kernel.origin(),
            problems);
      }
    }
    Walk.statements(
        kernel.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var var, Expr _, Origin at) && tiles.contains(var)) {
            extents(var.type(), var.sourceName(), at, problems);
          }
        });
  }

  private static void extents(Type type, String name, Origin at, Consumer<Problem> problems) {
    if (!(type instanceof Type.Shaped shaped)) {
      return;
    }
    if (shaped.shape().stream().anyMatch(e -> e instanceof Expr.ConstInt c && c.value() <= 0)) {
      problems.accept(
          new Problem(
              Code.MEMORY_EMPTY_TILE,
              "The tile '"
                  + name
                  + "' has an extent of 0 or less, so there is nothing of it to place in the memory"
                  + " of a core. Give each dimension at least 1.",
              at));
    }
    if (shaped.shape().stream().anyMatch(CheckTiles::isRuntime)) {
      problems.accept(
          new Problem(
              Code.MEMORY_DYNAMIC_TILE,
              "The tile '"
                  + name
                  + "' has an extent that is known only at run time, so it cannot be placed in the"
                  + " memory of a core. Work on windows of a constant size, and give the part that"
                  + " counts as valid_shape.",
              at));
    }
  }

  private static boolean isRuntime(Expr extent) {
    return !(extent instanceof Expr.Const) && !(extent instanceof Expr.Unknown);
  }

  /**
   * Operations on tiles do not take a tensor in memory: one that a region has written has to be
   * read by windows.
   */
  private static void operands(Function kernel, Set<Var> tiles, Consumer<Problem> problems) {
    Walk.statements(
        kernel.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var _, Expr.Call call, Origin at)
              && call.callee() instanceof Callee.Op op
              && isVector(call)
              && op.level().equals("tensor")) {
            for (Expr arg : call.args()) {
              if (arg instanceof Var var && var.type().isTensor() && !tiles.contains(var)) {
                problems.accept(
                    new Problem(
                        Code.MEMORY_TENSOR_OPERAND,
                        "'"
                            + var.sourceName()
                            + "' was written in this kernel and is in memory, so pl."
                            + op.simpleName()
                            + " cannot take it whole. Read a window of it, or use the value that"
                            + " was written.",
                        at));
              }
            }
          }
        });
  }

  private static void sizes(Function kernel, Set<Var> tiles, Consumer<Problem> problems) {
    Walk.statements(
        kernel.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign(Var var, Expr.Call call, Origin at) && isVector(call)) {
            long operands = bytes(call, tiles);
            long result =
                tiles.contains(var) || var.type() instanceof Type.Tile ? bytes(var.type()) : 0;
            long needed = Math.max(operands, result);
            if (needed > VECTOR_BUFFER) {
              problems.accept(
                  new Problem(
                      Code.MEMORY_VECTOR_BUFFER,
                      "This operation needs "
                          + needed
                          + " bytes of the vector buffer, of which a kernel may use "
                          + VECTOR_BUFFER
                          + ". Work on smaller windows.",
                      at));
            }
          }
        });
  }

  private static boolean isProduct(Expr.Invocation call) {
    return Operators.load().find(call.callee().name()).filter(Operator::isProduct).isPresent();
  }

  private static boolean isVector(Expr.Call call) {
    return call.callee() instanceof Callee.Op op && VECTOR.contains(op.name());
  }

  /** Returns what the tiles that a call takes occupy together, in bytes. */
  private static long bytes(Expr.Call call, Set<Var> tiles) {
    long bytes = 0;
    List<Expr> args = call.args();
    for (int i = 0; i < args.size(); i++) {
      if (isTile(args.get(i), tiles) && args.indexOf(args.get(i)) == i) {
        bytes += bytes(args.get(i).type());
      }
    }
    return bytes;
  }

  private static long bytes(Type type) {
    if (!(type instanceof Type.Shaped shaped)) {
      return 0;
    }
    long bits = shaped.dtype().bits();
    for (Expr extent : shaped.shape()) {
      Optional<Long> known =
          extent instanceof Expr.ConstInt c ? Optional.of(c.value()) : Optional.empty();
      bits *= known.orElse(0L);
    }
    return bits / 8;
  }
}
