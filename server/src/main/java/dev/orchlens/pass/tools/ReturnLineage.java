package dev.orchlens.pass.tools;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which parameter a returned value is, through stores, loops and the functions that are called
 * (reference: docs/en/dev/passes/normalize_return_order, "Return lineage").
 */
public final class ReturnLineage {
  private static final PassMemory.Question<List<OptionalInt>> RESULTS =
      function -> new ReturnLineage(Operators.load(), Optional.empty()).results(function);

  private final Operators operators;
  private final Optional<Program> program;
  private final Optional<PassMemory> memory;
  private final Map<String, List<OptionalInt>> known = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  /**
   * Makes a tracer.
   *
   * @param program where callees are found; without one, no value is followed through a call of a
   *     function
   */
  public ReturnLineage(Operators operators, Optional<Program> program) {
    this(operators, program, Optional.empty());
  }

  private ReturnLineage(
      Operators operators, Optional<Program> program, Optional<PassMemory> memory) {
    this.operators = operators;
    this.program = program;
    this.memory = memory;
  }

  /**
   * Makes a tracer for the functions of {@code program} that remembers what it finds out about
   * kernels.
   */
  public static ReturnLineage remembering(Operators operators, Program program, PassMemory memory) {
    return new ReturnLineage(operators, Optional.of(program), Optional.of(memory));
  }

  /**
   * Returns the parameters among {@code params} whose memory values are at the end of {@code body}.
   */
  public List<Optional<Var>> params(List<Var> values, List<Stmt> body, Set<Var> params) {
    Index index = new Index(body);
    List<Optional<Var>> out = new ArrayList<>(values.size());
    for (Var value : values) {
      out.add(trace(value, index, params));
    }
    return out;
  }

  /**
   * Returns for each result of a function the index of the parameter it is; empty when nothing is
   * known.
   */
  public List<OptionalInt> results(Function function) {
    List<OptionalInt> done = known.get(function.name());
    if (done != null) {
      return done;
    }
    if (memory.isPresent() && memory.get().ask(Calls.NONE_OF_FUNCTIONS, function)) {
      return memory.get().ask(RESULTS, function);
    }
    if (!open.add(function.name())) {
      return List.of();
    }
    List<OptionalInt> out = compute(function);
    open.remove(function.name());
    known.put(function.name(), out);
    return out;
  }

  private List<OptionalInt> compute(Function function) {
    List<Expr> values =
        Blocks.firstReturn(function.body()).map(Stmt.Return::values).orElse(List.of());
    List<Var> params = function.params().stream().map(Param::var).toList();
    if (values.isEmpty()) {
      boolean wrapper =
          function.type() == FunctionType.GROUP || function.type() == FunctionType.SPMD;
      return wrapper ? wrapperResults(function, params) : List.of();
    }
    Index index = new Index(function.body());
    int arity = function.returnTypes().size();
    if (values.size() == 1
        && arity > 1
        && values.getFirst() instanceof Var var
        && var.type() instanceof Type.Tuple tuple
        && tuple.elements().size() == arity) {
      List<OptionalInt> expanded = forwardedTuple(var, index, params);
      if (expanded.size() == arity) {
        return expanded;
      }
    }
    return indices(values, index, params);
  }

  private List<OptionalInt> indices(List<Expr> values, Index index, List<Var> params) {
    Set<Var> set = Set.copyOf(params);
    List<OptionalInt> out = new ArrayList<>();
    for (Expr value : values) {
      Optional<Var> root = value instanceof Var var ? trace(var, index, set) : Optional.empty();
      out.add(root.map(r -> OptionalInt.of(params.indexOf(r))).orElse(OptionalInt.empty()));
    }
    return List.copyOf(out);
  }

  /** The results of a function that returns the whole tuple of another one. */
  private List<OptionalInt> forwardedTuple(Var tuple, Index index, List<Var> params) {
    Set<Var> seen = new HashSet<>();
    Expr value = tuple;
    while (value instanceof Var var) {
      value = seen.add(var) ? index.of(var).orElse(null) : null;
    }
    if (value instanceof Expr.MakeTuple made) {
      return indices(made.elements(), index, params);
    }
    if (!(value instanceof Expr.Invocation call) || callee(call).isEmpty()) {
      return List.of();
    }
    List<Expr> passed = new ArrayList<>();
    for (OptionalInt inner : results(callee(call).get())) {
      boolean found = inner.isPresent() && inner.getAsInt() < call.args().size();
      passed.add(found ? call.args().get(inner.getAsInt()) : call);
    }
    return indices(passed, index, params);
  }

