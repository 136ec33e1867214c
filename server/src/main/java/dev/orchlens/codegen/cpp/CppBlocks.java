package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The C++ blocks that are open at one point of the text: which tensor variables each may assign,
 * and what moves out in front of a MANUAL scope so that tasks behind the scope still see it
 * (reference: docs/en/dev/codegen/01-orchestration_codegen.md, "Cross-scope tensors and
 * manual_scope").
 */
public final class CppBlocks {
  /** A MANUAL scope that is being written. */
  private static final class Manual {
    private final Manual outer;
    private final int level;
    private final List<Emitter.Part> hoisted = new ArrayList<>();
    private final Set<String> locals = new HashSet<>();

    Manual(Manual outer, int level) {
      this.outer = outer;
      this.level = level;
    }

    /** Makes a name of this scope one of the block around it. */
    void release(String name) {
      locals.remove(name);
      if (outer != null) {
        outer.locals.add(name);
      }
    }
  }

  private final Emitter emitter;
  private final Deque<Set<String>> assignable = new ArrayDeque<>();
  private final Set<String> hoistedCarries = new HashSet<>();
  private Manual manual;

  public CppBlocks(Emitter emitter) {
    this.emitter = emitter;
    assignable.push(new HashSet<>());
  }

  /** Notes a new name. */
  public void declared(String name) {
    if (manual != null) {
      manual.locals.add(name);
    }
  }

  /** Writes {@code body} as a block, one level deeper. */
  public void block(Runnable body) {
    emitter.nested(
        () -> {
          assignable.push(new HashSet<>());
          body.run();
          assignable.pop();
        });
  }

  /** Writes the MANUAL scope {@code owner} around {@code body}, behind what moves out of it. */
  public void manual(TaskIds taskIds, Stmt.RuntimeScope owner, Runnable body) {
    Manual scope = new Manual(manual, emitter.level());
    manual = scope;
    List<Emitter.Part> lines = new ArrayList<>();
    taskIds.inManualBlock(
        scope.locals,
        () -> {
          lines.addAll(emitter.collect(scope.level, () -> block(body)));
          manual = scope.outer;
        });
    emitter.add(scope.hoisted);
    emitter.line("PTO2_SCOPE(PTO2ScopeMode::MANUAL) {");
    emitter.inside(owner, () -> emitter.add(lines));
    emitter.line("}");
  }

  /** Returns whether the text is inside a MANUAL scope. */
  public boolean isInManual() {
    return manual != null;
  }

  /**
   * Returns whether the text is directly in the body of a MANUAL scope, in no loop or branch of it.
   */
  public boolean isManualBody() {
    return manual != null && emitter.level() == manual.level + 1;
  }

  /**
   * Returns whether a name means the same in front of the present MANUAL scope; false outside of
   * one.
   */
  public boolean isKnownOutside(String name) {
    return manual != null && !manual.locals.contains(name);
  }

  /**
   * Writes {@code body} in front of the present MANUAL scope, and its {@code names} become names of
   * that block.
   */
  public void hoist(List<String> names, Runnable body) {
    manual.hoisted.addAll(emitter.collect(manual.level, body));
    names.forEach(manual::release);
  }

  /**
   * Declares a tensor variable that loops or branches assign, in front of a MANUAL scope where that
   * is possible.
   */
  public void declareTensor(String name, String init) {
    String declaration = CppTypes.TENSOR + " " + name + " = " + init + ";";
    if (isManualBody() && isKnownOutside(init)) {
      hoist(List.of(name), () -> emitter.line(declaration));
      hoistedCarries.add(name);
      Set<String> present = assignable.pop();
      assignable.element().add(name);
      assignable.push(present);
    } else {
      emitter.line(declaration);
      assignable.element().add(name);
    }
  }

  /** Declares a variable with a value. */
  public void declare(String type, String name, String init) {
    emitter.line(type + " " + name + " = " + init + ";");
    if (type.equals(CppTypes.TENSOR)) {
      assignable.element().add(name);
    }
  }

  /**
   * Returns whether the present block declares a tensor variable of this name, which is then
   * assigned.
   */
  public boolean isAssignableHere(String name) {
    return assignable.element().contains(name);
  }

  /** Returns whether a name is a carried tensor that moved in front of a MANUAL scope. */
  public boolean isHoistedCarry(String name) {
    return hoistedCarries.contains(name);
  }
}
