package dev.orchlens.pass.tools;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.text.Fingerprint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a function says, names and origins included, so that it can be recognised when it is made
 * anew. Its own variables count by where they come first; those of others, such as dimensions known
 * at run time, as themselves.
 *
 * @param content all of it but the variables of others
 * @param others the variables of others, in the order of first use
 */
record FunctionPrint(Fingerprint content, List<Var> others) {
  FunctionPrint {
    others = List.copyOf(others);
  }

  /** Returns the print of a function. */
  static FunctionPrint of(Function function) {
    Writer writer = new Writer();
    writer.function(function);
    return new FunctionPrint(writer.out.fingerprint(), writer.others);
  }

  /**
   * Returns the print of the function that a region becomes.
   *
   * @param function the function's name and all else that is known of it before it is made
   * @param region the region, in whose options the function has no part
   * @param captured the variables that it captures, which become the parameters
   * @param results the variables of the region that become the results
   */
  static FunctionPrint of(
      String function, Stmt.Scope region, Collection<Var> captured, List<Var> results) {
    Writer writer = new Writer();
    writer.region(function, region, captured, results);
    return new FunctionPrint(writer.out.fingerprint(), writer.others);
  }

  /**
   * Returns what a function says about tasks, see {@link TaskPrint}.
   *
   * @param isWhole whether nothing of it is left out but its places
   */
  static TaskPrint ofTasks(Function function, boolean isWhole) {
    Writer writer = new Writer();
    writer.places = new ArrayList<>();
    writer.isWhole = isWhole;
    writer.function(function);
    return new TaskPrint(writer.out.fingerprint(), writer.others, writer.places);
  }

  /**
   * Writes all that a function holds into a hash. A list is led by its length, a node by its kind.
   */
  private static final class Writer {
    private final Fingerprint.Builder out = new Fingerprint.Builder();
    private final Map<Var, Integer> numbers = new IdentityHashMap<>();
    private final Map<Origin, Integer> callers = new IdentityHashMap<>();
    private final Map<Origin, Integer> equalCallers = new HashMap<>();
    private final Map<String, Integer> texts = new HashMap<>();
    private final List<Var> others = new ArrayList<>();

    /** Takes the places where they are no part of the print; null where they are. */
    private List<Origin> places;

    /** Whether what only computes with loaded data is a part of the print. */
    private boolean isWhole = true;

    /** Variables that are defined by what is left out. */
    private final Set<Var> computed = new HashSet<>();

    /** Variables that may be other names of tensors. */
    private final Set<Var> views = new HashSet<>();

    /**
     * The file and the item of the last origin, which most have in common with the next, and their
     * numbers.
     */
    private String lastFile;

    private String lastItem;
    private long place;

    private void function(Function f) {
      out.add(f.name()).add(f.type().ordinal()).add(f.attrs().toString());
      origin(f.origin());
      out.add(f.params().size());
      // The type of a parameter may name one behind it.
      f.params().forEach(p -> numbers.putIfAbsent(p.var(), numbers.size()));
      for (Param param : f.params()) {
        describe(param.var());
        out.add(param.direction().ordinal());
      }
      out.add(f.returnTypes().size());
      f.returnTypes().forEach(this::type);
      body(f.body());
    }

    private void region(
        String function, Stmt.Scope region, Collection<Var> captured, List<Var> results) {
      out.add(function);
      origin(region.origin());
      kind(region);
      out.add(region.attrs().pipeSlots().orElse(-1)).add(captured.size());
      captured.forEach(v -> numbers.putIfAbsent(v, numbers.size()));
      captured.forEach(this::describe);
      body(region.body());
      exprs(results);
    }

    private void body(List<Stmt> body) {
      if (isWhole) {
        out.add(body.size());
      }
      for (int i = 0; i < body.size(); i++) {
        if (isWhole || !isComputation(body.get(i))) {
          statement(body.get(i));
        }
      }
      if (!isWhole) {
        out.add(80);
      }
    }

    /** Whether a statement takes no tensor and gives no number, and so touches nothing. */
    private boolean isComputation(Stmt stmt) {
      if (!(stmt instanceof Stmt.Assign(Var var, Expr.Invocation call, var _))) {
        return false;
      }
      boolean isData =
          var.type() instanceof Type.Tile
              || var.type() instanceof Type.Scalar number && !number.dtype().isInteger();
      boolean isLeftOut =
          isData
              && call.callee() instanceof Callee.Op
              && call.args().stream().noneMatch(this::mayBeTensor);
      (isLeftOut ? computed : views).add(var);
      return isLeftOut;
    }

    private boolean mayBeTensor(Expr arg) {
      return switch (arg) {
        case Var var ->
            views.contains(var) && !(var.type() instanceof Type.Scalar)
                || !(var.type() instanceof Type.Tile || var.type() instanceof Type.Scalar);
        default -> !(arg.type() instanceof Type.Tile || arg.type() instanceof Type.Scalar);
      };
    }

