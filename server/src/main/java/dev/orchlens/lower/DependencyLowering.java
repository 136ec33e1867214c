package dev.orchlens.lower;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Closure;
import dev.orchlens.lower.decl.Surroundings;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.lower.op.Operand;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ListComp;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers dependency lists (reference: docs/en/dev/language/02-manual_dependencies.md, "Mechanism
 * B"): TaskIds and whole arrays of TaskIds stay as they are, {@code None} drops out, and as soon as
 * one slot of an array is listed all entries go into an array of their own.
 */
final class DependencyLowering {
  private final FunctionLowering in;

  DependencyLowering(FunctionLowering in) {
    this.in = in;
  }

  /** Returns the barrier {@code pl.system.task_dummy(deps=[...])}. */
  Expr dummyTask(Call node) {
    boolean known = node.keywords().stream().allMatch(k -> k.isNamed("deps") || k.isNamed("attrs"));
    if (!node.arguments().isEmpty() || !known || node.keyword("deps").isEmpty()) {
      in.error(
          Code.CALL_KEYWORD,
          node,
          "pl.system.task_dummy takes the tasks to wait for and nothing else:"
              + " pl.system.task_dummy(deps=[tid]).");
    }
    List<Expr> deps = listed("pl.system.task_dummy", node, node);
    Expr.Call call = Expr.Call.op(Ops.SYSTEM_TASK_DUMMY, List.of(), Type.TASK_ID, in.at(node));
    return call.withAttrs(CallAttrs.none().asDummyTask(deps));
  }

  /** Returns the dependencies that {@code deps=} of a call lists; none without the keyword. */
  List<Expr> listed(String owner, Call call, Node place) {
    return call.keyword("deps").map(k -> listed(owner, k.value(), place)).orElse(List.of());
  }

  /**
   * Returns the dependencies that a list names.
   *
   * @param owner what has the list, for messages
   * @param place where problems of the list as a whole are shown
   */
  private List<Expr> listed(String owner, dev.orchlens.syntax.Expr list, Node place) {
    Entries entries = new Entries(owner, place);
    switch (list) {
      case ListComp comprehension -> entries.addAll(comprehension);
      case ListExpr l -> l.elements().forEach(entries::add);
      case TupleExpr t -> t.elements().forEach(entries::add);
      default ->
          in.error(
              Code.DEPS_FORM,
              list,
              "'deps=' of "
                  + owner
                  + " must be a list, also for one task: deps=["
                  + in.origins().quote(list)
                  + "].");
    }
    return entries.finish();
  }

  /** The entries of one list, in order. */
  private final class Entries {
    private final String owner;
    private final Node place;
    private final List<Expr> values = new ArrayList<>();
    private boolean slots;
    private boolean arrays;

    Entries(String owner, Node place) {
      this.owner = owner;
      this.place = place;
    }

    void add(dev.orchlens.syntax.Expr element) {
      if (element instanceof ListComp comprehension) {
        addAll(comprehension);
      } else if (!(element instanceof Literal.NoneLiteral)) {
        addValue(in.expressions.lower(element), element);
      }
    }

    private void addValue(Expr value, Node element) {
      if (FunctionLowering.isUnknown(value)) {
        return;
      }
      boolean array = value instanceof Var && value.type().isTaskIdArray();
      boolean slot =
          value instanceof Expr.Call call
              && call.isOp(Ops.ARRAY_GET_ELEMENT)
              && call.type().isTaskId();
      if (array && slots || slot && arrays) {
        in.error(
            Code.DEPS_ARRAY_AND_SLOTS,
            element,
            "'deps=' of "
                + owner
                + " mixes a whole array of TaskIds with single slots ('"
                + in.origins().quote(element)
                + "'). List the array alone, or each slot of it.");
        return;
      }
      if (!array && !slot && !(value instanceof Var && value.type().isTaskId())) {
        in.error(
            Code.DEPS_ENTRY,
            element,
            "'"
                + in.origins().quote(element)
                + "' is no TaskId, so "
                + owner
                + " cannot wait for it. List the TaskId of a task (result, tid = pl.submit(...), or"
                + " with pl.at(...) as tid), a slot of a TaskId array, or None.");
        return;
      }
      arrays |= array;
      slots |= slot;
      values.add(value);
    }

    void addAll(ListComp comprehension) {
      Optional<Part.ComprehensionClause> clause = clause(comprehension);
      if (clause.isEmpty()) {
        return;
      }
      String name = ((Name) clause.get().target()).id();
      for (Value index : indices(clause.get())) {
        Closure inner = in.closure().with(Map.of(name, index));
        in.surrounded(
            new Surroundings(in.origins(), inner),
            () -> {
              if (clause.get().conditions().stream().allMatch(c -> inner.isTrue(c))) {
                addValue(in.expressions.lower(comprehension.element()), comprehension.element());
              }
            });
      }
    }

    private Optional<Part.ComprehensionClause> clause(ListComp comprehension) {
      Part.ComprehensionClause clause = comprehension.clauses().getFirst();
      if (comprehension.clauses().size() != 1
          || clause.isAsync()
          || !(clause.target() instanceof Name name)) {
        return failed("has one 'for' with one name: deps=[tids[i] for i in range(4)].");
      }
      if (readsBoundNames(clause.iterable(), "")) {
        return failed(
            "runs over '"
                + in.origins().quote(clause.iterable())
                + "', which is known only on the device. Use a range of"
                + " constants, or a loop of the language that lists one slot per task.");
      }
      if (clause.conditions().stream().anyMatch(c -> readsBoundNames(c, name.id()))) {
        return failed("has a condition that is known only on the device. Use constants only.");
      }
      return Optional.of(clause);
    }

    private <T> Optional<T> failed(String rest) {
      in.error(
          Code.DEPS_COMPREHENSION,
          place,
          "The comprehension in 'deps=' of "
              + owner
              + " is unrolled while"
              + " compiling; this one "
              + rest);
      return Optional.empty();
    }

    private Collection<? extends Value> indices(Part.ComprehensionClause clause) {
      Optional<Value> iterable = in.closure().evaluate(clause.iterable());
      List<Value> indices = new ArrayList<>();
      switch (iterable.orElse(null)) {
        case SequenceValue sequence when sequence.size() <= 1 << 16 -> {
          for (int i = 0; i < sequence.size(); i++) {
            indices.add(sequence.get(i));
          }
        }
        case SetValue set -> indices.addAll(set.members());
        case LanguageObject.Call _ -> {
          failed("runs over a loop of the language. Use Python's range(...) instead.");
          return List.of();
        }
        case null, default -> {
          failed(
              "runs over '"
                  + in.origins().quote(clause.iterable())
                  + "', whose elements are not known.");
          return List.of();
        }
      }
      if (!indices.stream().allMatch(IntValue.class::isInstance)) {
        failed("runs over something else than integers.");
        return List.of();
      }
      return indices;
    }

    private boolean readsBoundNames(Node node, String except) {
      return Syntax.anyBelow(
          node,
          n -> n instanceof Name name && !name.id().equals(except) && in.names.knows(name.id()));
    }

    List<Expr> finish() {
      return slots ? List.of(gathered(values)) : values;
    }

    private Expr gathered(List<Expr> entries) {
      Operand count =
          new Operand.Value(new Expr.ConstInt(entries.size(), DataType.INDEX, in.at(place)));
      Operand element = new Operand.Constant(new Attr.DType(DataType.TASK_ID));
      Expr created = in.operators.build(Ops.ARRAY_CREATE, List.of(count, element), Map.of(), place);
      Var buffer = in.let("_submit_deps_buf", created, created.type(), in.at(Syntax.head(place)));
      for (int i = 0; i < entries.size(); i++) {
        Operand index = new Operand.Value(new Expr.ConstInt(i, DataType.INDEX, in.at(place)));
        List<Operand> arguments =
            List.of(new Operand.Value(buffer), index, new Operand.Value(entries.get(i)));
        Expr updated = in.operators.build(Ops.ARRAY_UPDATE_ELEMENT, arguments, Map.of(), place);
        buffer = in.let("_submit_deps_buf", updated, updated.type(), in.at(Syntax.head(place)));
      }
      return buffer;
    }
  }
}
