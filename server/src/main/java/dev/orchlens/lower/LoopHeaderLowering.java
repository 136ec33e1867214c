package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.DictExpr;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt.For;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lowers the call that a loop runs over: its bounds and keywords (reference:
 * docs/en/dev/language/01-statements.md, "For Loop").
 */
final class LoopHeaderLowering {
  private final FunctionLowering in;

  LoopHeaderLowering(FunctionLowering in) {
    this.in = in;
  }

  /** The bounds of a loop whose iterator is wrong. */
  LoopBounds unknown(For node) {
    Expr end =
        new Expr.Unknown("the loop's bounds are not known", Type.INDEX, in.at(node.iterable()));
    return new LoopBounds(constant(0, node), end, constant(1, node), List.of(), false, 0);
  }

  /** Lowers what the call behind {@code in} says. */
  LoopBounds bounds(Call call, String iterator) {
    List<Expr> values = new ArrayList<>();
    call.arguments().stream().limit(3).forEach(a -> values.add(in.expressions.lower(a)));
    if (values.isEmpty()) {
      in.error(
          Code.LOOP_BOUNDS,
          call,
          "pl." + iterator + " needs at least the end: pl." + iterator + "(10).");
      values.add(new Expr.Unknown("the loop's end is missing", Type.INDEX, in.at(call)));
    }
    Expr start = values.size() > 1 ? values.get(0) : constant(0, call);
    Expr stop = values.size() > 1 ? values.get(1) : values.get(0);
    Expr step = values.size() > 2 ? values.get(2) : constant(1, call);
    Optional<Part.Keyword> init = call.keyword("init_values");
    List<Expr> initial = init.map(k -> initialValues(k.value())).orElse(List.of());
    Optional<Expr> stage = call.keyword("stage").map(k -> in.expressions.lower(k.value()));
    checkKeywords(call, iterator);
    if (iterator.equals("unroll")) {
      checkUnroll(values, initial, call);
    }
    return new LoopBounds(
        start, stop, step, initial, !initial.isEmpty(), stages(stage, call, iterator));
  }

  private void checkKeywords(Call call, String iterator) {
    for (Part.Keyword keyword : call.keywords()) {
      String name = keyword.name().map(Part.Identifier::text).orElse("**");
      switch (name) {
        case "init_values", "stage" -> {}
        case "attrs" -> {
          if (keyword.value() instanceof DictExpr attrs) {
            checkAttrs(attrs);
          } else {
            in.error(
                Code.LOOP_KEYWORD, keyword.value(), "'attrs=' of a loop must be a dictionary.");
          }
        }
        default ->
            in.error(
                Code.LOOP_KEYWORD,
                keyword,
                "pl."
                    + iterator
                    + " has no keyword '"
                    + name
                    + "'. It takes init_values"
                    + (iterator.equals("pipeline") ? " and stage." : "."));
      }
    }
  }

  private void checkAttrs(DictExpr attrs) {
    for (Part.DictEntry entry : attrs.entries()) {
      if (entry.key().filter(Literal.StringLiteral.class::isInstance).isEmpty()) {
        in.error(
            Code.LOOP_KEYWORD,
            entry,
            "The keys of a loop's attrs are strings that are written in place.");
      } else if (!(entry.value() instanceof Literal)) {
        in.error(
            Code.LOOP_KEYWORD,
            entry,
            "The values of a loop's attrs are numbers, truth values or strings that"
                + " are written in place.");
      }
    }
  }

  /** Lowers the elements of {@code init_values}. */
  List<Expr> initialValues(dev.orchlens.syntax.Expr node) {
    List<dev.orchlens.syntax.Expr> elements =
        switch (node) {
          case ListExpr list -> list.elements();
          case TupleExpr tuple -> tuple.elements();
          default -> {
            in.error(
                Code.LOOP_INIT_VALUES,
                node,
                "init_values must be a tuple, also for one value: init_values=(x,).");
            yield List.of(node);
          }
        };
    List<Expr> values = new ArrayList<>();
    elements.forEach(e -> values.add(in.expressions.lower(e)));
    return values;
  }

  private void checkUnroll(List<Expr> bounds, List<Expr> initial, Call call) {
    if (!initial.isEmpty()) {
      in.error(
          Code.LOOP_UNROLL, call, "pl.unroll carries no values. Use pl.range with init_values.");
    }
    boolean known =
        bounds.stream().allMatch(b -> b instanceof Expr.Unknown || b.constant().isPresent());
    if (!known) {
      in.error(
          Code.LOOP_UNROLL,
          call,
          "pl.unroll needs bounds that are known while compiling. Use pl.range for bounds of the"
              + " device.");
    } else if (bounds.size() == 3 && bounds.get(2).constant().orElse(1L) == 0) {
      in.error(Code.LOOP_UNROLL, call, "The step of pl.unroll is 0, so the loop would never end.");
    }
  }

  private int stages(Optional<Expr> stage, Call call, String iterator) {
    if (!iterator.equals("pipeline")) {
      if (stage.isPresent()) {
        in.error(
            Code.LOOP_STAGE,
            call,
            "pl." + iterator + " has no stages; 'stage=' belongs to pl.pipeline.");
      }
      return 0;
    }
    Optional<Long> count = stage.flatMap(Expr::constant);
    boolean unknown = stage.isPresent() && stage.get() instanceof Expr.Unknown;
    if (!unknown && count.filter(c -> c >= 1 && c <= Integer.MAX_VALUE).isEmpty()) {
      in.error(
          Code.LOOP_STAGE,
          call,
          "pl.pipeline needs the number of its stages, a constant of at least 1: pl.pipeline(n,"
              + " stage=2).");
      return 1;
    }
    return count.orElse(1L).intValue();
  }

  private Expr constant(long value, Node node) {
    return new Expr.ConstInt(value, DataType.INDEX, in.at(node));
  }
}
