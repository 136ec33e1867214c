package dev.orchlens.pass.front;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Replaces every call of an inline function by a copy of its body, and drops the inline functions
 * (reference: docs/en/dev/passes/inline_functions, "Algorithm" and "Verification"). The local
 * variables of each copy are new ones called {@code <name>_inline<n>}.
 */
public final class InlineFunctions implements RememberingPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    Map<String, Function> inline = new HashMap<>();
    program
        .functions()
        .forEach(
            (name, f) -> {
              if (f.type() == FunctionType.INLINE) {
                inline.put(name, f);
              }
            });
    if (inline.isEmpty()) {
      return program;
    }
    return new Expansion(program, inline, memory).expand();
  }

  /** The expansion of one program. Functions that call others are expanded after those. */
  private static final class Expansion {
    private final Program program;
    private final Map<String, Function> inline;
    private final PassMemory memory;
    private final Map<String, Function> expanded = new HashMap<>();
    private final Set<String> open = new LinkedHashSet<>();
    private final Splicer.Names names = new Splicer.Names();

    Expansion(Program program, Map<String, Function> inline, PassMemory memory) {
      this.program = program;
      this.inline = inline;
      this.memory = memory;
    }

    Program expand() {
      inline.values().forEach(this::expanded);
      boolean nested = program.functions().values().stream().anyMatch(this::nestsCalls);
      List<Function> kept = new ArrayList<>();
      for (Function f : program.functions().values()) {
        if (f.type() != FunctionType.INLINE) {
          Function result = splice(f);
          if (nested) {
            rejectNestedCalls(result);
          }
          kept.add(result);
        }
      }
      return Program.of(program.name(), kept);
    }

    /** Returns an inline function with the calls in it already replaced. */
    private Function expanded(Function f) {
      Function known = expanded.get(f.name());
      if (known != null) {
        return known;
      }
      if (!open.add(f.name())) {
        throw recursive(f);
      }
      called(f).forEach(name -> expanded(inline.get(name)));
      Function result = splice(f);
      open.remove(f.name());
      expanded.put(f.name(), result);
      return result;
    }

    private Function splice(Function f) {
      memory.poll();
      var body = new Splicer(name -> Optional.ofNullable(expanded.get(name)), names).body(f.body());
      return body == f.body() ? f : f.withBody(body);
    }

    private Set<String> called(Function f) {
      Set<String> out = new LinkedHashSet<>();
      Calls.forEach(
          f.body(),
          call -> {
            if (call instanceof Expr.Call
                && call.callee() instanceof Callee.Function callee
                && inline.containsKey(callee.name())) {
              out.add(callee.name());
            }
          });
      return out;
    }

    private Rejection recursive(Function f) {
      List<String> chain = new ArrayList<>(open);
      List<String> cycle = new ArrayList<>(chain.subList(chain.indexOf(f.name()), chain.size()));
      cycle.add(f.name());
      return new Rejection(
          Problem.error(
              "inline/recursive",
              "Inline functions call each other in a circle ("
                  + String.join(" -> ", cycle)
                  + "), so they cannot be expanded; break the circle.",
              f.origin()));
    }

    /**
     * Returns whether a function, as it was written, calls an inline function otherwise than as a
     * whole statement.
     */
    private boolean nestsCalls(Function f) {
      int[] more = {0};
      Calls.forEach(
          f.body(),
          call -> more[0] += call.function().filter(inline::containsKey).isPresent() ? 1 : 0);
      Walk.statements(
          f.body(),
          stmt ->
              more[0] -=
                  Splicer.topLevelCall(stmt)
                          .flatMap(Expr.Call::function)
                          .filter(inline::containsKey)
                          .isPresent()
                      ? 1
                      : 0);
      return more[0] != 0;
    }

    private void rejectNestedCalls(Function f) {
      Calls.forEach(
          f.body(),
          call -> {
            if (call.callee() instanceof Callee.Function callee
                && inline.containsKey(callee.name())) {
              throw new Rejection(
                  Problem.error(
                      "inline/nested-call",
                      "The inline function '"
                          + callee.name()
                          + "' is "
                          + (call instanceof Expr.Submit
                              ? "copied to where it is called, so it is no task that could be"
                                  + " submitted; call it without pl.submit, or make it a kernel."
                              : "called inside another expression; assign its result to a variable"
                                  + " in a statement of its own."),
                      call.origin()));
            }
          });
    }
  }
}
