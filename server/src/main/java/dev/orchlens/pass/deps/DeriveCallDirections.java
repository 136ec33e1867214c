package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.BufferRoots;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.PassMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every argument of every launch its direction at the call (reference:
 * docs/en/dev/passes/derive_call_directions), and every launch its number. The document's table
 * lacks one row: an output whose buffer is ambiguous becomes InOut.
 */
public final class DeriveCallDirections {
  private static final PassMemory.Question<Boolean> LAUNCHES =
      function -> Calls.any(function, Launch::isLaunch);

  private DeriveCallDirections() {}

  /**
   * What the pass made of a program.
   *
   * @param program the program with directions
   * @param choices the direction of every tensor argument with its reason, launch by launch
   */
  public record Result(Program program, List<DirectionChoice> choices) {
    public Result {
      choices = List.copyOf(choices);
    }
  }

  /** Runs the pass. */
  public static Result run(Program input) {
    return run(input, new PassMemory());
  }

  /** Runs the pass, asking {@code memory} which functions launch tasks. */
  public static Result run(Program input, PassMemory memory) {
    Set<String> launching = new HashSet<>();
    for (Function function : input.functions().values()) {
      if (memory.ask(LAUNCHES, function)) {
        launching.add(function.name());
      }
    }
    Program program = Launch.number(WrapperDirections.materialize(input), launching);
    List<DirectionChoice> choices = new ArrayList<>();
    Program changed =
        program.mapFunctions(
            f ->
                launching.contains(f.name())
                    ? f.withBody(new Directions(program, f, choices).body(f.body()))
                    : f);
    return new Result(changed, choices);
  }

  private static final class Directions extends Rewriter {
    private final Program program;
    private final Function function;
    private final List<DirectionChoice> choices;
    private final BufferRoots roots;
    private final FirstWriters firstWriters;
    private final Map<Var, ParamDirection> paramDirections = new HashMap<>();
    private int sequentialDepth;
    private Optional<Var> result = Optional.empty();

    Directions(Program program, Function function, List<DirectionChoice> choices) {
      this.program = program;
      this.function = function;
      this.choices = choices;
      this.roots = BufferRoots.of(program, function, BufferRoots.WhenAmbiguous.FIRST);
      this.firstWriters = FirstWriters.of(program, function, roots);
      for (Param param : function.params()) {
        paramDirections.put(param.var(), param.direction());
      }
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      boolean sequential =
          stmt instanceof Stmt.While
              || (stmt instanceof Stmt.For s && s.kind() != ForKind.PARALLEL);
      sequentialDepth += sequential ? 1 : 0;
      result = stmt instanceof Stmt.Assign s ? Optional.of(s.var()) : Optional.empty();
      List<Stmt> rewritten = super.statement(stmt);
      sequentialDepth -= sequential ? 1 : 0;
      return rewritten;
    }

    @Override
    protected Expr invocation(Expr.Invocation call) {
      Expr rewritten = super.invocation(call);
      Optional<Function> callee = program.function(call.callee());
      if (callee.isEmpty() || !(rewritten instanceof Expr.Invocation launch)) {
        return rewritten;
      }
      List<Param> params = callee.get().params();
      int count = launch.args().size();
      boolean fits =
          launch instanceof Expr.Submit ? count <= params.size() : count == params.size();
      if (!fits || !launch.attrs().argDirections().isEmpty()) {
        return rewritten;
      }
      Launch id = Launch.of(function.name(), launch, result);
      List<ArgDirection> directions = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        directions.add(choose(id, call, launch, params.get(i).direction(), i));
      }
      return launch.withAttrs(launch.attrs().withArgDirections(directions));
    }

    private ArgDirection choose(
        Launch id,
        Expr.Invocation original,
        Expr.Invocation launch,
        ParamDirection declared,
        int index) {
      Expr arg = launch.args().get(index);
      boolean tensor = arg.type().isTensor() || arg.type() instanceof Type.Tuple;
      boolean excused = launch.attrs().noDepArgs().contains(index);
      if (!tensor && !excused) {
        return ArgDirection.SCALAR;
      }
      DirectionChoice.Rule rule =
          excused ? DirectionChoice.Rule.EXCUSED_BY_USER : rule(original, arg, declared);
      ArgDirection chosen =
          switch (rule) {
            case EXCUSED_BY_USER -> ArgDirection.NO_DEP;
            case DECLARED ->
                declared == ParamDirection.IN ? ArgDirection.INPUT : ArgDirection.IN_OUT;
            case FIRST_WRITER -> ArgDirection.OUTPUT_EXISTING;
            case SEQUENTIAL_LOOP, AMBIGUOUS_BUFFER, PRIOR_WRITER, ENCLOSING_IN_OUT ->
                ArgDirection.IN_OUT;
          };
      choices.add(new DirectionChoice(Argument.of(id, launch, index), declared, chosen, rule));
      return chosen;
    }

    private DirectionChoice.Rule rule(Expr.Invocation original, Expr arg, ParamDirection declared) {
      if (declared != ParamDirection.OUT) {
        return DirectionChoice.Rule.DECLARED;
      }
      if (sequentialDepth > 0) {
        return DirectionChoice.Rule.SEQUENTIAL_LOOP;
      }
      if (roots.isAmbiguous(arg)) {
        return DirectionChoice.Rule.AMBIGUOUS_BUFFER;
      }
      Optional<Var> root = roots.rootOf(arg);
      if (root.isPresent() && !firstWriters.isFirst(original, root.get())) {
        return DirectionChoice.Rule.PRIOR_WRITER;
      }
      if (root.isPresent() && paramDirections.get(root.get()) == ParamDirection.IN_OUT) {
        return DirectionChoice.Rule.ENCLOSING_IN_OUT;
      }
      return DirectionChoice.Rule.FIRST_WRITER;
    }
  }
}
