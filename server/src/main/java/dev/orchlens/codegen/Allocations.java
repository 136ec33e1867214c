package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reserves the buffers of a body in one piece at its head (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "External vs Internal Tensors").
 */
final class Allocations {
  private static final int MOST_PER_CALL = 16;
  private static final String PIPE_BUFFER = "gm_pipe_buffer_";

  /** A buffer to allocate. */
  private record Creation(
      String name, Stmt.Assign stmt, Expr.Invocation call, Optional<List<Expr>> sized) {
    Buffer buffer() {
      if (!(call.type() instanceof Type.Tensor type)) {
        throw Failures.internal("a buffer that is created is no tensor.", call.origin());
      }
      return new Buffer(
          stmt.var().sourceName(), sized.orElse(type.shape()), type.dtype(), stmt.origin());
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

  private final Callees callees;
  private final Emitter emitter;
  private final Names names;
  private final CppBlocks blocks;
  private final CreateInfos infos;
  private final LaunchSpecs launchSpecs;
  private final PipeWorkspace workspace;
  private final Map<Var, List<Expr>> sized = new HashMap<>();
  private final Set<Var> declared = new HashSet<>();
  private final Set<Stmt> batched = Collections.newSetFromMap(new IdentityHashMap<>());
  private int calls;

  Allocations(
      Callees callees,
      Emitter emitter,
      Names names,
      CppBlocks blocks,
      CreateInfos infos,
      LaunchSpecs launchSpecs) {
    this.callees = callees;
    this.emitter = emitter;
    this.names = names;
    this.blocks = blocks;
    this.infos = infos;
    this.launchSpecs = launchSpecs;
    this.workspace = new PipeWorkspace(callees);
  }

  /** Returns whether the buffer of a statement was allocated at the head of its body. */
  boolean isBatched(Stmt stmt) {
    return batched.contains(stmt);
  }

  /** Allocates the buffer of a statement where it stands. */
  void here(Stmt.Assign stmt, Expr.Invocation call) {
    if (isTaken(stmt.var())) {
      return;
    }
    declared.add(stmt.var());
    String name = names.declare(stmt.var());
    infos.emit(call, name);
    allocate(List.of(new Creation(name, stmt, call, Optional.ofNullable(sized.get(stmt.var())))));
  }

  private boolean isTaken(Var var) {
    return declared.contains(var) || names.isParameter(names.of(var));
  }

  /** Allocates at the head of a body all its buffers whose extents are known there. */
  void atHead(List<Stmt> body) {
    List<Creation> creations = creations(body);
    if (creations.isEmpty()) {
      return;
    }
    Runnable lines =
        () -> {
          for (int i = 0; i < creations.size(); i += MOST_PER_CALL) {
            List<Creation> batch =
                creations.subList(i, Math.min(i + MOST_PER_CALL, creations.size()));
            batch.forEach(c -> emitter.from(c.stmt.origin(), () -> infos.emit(c.call, c.name)));
            allocate(batch);
          }
        };
    if (blocks.isManualBody()) {
      blocks.hoist(creations.stream().map(Creation::name).toList(), lines);
    } else {
      lines.run();
    }
  }

  private static boolean isCreation(Stmt stmt) {
    return stmt instanceof Stmt.Assign assign
        && assign.value() instanceof Expr.Call call
        && call.isOp(Ops.TENSOR_CREATE);
  }

  private List<Creation> creations(List<Stmt> body) {
    if (body.stream().noneMatch(Allocations::isCreation)) {
      return List.of();
    }
    List<Creation> creations = new ArrayList<>();
    Set<Var> local = new HashSet<>();
    for (int i = 0; i < body.size(); i++) {
      if (!(body.get(i) instanceof Stmt.Assign assign)) {
        continue;
      }
      if (!(assign.value() instanceof Expr.Call call) || !call.isOp(Ops.TENSOR_CREATE)) {
        local.add(assign.var());
      } else if (!isTaken(assign.var())) {
        Optional<Creation> creation = creation(body, i, assign, call, local);
        if (creation.isPresent()) {
          declared.add(assign.var());
          batched.add(assign);
          creations.add(creation.get());
        } else {
          local.add(assign.var());
        }
      }
    }
    return creations;
  }

  private Optional<Creation> creation(
      List<Stmt> body, int index, Stmt.Assign assign, Expr.Call call, Set<Var> local) {
    if (call.type() instanceof Type.Shaped s
        && s.shape().stream().anyMatch(dim -> refersTo(dim, local))) {
      return Optional.empty();
    }
    String name = names.declare(assign.var());
    if (!assign.var().name().startsWith(PIPE_BUFFER)) {
      return Optional.of(new Creation(name, assign, call, Optional.empty()));
    }
    List<Expr> extents = sizePipeBuffer(body, index, assign, name);
    return extents.stream().anyMatch(extent -> refersTo(extent, local))
        ? Optional.empty()
        : Optional.of(new Creation(name, assign, call, Optional.of(extents)));
  }

  private static boolean refersTo(Expr expr, Set<Var> vars) {
    return switch (expr) {
      case Var var -> vars.contains(var);
      case Expr.Binary b -> refersTo(b.left(), vars) || refersTo(b.right(), vars);
      case Expr.Unary u -> refersTo(u.operand(), vars);
      case Expr.Const _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Invocation _, Expr.Unknown _ ->
          false;
    };
  }

  /**
   * Sizes the buffer of a mixed kernel's pipes by the kernel that gets it; returns the elements for
   * one block, and the number of blocks where that launch says one.
   */
  private List<Expr> sizePipeBuffer(List<Stmt> body, int index, Stmt.Assign create, String name) {
    Expr.Invocation launch = launchWith(body, index, create.var());
    Function callee = launch == null ? null : callees.of(launch.callee()).orElse(null);
    long elements = callee == null ? 0 : workspace.elements(callee);
    if (elements <= 0) {
      throw Failures.internal(
          "the pipe buffer of a mixed kernel goes to no kernel with pipes.", create.origin());
    }
    Optional<Expr> blockCount = launchSpecs.blocks(launch);
    String size = Long.toString(elements);
    infos.setExtent(
        name,
        blockCount
            .map(
                count ->
                    ExprText.castToUint32("(" + size + ") * (" + launchSpecs.text(count) + ")"))
            .orElse(size));
    List<Expr> extents = new ArrayList<>();
    extents.add(new Expr.ConstInt(elements, DataType.INDEX, create.origin()));
    blockCount.ifPresent(extents::add);
    sized.put(create.var(), extents);
    return extents;
  }

  private static Expr.Invocation launchWith(List<Stmt> body, int index, Var buffer) {
    for (Stmt stmt : body.subList(index + 1, body.size())) {
      Expr value =
          switch (stmt) {
            case Stmt.Assign s when s.var() != buffer -> s.value();
            case Stmt.Eval s -> s.expr();
            default -> null;
          };
      if (value instanceof Expr.Invocation call && call.args().contains(buffer)) {
        return call;
      }
    }
    return null;
  }

  private void allocate(List<Creation> batch) {
    String outputs = "alloc_" + calls++;
    emitter.submits(new Submission.Allocation(batch.stream().map(Creation::buffer).toList()));
    String arguments = batch.stream().map(c -> c.name + "_ci").collect(Collectors.joining(", "));
    emitter.from(
        batch.getFirst().stmt.origin(),
        () ->
            emitter.line("TaskOutputTensors " + outputs + " = alloc_tensors(" + arguments + ");"));
    for (int i = 0; i < batch.size(); i++) {
      String declaration =
          "const ChipTensor& " + batch.get(i).name + " = " + outputs + ".get_ref(" + i + ");";
      emitter.from(batch.get(i).stmt.origin(), () -> emitter.line(declaration));
    }
  }
}
