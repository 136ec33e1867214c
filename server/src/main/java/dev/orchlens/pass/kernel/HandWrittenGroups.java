package dev.orchlens.pass.kernel;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives both members of a Group that the user wrote the parameters of the Group, as a task has one
 * list of arguments for both cores (reference: docs/en/dev/passes/expand_mixed_kernel,
 * "Hand-written Group ABI normalization"). A vector member whose exchanges are not split runs on
 * both lanes.
 */
final class HandWrittenGroups {
  private final Map<String, Function> functions = new HashMap<>();
  private final Map<String, Integer> calls = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final List<Function> adapters = new ArrayList<>();
  private final Map<String, Function> replacements = new HashMap<>();

  /**
   * A call of a member, which a cluster may write as a submit.
   *
   * @param call the call in the Group's body
   * @param callee the function that it calls
   */
  private record Member(Expr.Invocation call, Function callee) {}

  private HandWrittenGroups(List<Function> program) {
    for (Function function : program) {
      functions.put(function.name(), function);
      names.add(function.name());
    }
  }

  /**
   * Returns how often a function is called; the calls are counted when the first question is asked.
   */
  private int calls(String name) {
    if (calls.isEmpty()) {
      for (Function function : functions.values()) {
        Calls.forEach(
            function.body(),
            call -> {
              if (call.callee() instanceof Callee.Function callee) {
                calls.merge(callee.name(), 1, Integer::sum);
              }
            });
      }
    }
    return calls.getOrDefault(name, 0);
  }

  /** Returns the functions of a program with the members of its Groups adapted. */
  static List<Function> normalized(List<Function> program) {
    HandWrittenGroups groups = new HandWrittenGroups(program);
    program.stream().filter(f -> f.type() == FunctionType.GROUP).forEach(groups::group);
    List<Function> result = new ArrayList<>(groups.adapters);
    program.forEach(f -> result.add(groups.replacements.getOrDefault(f.name(), f)));
    return result;
  }

  private void group(Function group) {
    List<Member> members = members(group);
    Optional<Member> cube =
        members.stream().filter(m -> m.callee.type() == FunctionType.AIC).findFirst();
    Optional<Member> vector =
        members.stream().filter(m -> m.callee.type() == FunctionType.AIV).findFirst();
    if (cube.isEmpty() || vector.isEmpty()) {
      return;
    }
    boolean other = !hasParametersOf(group, cube.get()) || !hasParametersOf(group, vector.get());
    boolean bothLanes = exchangesWhole(vector.get().callee);
    if (!other && !bothLanes) {
      return;
    }
    if (other) {
      refuseExternal(group, cube.get());
      refuseExternal(group, vector.get());
    }
    String cubeName = cube.get().callee.name();
    String vectorName = vector.get().callee.name();
    boolean exclusive = calls(cubeName) == 1 && calls(vectorName) == 1;
    Map<String, String> renamed =
        Map.of(
            cubeName, exclusive ? cubeName : free(group.name() + "_aic_adapter"),
            vectorName, exclusive ? vectorName : free(group.name() + "_aiv_adapter"));
    Function newCube = adapter(group, cube.get(), renamed.get(cubeName));
    Function newVector = adapter(group, vector.get(), renamed.get(vectorName));
    newVector = bothLanes ? newVector.withAttrs(newVector.attrs().withDualAiv(true)) : newVector;
    if (exclusive) {
      replacements.put(newCube.name(), newCube);
      replacements.put(newVector.name(), newVector);
    } else {
      adapters.add(newCube);
      adapters.add(newVector);
    }
    replacements.put(
        group.name(), group.withBody(new MemberCalls(group, renamed).body(group.body())));
  }

  private List<Member> members(Function group) {
    List<Member> members = new ArrayList<>();
    Walk.expressions(
        group.body(),
        e -> {
          if (e instanceof Expr.Invocation call
              && call.callee() instanceof Callee.Function callee) {
            Optional.ofNullable(functions.get(callee.name()))
                .ifPresent(f -> members.add(new Member(call, f)));
          }
        });
    return members;
  }