    private void statement(Stmt stmt) {
      origin(stmt.origin());
      switch (stmt) {
        case Stmt.Assign s -> {
          out.add(1);
          expr(s.value());
          define(s.var());
        }
        case Stmt.Eval s -> {
          out.add(2);
          expr(s.expr());
        }
        case Stmt.If s -> {
          out.add(3);
          expr(s.condition());
          body(s.then());
          out.add(s.orElse().isPresent() ? 1 : 0);
          s.orElse().ifPresent(this::body);
          define(s.results());
        }
        case Stmt.For s -> {
          out.add(4).add(s.kind().ordinal()).add(s.attrs().toString());
          expr(s.start());
          expr(s.stop());
          expr(s.step());
          define(s.var());
          carries(s.carries());
          body(s.body());
          define(s.results());
        }
        case Stmt.While s -> {
          out.add(5);
          carries(s.carries());
          expr(s.condition());
          body(s.body());
          define(s.results());
        }
        case Stmt.Yield s -> {
          out.add(6);
          exprs(s.values());
        }
        case Stmt.Return s -> {
          out.add(7);
          exprs(s.values());
        }
        case Stmt.Break _ -> out.add(8);
        case Stmt.Continue _ -> out.add(9);
        case Stmt.Scope s -> scope(s);
      }
    }

    private void kind(Stmt.Scope scope) {
      switch (scope) {
        case Stmt.InCoreScope s -> out.add(10).add(s.split().ordinal());
        case Stmt.ClusterScope _ -> out.add(11);
        case Stmt.HierarchyScope s ->
            out.add(12).add(s.level().ordinal()).add(s.role().map(Enum::ordinal).orElse(-1));
        case Stmt.SpmdScope s -> {
          out.add(13).add(s.syncStart() ? 1 : 0);
          expr(s.coreNum());
        }
        case Stmt.SplitAivScope s -> out.add(14).add(s.split().ordinal()).add(s.count());
        case Stmt.RuntimeScope s -> out.add(15).add(s.manual() ? 1 : 0);
      }
    }

    private void scope(Stmt.Scope scope) {
      kind(scope);
      ScopeAttrs a = scope.attrs();
      out.add(a == ScopeAttrs.none() ? 0 : 1);
      if (a != ScopeAttrs.none()) {
        out.add(a.nameHint()).add(a.allowEarlyResolve() ? 1 : 0).add(a.compilerManual() ? 1 : 0);
        out.add(a.pipeSlots().orElse(-1));
        exprs(a.deps());
        exprs(a.noDepVars());
        exprs(a.dumpVars());
        optional(a.predicate());
        optional(a.taskId());
      }
      body(scope.body());
    }

    private void carries(List<Carry> carries) {
      out.add(carries.size());
      for (Carry carry : carries) {
        expr(carry.init());
        define(carry.var());
      }
    }

    private void define(List<Var> vars) {
      out.add(vars.size());
      vars.forEach(this::define);
    }

    /** A variable that is met as a definition for the first time is the function's own. */
    private void define(Var var) {
      Integer number = numbers.get(var);
      if (number != null) {
        out.add(20).add(number);
        return;
      }
      numbers.put(var, numbers.size());
      describe(var);
    }

    private void describe(Var var) {
      out.add(21).add(var.name()).add(var.sourceName());
      origin(var.origin());
      type(var.type());
    }

    private void exprs(List<? extends Expr> exprs) {
      out.add(exprs.size());
      for (int i = 0; i < exprs.size(); i++) {
        expr(exprs.get(i));
      }
    }

    private void optional(Optional<? extends Expr> expr) {
      out.add(expr.isPresent() ? 1 : 0);
      if (expr.isPresent()) {
        expr(expr.get());
      }
    }

    private void expr(Expr expr) {
      if (expr instanceof Var var) {
        use(var);
        return;
      }
      origin(expr.origin());
      switch (expr) {
        case Var _ -> {}
        case Expr.ConstInt e -> out.add(31).add(e.value()).add(e.dtype().ordinal());
        case Expr.ConstFloat e ->
            out.add(32).add(Double.doubleToRawLongBits(e.value())).add(e.dtype().ordinal());
        case Expr.ConstBool e -> out.add(e.value() ? 33 : 34);
        case Expr.Binary e -> {
          out.add(35).add(e.op().ordinal());
          expr(e.left());
          expr(e.right());
          type(e.type());
        }
        case Expr.Unary e -> {
          out.add(36).add(e.op().ordinal());
          expr(e.operand());
          type(e.type());
        }
        case Expr.MakeTuple e -> {
          out.add(37);
          exprs(e.elements());
          type(e.type());
        }
        case Expr.TupleGet e -> {
          out.add(38).add(e.index());
          expr(e.tuple());
          type(e.type());
        }
        case Expr.Unknown e -> {
          out.add(39).add(e.reason());
          type(e.type());
        }
        case Expr.Invocation e -> invocation(e);
      }
    }