  /**
   * A wrapper without a return gives back what the one kernel inside it that has as many results
   * does.
   */
  private List<OptionalInt> wrapperResults(Function wrapper, List<Var> params) {
    List<Expr.Invocation> calls = new ArrayList<>();
    Calls.forEach(
        wrapper.body(),
        call -> {
          if (callee(call)
              .filter(f -> f.returnTypes().size() == wrapper.returnTypes().size())
              .isPresent()) {
            calls.add(call);
          }
        });
    if (wrapper.returnTypes().isEmpty() || calls.size() != 1) {
      return List.of();
    }
    List<OptionalInt> out = new ArrayList<>();
    for (OptionalInt inner : results(callee(calls.getFirst()).get())) {
      boolean found = inner.isPresent() && inner.getAsInt() < calls.getFirst().args().size();
      int at = found ? params.indexOf(calls.getFirst().args().get(inner.getAsInt())) : -1;
      out.add(at < 0 ? OptionalInt.empty() : OptionalInt.of(at));
    }
    return List.copyOf(out);
  }

  private Optional<Function> callee(Expr.Invocation call) {
    return program.flatMap(p -> p.function(call.callee()));
  }

  private Optional<Var> trace(Var start, Index index, Set<Var> params) {
    Set<Var> seen = new HashSet<>();
    Optional<Var> at = Optional.of(start);
    while (at.isPresent() && seen.add(at.get())) {
      Var var = at.get();
      if (params.contains(var)) {
        return at;
      }
      at = source(var, index);
    }
    return Optional.empty();
  }

  private Optional<Var> source(Var var, Index index) {
    return switch (index.of(var).orElse(null)) {
      case null -> Optional.empty();
      case Var other -> Optional.of(other);
      case Expr.TupleGet get
          when get.tuple() instanceof Var tuple
              && index.of(tuple).orElse(null) instanceof Expr.Invocation call ->
          argument(call, get.index());
      case Expr.Invocation call when call.callee() instanceof Callee.Op op ->
          operators
              .find(op.name())
              .flatMap(Operator::alias)
              .filter(a -> !a.view() && a.argument() < call.args().size())
              .map(a -> call.args().get(a.argument()))
              .filter(Var.class::isInstance)
              .map(Var.class::cast);
      case Expr.Invocation call when callee(call).filter(f -> results(f).size() == 1).isPresent() ->
          argument(call, 0);
      default -> Optional.empty();
    };
  }

  private Optional<Var> argument(Expr.Invocation call, int result) {
    List<OptionalInt> map = callee(call).map(this::results).orElse(List.of());
    if (result >= map.size()
        || map.get(result).isEmpty()
        || map.get(result).getAsInt() >= call.args().size()) {
      return Optional.empty();
    }
    return call.args().get(map.get(result).getAsInt()) instanceof Var arg
        ? Optional.of(arg)
        : Optional.empty();
  }

  /**
   * The value that each variable of one body was made from, one step back; the body is read when
   * the first of them is asked for.
   */
  private final class Index extends Lineage<Expr> {
    private final List<Stmt> body;
    private boolean isRead;

    Index(List<Stmt> body) {
      this.body = body;
    }

    @Override
    public Optional<Expr> of(Expr value) {
      if (!isRead) {
        isRead = true;
        follow(body);
      }
      return super.of(value);
    }

    @Override
    protected Optional<Expr> assigned(Stmt.Assign assign) {
      return Optional.of(assign.value()).filter(this::leadsOn);
    }

    @Override
    protected Optional<Expr> carried(Carry carry, Optional<Expr> initial) {
      return Optional.of(carry.init()).filter(Var.class::isInstance);
    }

    @Override
    protected Optional<Expr> left(
        Stmt.Loop loop, int index, Optional<Expr> initial, Optional<Expr> yielded) {
      return index < loop.carries().size() && loop.results().get(index).type().isTensor()
          ? carried(loop.carries().get(index), initial)
          : Optional.empty();
    }

    private boolean leadsOn(Expr value) {
      return switch (value) {
        case Var _, Expr.TupleGet _, Expr.MakeTuple _ -> true;
        case Expr.Invocation call ->
            !(call.callee() instanceof Callee.Op op)
                || operators
                    .find(op.name())
                    .flatMap(Operator::alias)
                    .filter(a -> !a.view())
                    .isPresent();
        case Expr.Const _, Expr.Binary _, Expr.Unary _, Expr.Unknown _ -> false;
      };
    }
  }
}