  private static boolean hasParametersOf(Function group, Member member) {
    return member.callee.params().size() == group.params().size()
        && member.call.args().equals(group.params().stream().map(Param::var).toList());
  }

  private static boolean exchangesWhole(Function vector) {
    if (vector.attrs().dualAiv()
        || vector.attrs().externalSource().isPresent()
        || vector.attrs().split() != SplitMode.NONE) {
      return false;
    }
    boolean[] exchanges = {false};
    boolean[] split = {false};
    Walk.expressions(
        vector.body(),
        e -> {
          if (e instanceof Expr.Invocation call
              && (SplitVectorKernel.isExchange(call)
                  || call.isOp(Ops.SYSTEM_TFREE_TO_AIC)
                  || call.isOp(Ops.SYSTEM_TFREE_TO_AIV))) {
            exchanges[0] = true;
            split[0] |= SplitVectorKernel.isSplit(call);
          }
        });
    return exchanges[0] && !split[0];
  }

  private static void refuseExternal(Function group, Member member) {
    if (member.callee.attrs().externalSource().isPresent()) {
      throw new Rejection(
          new Problem(
              Code.GROUP_EXTERNAL_MEMBER,
              "'"
                  + member.callee.name()
                  + "' is an external kernel, so it cannot be adapted to the parameters of the"
                  + " Group '"
                  + group.name()
                  + "'; declare it with the same parameters and pass them on in order.",
              group.origin()));
    }
  }

  private String free(String base) {
    String name = base;
    for (int i = 1; !names.add(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /** A member with the Group's parameters, whose own ones stand for what the Group passes. */
  private static Function adapter(Function group, Member member, String name) {
    Map<Var, Expr> ofGroup = new IdentityHashMap<>();
    List<Param> params = new ArrayList<>();
    for (Param param : group.params()) {
      Type type =
          TypeExprs.map(
              param.var().type(), e -> e instanceof Var v ? ofGroup.getOrDefault(v, v) : e);
      Var fresh = new Var(param.var().name(), param.var().sourceName(), type, param.var().origin());
      ofGroup.put(param.var(), fresh);
      params.add(new Param(fresh, param.direction()));
    }
    Map<Var, Expr> ofMember = new IdentityHashMap<>();
    for (int i = 0; i < member.callee.params().size(); i++) {
      Expr argument = member.call.args().get(i);
      ofMember.put(
          member.callee.params().get(i).var(),
          argument instanceof Var v ? ofGroup.getOrDefault(v, v) : argument);
    }
    Function callee = member.callee;
    return new Function(
        name,
        callee.type(),
        callee.attrs(),
        params,
        callee.returnTypes(),
        Cloner.copy(callee.body(), ofMember),
        callee.origin());
  }

  /** Calls the adapters with all parameters of the Group. */
  private static final class MemberCalls extends Rewriter {
    private final List<Expr> parameters;
    private final List<Integer> noDep = new ArrayList<>();
    private final Map<String, String> renamed;

    MemberCalls(Function group, Map<String, String> renamed) {
      this.parameters = group.params().stream().map(p -> (Expr) p.var()).toList();
      this.renamed = renamed;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      if (call.function().filter(renamed::containsKey).isEmpty()) {
        return super.invocation(call);
      }
      noDep.clear();
      call.attrs().noDepArgs().forEach(i -> noDep.add(parameters.indexOf(call.args().get(i))));
      CallAttrs attrs =
          call.attrs().withArgDirections(List.of()).withArgOrigins(List.of()).withNoDepArgs(noDep);
      Callee member = new Callee.Function(renamed.get(call.function().get()));
      return switch (call) {
        case Expr.Call c ->
            new Expr.Call(member, parameters, c.kwargs(), attrs, c.type(), c.origin());
        case Expr.Submit s ->
            new Expr.Submit(
                member,
                parameters,
                s.deps(),
                s.predicate(),
                s.kwargs(),
                attrs,
                s.type(),
                s.origin());
      };
    }
  }
}