    private void invocation(Expr.Invocation call) {
      out.add(call instanceof Expr.Submit ? 41 : 40)
          .add(call.callee() instanceof Callee.Op ? 1 : 0);
      out.add(call.callee().name());
      exprs(call.args());
      if (call instanceof Expr.Submit submit) {
        exprs(submit.deps());
        optional(submit.predicate());
      }
      out.add(call.kwargs().values().size());
      call.kwargs()
          .values()
          .forEach(
              (key, value) -> {
                out.add(key);
                attr(value);
              });
      attributes(call.attrs());
      type(call.type());
    }

    private void attr(Attr attr) {
      switch (attr) {
        case Attr.Int a -> out.add(51).add(a.value());
        case Attr.Float a -> out.add(52).add(Double.doubleToRawLongBits(a.value()));
        case Attr.Bool a -> out.add(a.value() ? 53 : 54);
        case Attr.Text a -> out.add(55).add(a.value());
        case Attr.DType a -> out.add(56).add(a.value().ordinal());
        case Attr.Values a -> {
          out.add(57).add(a.values().size());
          a.values().forEach(this::attr);
        }
      }
    }

    private void attributes(CallAttrs a) {
      out.add(a == CallAttrs.none() ? 0 : 1);
      if (a == CallAttrs.none()) {
        return;
      }
      out.add(a.argDirections().size());
      a.argDirections().forEach(d -> out.add(d.ordinal()));
      out.add(a.noDepArgs().size());
      a.noDepArgs().forEach(out::add);
      exprs(a.compilerDeps());
      optional(a.coreNum());
      out.add(a.syncStart() ? 1 : 0).add(a.allowEarlyResolve() ? 1 : 0);
      exprs(a.dumpVars());
      out.add(a.dummyTask() ? 1 : 0).add(a.autoManual() ? 1 : 0);
      optional(a.device());
      exprs(a.manualDeps());
      out.add(a.launch()).add(a.argOrigins().size());
      a.argOrigins().forEach(this::origin);
    }

    private void use(Var var) {
      if (computed.contains(var)) {
        define(var);
        return;
      }
      Integer number = numbers.get(var);
      if (number == null) {
        number = numbers.size();
        numbers.put(var, number);
        others.add(var);
      }
      out.add(30).add(number);
    }

    private void type(Type type) {
      switch (type) {
        case Type.Scalar t -> out.add(61).add(t.dtype().ordinal());
        case Type.Tensor t -> {
          out.add(62).add(t.dtype().ordinal()).add(t.distributed() ? 1 : 0);
          exprs(t.shape());
          out.add(t.view().isPresent() ? 1 : 0).add(t.memRef().isPresent() ? 1 : 0);
          t.view().ifPresent(this::view);
          t.memRef()
              .ifPresent(
                  m -> {
                    out.add(m.base()).add(m.size());
                    expr(m.byteOffset());
                  });
        }
        case Type.Tile t -> {
          out.add(63).add(t.dtype().ordinal()).add(t.space().map(Enum::ordinal).orElse(-1));
          exprs(t.shape());
          exprs(t.validShape());
        }
        case Type.Array t -> out.add(64).add(t.element().ordinal()).add(t.extent());
        case Type.Tuple t -> {
          out.add(65).add(t.elements().size());
          t.elements().forEach(this::type);
        }
        case Type.Opaque t -> out.add(66).add(t.name());
        case Type.Unknown t -> out.add(67).add(t.reason());
        case Type.None _ -> out.add(68);
      }
    }

    private void view(TensorView view) {
      out.add(view.layout().ordinal()).add(view.pad().ordinal());
      exprs(view.stride());
      exprs(view.validShape());
    }

    private void origin(Origin origin) {
      if (places != null) {
        places.add(origin);
        return;
      }
      if (origin.file() != lastFile || origin.item() != lastItem) {
        lastFile = origin.file();
        lastItem = origin.item();
        place = number(lastFile) << 32 | number(lastItem);
      }
      out.add(place).add(origin.start()).add(origin.end());
      Origin caller = origin.inlinedAt().orElse(null);
      if (caller == null) {
        out.add(0);
        return;
      }
      // What was inlined by one call mostly shares the origins of the calls around it.
      Integer number = callers.computeIfAbsent(caller, equalCallers::get);
      if (number != null) {
        out.add(70).add(number);
      } else {
        callers.put(caller, equalCallers.size());
        equalCallers.put(caller, equalCallers.size());
        out.add(71);
        origin(caller);
      }
    }

    /** Returns a number that stands for a text that was written. */
    private long number(String text) {
      Integer number = texts.putIfAbsent(text, texts.size());
      if (number == null) {
        out.add(text);
        return texts.size() - 1L;
      }
      return number;
    }
  }
}
