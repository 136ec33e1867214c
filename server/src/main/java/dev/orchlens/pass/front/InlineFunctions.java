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
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
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

  private static final Visits.Kind<Spliced> SPLICED = new Visits.Kind<>();
  private static final Visits.Kind<InlineCalls> CALLS = new Visits.Kind<>();

  /** A function with copies in the places of calls, and all that decided about it. */
  private record Spliced(
      Function function,
      List<Function> callees,
      int first,
      int names,
      long statements,
      Map<Splicer.CallSite, Splicer.Spliced> made,
      Function result) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * The calls of inline functions in a function.
   *
   * @param inline the names of all inline functions of the program
   * @param names those of the called ones
   * @param nests whether one is called otherwise than as a whole statement
   */
  private record InlineCalls(
      Function function, Set<String> inline, Set<String> names, boolean nests) {}

  /** The expansion of one program. Functions that call others are expanded after those. */
  private static final class Expansion {
    private final Program program;
    private final Map<String, Function> inline;
    private final PassMemory memory;
    private final Map<String, Function> expanded = new HashMap<>();
    private final Map<Function, InlineCalls> calls = new IdentityHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();
    private final Splicer.Names names = new Splicer.Names();
    private final Set<String> inlineNames;

    Expansion(Program program, Map<String, Function> inline, PassMemory memory) {
      this.program = program;
      this.inline = inline;
      this.memory = memory;
      this.inlineNames = Set.copyOf(inline.keySet());
    }

    Program expand() {
      inline.values().forEach(this::expanded);
      boolean nested = program.functions().values().stream().anyMatch(f -> calls(f).nests);
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
      calls(f).names.forEach(name -> expanded(inline.get(name)));
      Function result = splice(f);
      open.remove(f.name());
      expanded.put(f.name(), result);
      return result;
    }

    /** Returns a function with the calls in it replaced; the last run's where all is the same. */
    private Function splice(Function f) {
      memory.poll();
      List<Function> callees = calls(f).names.stream().map(expanded::get).toList();
      Visits visits = memory.visits();
      Spliced before = visits.earlier(SPLICED, f.name());
      if (before != null
          && before.function == f
          && before.first == names.next()
          && before.callees.equals(callees)
          && names.skip(before.names, before.statements)) {
        Splicer.keep(before.made, visits);
        visits.keep(SPLICED, f.name(), before);
        return before.result;
      }
      int first = names.next();
      long statements = names.copied();
      Splicer splicer = new Splicer(name -> Optional.ofNullable(expanded.get(name)), names, visits);
      Function result = f.withBody(splicer.body(f.body()));
      visits.keep(
          SPLICED,
          f.name(),
          new Spliced(
              f,
              callees,
              first,
              names.next() - first,
              names.copied() - statements,
              splicer.made(),
              result));
      return result;
    }

    /** Returns which inline functions a function calls, from the last run where it is the same. */
    private InlineCalls calls(Function f) {
      return calls.computeIfAbsent(
          f,
          _ -> {
            InlineCalls before = memory.visits().earlier(CALLS, f.name());
            InlineCalls found =
                before != null && before.function == f && before.inline.equals(inlineNames)
                    ? before
                    : new InlineCalls(f, inlineNames, called(f), nestsCalls(f));
            memory.visits().keep(CALLS, f.name(), found);
            return found;
          });
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
          new Problem(
              Code.INLINE_RECURSIVE,
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
                  new Problem(
                      Code.INLINE_NESTED_CALL,
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
